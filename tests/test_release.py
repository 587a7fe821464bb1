"""What a release is made with: the Pythons that are found, the scripts, and the workflows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from support import ROOT, script

pythons = script(".ci/pythons.py")
check_tag = script(".ci/check_tag.py")

WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))


def program(path: Path, body: str) -> Path:
    """A program that can be started."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def told(name: str, version: str, *, locked: str = "true", path: str = "") -> str:
    """What a Python says of itself when it is asked."""
    numbers = version.replace(".", ", ")
    about = f'{{"name": "{name}", "version": [{numbers}], "locked": {locked}, "path": "{path}"}}'
    return f"echo '{about}'"


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with some Pythons, one of them also under another name, and pyenv."""
    folder = tmp_path / "bin"
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/nowhere")
    monkeypatch.setattr(sys, "executable", str(program(folder / "own", told("cpython", "3.12.1"))))
    program(folder / "python3", told("cpython", "3.13.2", path="a"))
    program(folder / "python3.11", told("cpython", "3.11.0", path="b"))
    program(folder / "python3.12", "echo 'pyenv: python3.12: command not found' >&2; exit 127")
    program(folder / "python3.13", told("cpython", "3.13.2", path="c"))
    program(folder / "python3.14", told("cpython", "3.14.0", locked="false", path="d"))
    program(folder / "python3.15", told("pypy", "3.15.0", path="e"))
    program(folder / "pyenv", f"echo {tmp_path / 'pyenv'}")
    versions = tmp_path / "pyenv" / "versions"
    program(versions / "3.10.13/bin/python3", told("cpython", "3.10.13", path="f"))
    program(versions / "3.20.0/bin/python3", told("cpython", "3.20.0", path="g"))
    (versions / "empty").mkdir()


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")
def test_every_python_that_fits_is_found_once(machine, capsys):
    assert pythons.found() == {
        (3, 11, 0): "b",
        (3, 12, 1): "",
        (3, 13, 2): "a",
        (3, 20, 0): "g",
    }
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("python3.14")
    assert "free-threaded" in line


@pytest.mark.skipif(sysconfig.get_config_var("Py_GIL_DISABLED") == 1, reason="is free-threaded")
def test_this_python_is_found(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    (path,) = pythons.found().values()
    assert Path(path).is_file()
    assert Path(path).resolve() == Path(sys.executable).resolve()


@pytest.mark.parametrize("name", ["run", "wheel", "try-wheel", "sbom", "mutants"])
def test_scripts_can_be_run(name):
    path = ROOT / ".ci" / name
    assert os.access(path, os.X_OK) or sys.platform == "win32"
    assert path.read_text("utf-8").startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in path.read_text("utf-8")
    subprocess.run(["bash", "-n", str(path)], check=True)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_ask_for_what_is_there(path):
    """They run elsewhere; here at least names are compared: jobs, artifacts, scripts, versions."""
    workflow = yaml.safe_load(path.read_text("utf-8"))
    jobs = workflow["jobs"]
    steps = [step for job in jobs.values() for step in job["steps"]]
    assert workflow["permissions"] == {"contents": "read"}, "jobs that need more say so"
    for job in jobs.values():
        assert set(job.get("needs", [])) <= set(jobs)
    for step in steps:
        assert "uses" in step or "run" in step
        if "uses" in step:
            assert re.fullmatch(r"[\w.-]+/[\w.-]+@(v\d+(\.\d+)*|release/v1)", step["uses"])
        for name in re.findall(r"\.ci/[\w.-]+", step.get("run", "")):
            assert (ROOT / name).is_file(), name
    for use in {step["uses"].partition("@")[0] for step in steps if "uses" in step}:
        versions = {
            found for file in WORKFLOWS for found in re.findall(f"{use}@(\\S+)", file.read_text())
        }
        assert len(versions) == 1, f"{use} in several versions: {versions}"


def test_only_wheels_and_source_are_published():
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text("utf-8"))["jobs"]

    def artifacts(job: str, use: str) -> list[str]:
        steps = [step for step in jobs[job]["steps"] if use in step.get("uses", "")]
        return [step["with"].get("name") or step["with"]["pattern"] for step in steps]

    assert artifacts("publish", "download-artifact") == ["dist-*"]
    assert artifacts("release", "download-artifact") == ["dist-*", "sbom"]
    assert artifacts("sbom", "upload-artifact") == ["sbom"]
    for job in ("wheel", "sdist"):
        assert all(name.startswith("dist-") for name in artifacts(job, "upload-artifact"))
    built = {f"dist-{target['name']}" for target in jobs["wheel"]["strategy"]["matrix"]["include"]}
    assert set(artifacts("sbom", "download-artifact")) <= built


CARGO = """
[workspace.package]
version = "{}"

[workspace.dependencies]
amduat = {{ path = "rust/core", version = "{}" }}
fastrand = "2.3"
"""


@pytest.mark.parametrize(
    ("tag", "version", "core", "changes", "reason"),
    [
        ("v1.2.0", "1.2.0", "1.2.0", "1.2.0 - 2026-11-19", None),
        (
            "v1.2.1",
            "1.2.0",
            "1.2.0",
            "1.2.0 - 2026-11-19",
            "the tag is 'v1.2.1', but Cargo.toml has",
        ),
        ("1.2.0", "1.2.0", "1.2.0", "1.2.0 - 2026-11-19", "the tag is '1.2.0', but Cargo.toml has"),
        ("v1.2.0", "1.2.0", "1.1.0", "1.2.0 - 2026-11-19", "asks for amduat '1.1.0'"),
        ("v1.2.0", "1.2.0", "1.2.0", "1.2.0 - unreleased", "CHANGELOG.md begins with '1.2.0 - unr"),
        ("v1.2.0", "1.2.0", "1.2.0", "1.2.0 - 2026-13-19", "begins with '1.2.0 - 2026-13-19'"),
        ("v1.2.0", "1.2.0", "1.2.0", "1.1.0 - 2026-11-19", "begins with '1.1.0 - 2026-11-19'"),
    ],
)
def test_a_tag_says_what_the_repository_says(tmp_path, tag, version, core, changes, reason):
    (tmp_path / "Cargo.toml").write_text(CARGO.format(version, core))
    (tmp_path / "CHANGELOG.md").write_text(
        f"# Changelog\n\n## {changes}\n\n## 1.0.0 - 2026-01-01\n"
    )
    found = check_tag.flaw(tag, tmp_path)
    assert found is None if reason is None else reason in found


def test_nothing_is_published_under_a_wrong_tag():
    jobs = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text("utf-8"))["jobs"]
    assert "tag" in jobs["publish"]["needs"]
    assert any("check_tag.py" in step.get("run", "") for step in jobs["tag"]["steps"])


def test_versions_agree():
    flaw = check_tag.flaw(f"v{version('amduat')}")
    assert flaw is None or flaw.startswith("CHANGELOG.md"), (
        "whatever is not released has no date yet"
    )
