"""What the package is made of, and under which licences: `python .ci/licences.py` writes the lists.

docs/licences.md names all that the wheel holds, needs or is built with. LICENSE-THIRD-PARTY goes
into the wheel: the notices of the crates that are compiled into it. With --check nothing is
written; it fails if a list is not up to date. It always fails if a licence is not known here.
"""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "licences.md"
TEMPLATE = ROOT / ".ci" / "licences.md"
NOTICES = ROOT / "LICENSE-THIRD-PARTY"

#: What users and those who build may be given; all of it can be combined with our own licences.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "PSF-2.0",
    "Unicode-3.0",
    "Zlib",
}

#: How packages without a proper expression call their licence. "BSD" does not say how many clauses.
NAMES = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "ISC license": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}

#: What is not installed where the checks run: the compiler of wheels for older systems.
ELSEWHERE = {"ziglang": "MIT"}

#: Where the package can be used, for requirements that hold only there.
PLACES = [
    {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0", **system}
    for minor in range(11, 15)
    for system in (
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    )
]


class Part(NamedTuple):
    """A package or crate."""

    name: str
    version: str
    licence: str
    note: str = ""


def licences_in(expression: str) -> list[str]:
    """The licences that an expression joins."""
    words = re.split(r"\s+(?:AND|OR)\s+|/", expression.replace("(", "").replace(")", ""))
    return [word.strip() for word in words]


# ---- Rust -------------------------------------------------------------------------------------


def crates() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The crates that are compiled into the wheel, and those that only the compiler needs."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    data = json.loads(done.stdout)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    (root,) = (key for key, package in packages.items() if package["name"] == "amduat-py")

    def follow(wheel: bool) -> set[str]:
        found, ahead = {root}, [root]
        while ahead:
            for dependency in nodes[ahead.pop()]["deps"]:
                key, kinds = dependency["pkg"], {kind["kind"] for kind in dependency["dep_kinds"]}
                macro = any("proc-macro" in target["kind"] for target in packages[key]["targets"])
                wanted = (None in kinds and not macro) if wheel else bool(kinds & {None, "build"})
                if wanted and key not in found:
                    found.add(key)
                    ahead.append(key)
        return found

    def foreign(keys: Iterable[str]) -> list[dict[str, Any]]:
        chosen = [packages[key] for key in keys if packages[key]["source"] is not None]
        return sorted(chosen, key=lambda package: package["name"])

    inside = follow(wheel=True)
    return foreign(inside), foreign(follow(wheel=False) - inside)


def crate_part(package: dict[str, Any]) -> Part:
    """A crate as a part; some still write a stroke for «or»."""
    licence = package["license"].replace("/", " OR ")
    return Part(package["name"], package["version"], licence)


def notice(package: dict[str, Any]) -> str:
    """The text that a crate wants to be kept with it; of two licences the shorter one."""
    folder = Path(package["manifest_path"]).parent
    for name in ("LICENSE-MIT", "LICENSE"):
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8").strip()
    raise SystemExit(f"{package['name']} {package['version']} has no file with its licence")


def notices(inside: list[dict[str, Any]]) -> str:
    """The file for the wheel."""
    groups: dict[str, list[str]] = {}
    for package in inside:
        name = f"{package['name']} {package['version']} <{package['repository']}>"
        groups.setdefault(notice(package), []).append(name)
    own = (ROOT / "LICENSE-MIT").read_text(encoding="utf-8").strip()
    rust = re.sub(r"Copyright .*", "Copyright (c) The Rust Project Contributors", own)
    groups.setdefault(rust, []).append("The Rust standard library <https://www.rust-lang.org>")
    lines = [
        "The compiled core of amduat contains the following libraries, under the licences below.",
        "Where a library is offered under several licences, one of them is given.",
    ]
    for text, names in groups.items():
        lines += ["", "=" * 96, *names, "-" * 96, text]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


# ---- Python -----------------------------------------------------------------------------------


def pins(file: str) -> dict[str, str]:
    """The exact versions of a file of requirements."""
    lines = (ROOT / "requirements" / file).read_text(encoding="utf-8").splitlines()
    exact = (line.partition("==") for line in lines if "==" in line)
    return {canonicalize_name(name): version.strip() for name, _, version in exact}


def python_licence(name: str) -> str:
    """The licence of an installed package, as an expression as far as it gives one."""
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    about = importlib.metadata.metadata(name)
    classifiers = [text for text in about.get_all("Classifier") or [] if text[:7] == "License"]
    said = [about.get("License-Expression"), about.get("License")]
    for text in [*said, *(text.rpartition(" :: ")[2] for text in classifiers)]:
        text = NAMES.get(text or "", text or "")
        if text and all(word in ALLOWED for word in licences_in(text)):
            return text
    return (said[0] or said[1] or "unknown").splitlines()[0]


def is_needed_somewhere(requirement: Requirement, extra: str) -> bool:
    """Whether a requirement holds for any Python and system that the package is for."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate({**place, "extra": extra}) for place in PLACES)


def closure(requirements: Iterable[str]) -> set[str]:
    """The names of packages, and of all that they need."""
    found: set[tuple[str, str]] = set()
    ahead = [Requirement(text) for text in requirements]
    while ahead:
        requirement = ahead.pop()
        name = canonicalize_name(requirement.name)
        for extra in ("", *sorted(requirement.extras)):
            if (name, extra) in found:
                continue
            found.add((name, extra))
            if name not in ELSEWHERE:
                more = map(Requirement, importlib.metadata.requires(name) or [])
                ahead += [needed for needed in more if is_needed_somewhere(needed, extra)]
    return {name for name, _ in found}


def python_parts(names: Iterable[str], versions: dict[str, str], note: str = "") -> Iterator[Part]:
    """Packages as parts."""
    for name in sorted(names):
        yield Part(name, versions.get(name, "–"), python_licence(name), note)


# ---- The page ---------------------------------------------------------------------------------


def table(parts: Iterable[Part], *, noted: str = "") -> str:
    """Parts as a table of Markdown."""
    head = ["package", "version", "licence", *([noted] if noted else [])]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for part in parts:
        cells = [part.name, part.version, part.licence, *([part.note] if noted else [])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


class Lists(NamedTuple):
    """All that the package is made of."""

    inside: list[Part]
    needed: list[Part]
    extras: list[Part]
    built: list[Part]
    checks: list[Part]


def gather(inside: list[dict[str, Any]], compiler: list[dict[str, Any]]) -> Lists:
    """Everything, from the crates and from what the project says that it needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    versions = pins("dev.txt")
    needed = closure(project["project"]["dependencies"])
    users: dict[str, list[str]] = {}
    for extra, requirements in project["project"]["optional-dependencies"].items():
        for name in closure(requirements) - needed:
            users.setdefault(name, []).append(f"`{extra}`")
    build = closure(project["build-system"]["requires"])
    wheel = pins("wheel.txt")
    checks = set(versions) - needed - set(users) - build
    return Lists(
        inside=[crate_part(package) for package in inside],
        needed=list(python_parts(needed, versions)),
        extras=list(
            itertools.chain.from_iterable(
                python_parts([name], versions, ", ".join(extras))
                for name, extras in sorted(users.items())
            )
        ),
        built=[
            *(crate_part(package) for package in compiler),
            *python_parts(build | set(wheel), versions | wheel),
        ],
        checks=list(python_parts(checks, versions)),
    )


def page(lists: Lists) -> str:
    """The page of the documentation."""
    checks = sorted({word for part in lists.checks for word in licences_in(part.licence)})
    return TEMPLATE.read_text(encoding="utf-8").format(
        inside=table(lists.inside),
        needed=table(lists.needed),
        extras=table(lists.extras, noted="extras"),
        built=table(lists.built),
        checks=", ".join(checks),
    )


def refused(parts: Iterable[Part]) -> list[str]:
    """Those whose licences are not known here."""
    return [
        f"{part.name} {part.version}: {part.licence}"
        for part in parts
        if not all(word in ALLOWED for word in licences_in(part.licence))
    ]


def main() -> None:
    """Writes both files, or checks them."""
    inside, compiler = crates()
    lists = gather(inside, compiler)
    everything = [*lists.inside, *lists.needed, *lists.extras, *lists.built, *lists.checks]
    if unknown := refused(everything):
        sys.exit("not among the licences in .ci/licences.py:\n" + "\n".join(unknown))
    for file, text in ((PAGE, page(lists)), (NOTICES, notices(inside))):
        if "--check" not in sys.argv[1:]:
            file.write_text(text, encoding="utf-8")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            sys.exit(
                f"{file.relative_to(ROOT)} is not up to date: python .ci/licences.py writes it"
            )
    print(f"{len(everything)} packages and crates, all under licences that are allowed")


if __name__ == "__main__":
    main()
