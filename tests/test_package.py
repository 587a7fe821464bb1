"""The Rust crates as they would be published: nothing is missing or complained about."""

from __future__ import annotations

import subprocess
import tarfile
import tomllib

import pytest

from support import DATA, ROOT

#: The crates that are published, each after those that it needs.
CRATES = {"amduat": "rust/core", "amduat-solve": "rust/solve"}

#: The registry takes ten megabytes.
LARGEST = 2_000_000


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The files of each crate, packed together: one is not published without the other."""
    target = tmp_path_factory.mktemp("package")
    command = ["cargo", "package", "--locked", "--offline", "--no-verify", "--allow-dirty"]
    for crate in CRATES:
        command += ["--package", crate]
    command += ["--target-dir", str(target)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr, done.stderr
    found = {}
    for crate in CRATES:
        (file,) = (target / "package").glob(f"{crate}-[0-9]*.crate")
        assert file.stat().st_size < LARGEST
        with tarfile.open(file) as packed:
            members = [member for member in packed.getmembers() if member.isfile()]
            found[crate] = {
                member.name.partition("/")[2]: packed.extractfile(member).read()
                for member in members
            }
    return found


@pytest.mark.parametrize("crate", CRATES)
def test_the_package_is_whole(packages, crate):
    files = packages[crate]
    folder = ROOT / CRATES[crate]
    for source in folder.glob("src/**/*.rs"):
        assert source.relative_to(folder).as_posix() in files
    for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert files[licence] == (ROOT / licence).read_bytes()
    assert files["README.md"] == (folder / "README.md").read_bytes()


@pytest.mark.parametrize("crate", CRATES)
def test_the_package_says_what_it_is(packages, crate):
    package = tomllib.loads(packages[crate]["Cargo.toml"].decode())["package"]
    for field in ("description", "license", "repository", "readme", "rust-version"):
        assert package[field]
    assert 1 <= len(package["categories"]) <= 5
    assert 1 <= len(package["keywords"]) <= 5
    assert all(len(keyword) <= 20 for keyword in package["keywords"])


def test_the_data_of_the_tests_comes_along(packages):
    for file in DATA.rglob("*"):
        if file.is_file():
            name = f"tests/data/{file.relative_to(DATA).as_posix()}"
            assert packages["amduat"][name] == file.read_bytes()
