"""The lists of dependencies and licences are true; a licence that is not known is refused."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from support import ROOT, script

licences = script(".ci/licences.py")


def test_the_lists_are_up_to_date():
    done = subprocess.run(
        [sys.executable, ".ci/licences.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_every_crate_is_listed():
    """By the lock file, which knows nothing of what is linked and what is not."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))
    crates = {(p["name"], p["version"]) for p in lock["package"] if "source" in p}
    page = licences.PAGE.read_text("utf-8")
    assert {tuple(row) for row in re.findall(r"^\| (\S+) \| (\S+) \|", page, re.M)} >= crates


def test_the_notices_of_all_linked_crates_are_in_the_wheel():
    page = licences.PAGE.read_text("utf-8").partition("## Needed to run")[0]
    linked = re.findall(r"^\| (\S+) \| (\d\S*) \|", page, re.M)
    assert "pyo3" in dict(linked)
    assert "syn" not in dict(linked), "runs in the compiler only"
    notices = licences.NOTICES.read_text("utf-8")
    for name, version in linked:
        assert f"\n{name} {version} <https://" in notices
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert licences.NOTICES.name in project["project"]["license-files"]
    assert project["tool"]["maturin"]["sbom"]["rust"] is True


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("MIT OR Apache-2.0", True),
        ("MIT/Apache-2.0", True),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("unknown", False),
        ("", False),
    ],
)
def test_licences_that_are_not_known_are_refused(expression, allowed):
    part = licences.Part("something", "1.0", expression)
    assert (licences.refused([part]) == []) == allowed


def test_requirements_count_wherever_they_hold():
    def needed(text, extra=""):
        return licences.is_needed_somewhere(licences.Requirement(text), extra)

    assert needed("a")
    assert needed("a; sys_platform == 'win32'")
    assert needed("a; python_version >= '3.14'")
    assert not needed("a; python_version < '3.11'")
    assert not needed("a; extra == 'more'")
    assert needed("a; extra == 'more'", "more")


def test_both_checks_allow_the_same():
    """What cargo-deny lets pass is allowed here too."""
    deny = tomllib.loads((ROOT / "deny.toml").read_text("utf-8"))
    assert set(deny["licenses"]["allow"]) <= licences.ALLOWED
