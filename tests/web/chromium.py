"""The browser of this machine, fetched if there is none: `python tests/web/chromium.py` says where.

Fetching takes a while, and two who fetch at once are in each other's way, so `make test` does it
before the tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
WHAT_TO_DO = """\
no browser for the tests of the page. Install one of these:
  Chromium or Google Chrome, so that `chromium` or `google-chrome` is on the path;
  on Debian or Ubuntu: apt install chromium;
  Playwright's own: python -m playwright install chromium"""


def installed() -> str | None:
    """A Chromium or Chrome of this machine."""
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in (*found, *PLACES) if path and Path(path).exists()), None)


def by_package() -> str | None:
    """The Chromium of Debian or Ubuntu, installed if that is allowed here."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    for command in (["apt-get", "update"], ["apt-get", "install", "--yes", "chromium"]):
        subprocess.run(command, capture_output=True, timeout=600, check=False)
    return installed()


def of_playwright(expected: str) -> str | None:
    """Playwright's own Chromium, fetched if it is not there yet."""
    if not Path(expected).exists():
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, capture_output=True, timeout=600, check=False)
    return expected if Path(expected).exists() else None


def found(expected: str) -> str:
    """Where a browser is; fails, and says what to do, if there is none and none can be fetched."""
    path = installed() or by_package() or of_playwright(expected)
    if path is None:
        pytest.fail(WHAT_TO_DO)
    return path


if __name__ == "__main__":
    with sync_playwright() as playwright:
        try:
            print(found(playwright.chromium.executable_path))
        except pytest.fail.Exception as failure:
            sys.exit(str(failure))
