"""Whether the repository is what a tag says: `python .ci/check_tag.py v0.2.0`.

Ends with exit code 1 and a reason if the version of the package is another one, or if the changelog
does not say when that version was released.
"""

from __future__ import annotations

import re
import sys
import tomllib
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent


def flaw(tag: str, root: Path = ROOT) -> str | None:
    """What is wrong with a tag, or None."""
    cargo = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    version = cargo["workspace"]["package"]["version"]
    if tag != f"v{version}":
        return f"the tag is {tag!r}, but Cargo.toml has the version {version!r}"
    for name, crate in cargo["workspace"]["dependencies"].items():
        if "path" in crate and crate["version"] != version:
            return (
                f"Cargo.toml has the version {version!r}, but asks for {name} {crate['version']!r}"
            )
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.search(r"^## (.*)$", changes, re.MULTILINE)
    first = heading[1] if heading else ""
    name, _, day = first.partition(" - ")
    try:
        date.fromisoformat(day)
    except ValueError:
        name = ""
    if name != version:
        return f"CHANGELOG.md begins with {first!r} instead of '{version} - ' and a date"
    return None


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python .ci/check_tag.py TAG")
    sys.exit(flaw(sys.argv[1]))
