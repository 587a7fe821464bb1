"""The site of `make docs`: built strictly, complete, and in need of no other host."""

from __future__ import annotations

import doctest
import html
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import tokenize
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

import amduat
from generator import contents, links, offline, reference
from support import ROOT, script

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("**/*.md"))
#: The pages of the reference.
REFERENCE = {page: page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("api/*.md"))}

#: Modules and packages that are no part of the reference, and why.
INTERNAL = {
    "amduat.__main__": "lets `python -m amduat` do what `amduat` does",
    "amduat._core": "is exported by other modules",
    "amduat.adapters.common": "what adapters share",
    "amduat.boards.": "draws one game, or describes how; see amduat.boards",
    "amduat.bots.": "see amduat.bots",
    "amduat.checkpoint": "files of counts",
    "amduat.cli": "commands, which have help of their own",
    "amduat.files": "writes files safely",
    "amduat.pages": "the rules that come with the package",
    "amduat.pieces": "cuts counts into pieces",
    "amduat.plain": "texts that are safe to print",
    "amduat.record.": "see amduat.record",
    "amduat.rounds": "see amduat.match",
    "amduat.seats": "who sits where, for terminal and browser",
    "amduat.seeds": "seeds from seeds",
    "amduat.seen": "what bots remember of a game",
    "amduat.setup": "how a game at the table was set up, for terminal and browser",
    "amduat.spread": "how executors get their work",
    "amduat.state": "where unfinished games are kept",
    "amduat.tally": "counts in pieces",
    "amduat.travel": "games of a match elsewhere",
    "amduat.turns": "see amduat.Turn",
    "amduat.typed": "what people type",
    "amduat.web": "the server of a page, described in docs/web.md",
    "amduat.workers": "processes of a match",
}

#: The public modules: all others.
PUBLIC = ["amduat"] + [
    module.name
    for module in pkgutil.walk_packages(amduat.__path__, "amduat.")
    if not any(
        module.name.startswith(name)
        if name.endswith(".")
        else f"{module.name}.".startswith(f"{name}.")
        for name in INTERNAL
    )
]

#: Every name of the reference: where it is listed, and the object.
LISTED = {
    (module, name): (page, getattr(importlib.import_module(module), name))
    for page, text in REFERENCE.items()
    for module, name, _ in reference.listed(text)
}


def public_names() -> list[tuple[str, str]]:
    """The names that modules export, but for modules."""
    return [
        (module, name)
        for module in PUBLIC
        for name in getattr(importlib.import_module(module), "__all__", ())
        if not inspect.ismodule(getattr(importlib.import_module(module), name))
    ]


def entry(module: str, name: str) -> tuple[str, str] | None:
    """Under which name something stands in the reference: its own, or another of the same thing."""
    if (module, name) in LISTED:
        return module, name
    value = getattr(importlib.import_module(module), name)
    if inspect.isclass(value) or inspect.isroutine(value):
        return next((key for key, (_, other) in LISTED.items() if other is value), None)
    return None


def used(page: Path) -> set[str]:
    """The names in the code of all snippets of a page; not those in texts and comments."""
    found = doctest.DocTestParser().get_examples(REFERENCE[page])
    lines = iter("".join(example.source for example in found).splitlines(keepends=True))
    tokens = tokenize.generate_tokens(lambda: next(lines, ""))
    return {token.string for token in tokens if token.type == tokenize.NAME}


def test_there_are_public_modules():
    assert len(PUBLIC) >= 20
    assert {"amduat.walk", "amduat.learn", "amduat.adapters.gymnasium"} <= set(PUBLIC)
    exported = {f"amduat.{name}" for name in amduat.__all__}
    assert {name for name in exported if name in sys.modules} <= {*PUBLIC, "amduat.__version__"}


@pytest.mark.parametrize(("module", "name"), public_names())
def test_public_names_are_in_the_reference_with_an_example(module, name):
    where = entry(module, name)
    assert where is not None, f"no page of docs/api lists {name} of {module}"
    page, value = LISTED[where]
    meanings = {(a, b): meaning for a, b, meaning in reference.listed(REFERENCE[page])}
    documented = inspect.isclass(value) or inspect.isroutine(value)
    doc = (inspect.getdoc(value) or "") if documented else ""
    assert doc or not documented or meanings[where], f"{name} is listed but not documented"
    assert ">>>" in doc or name in used(page), f"no snippet of {page.name} uses {name}"


def test_nothing_is_listed_twice_or_in_vain():
    listed = [line[:2] for text in REFERENCE.values() for line in reference.listed(text)]
    assert len(listed) == len(set(listed)) >= 120
    exported = set(public_names())
    assert [line for line in listed if line not in exported] == []


# The site itself


def built(*folders: Path) -> subprocess.CompletedProcess[str]:
    """Builds a site, of other pages if a second folder is given."""
    command = [sys.executable, str(DOCS / "build.py"), *map(str, folders)]
    return subprocess.run(command, capture_output=True, text=True, timeout=900)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    done = built(folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder


def test_the_site_has_every_page(site):
    for page in PAGES:
        path = (site / page.relative_to(DOCS)).with_suffix(".html")
        assert path.stat().st_size > 5_000, path


def test_every_page_is_in_the_table_of_contents(site):
    start = (site / "index.html").read_text(encoding="utf-8")
    for page in PAGES:
        address = page.relative_to(DOCS).with_suffix(".html").as_posix()
        assert f'href="{address}"' in start or address == "index.html", address


def test_the_site_has_every_name(site):
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)
    names = {line.split()[0] for line in zlib.decompress(inventory[4]).decode().splitlines()}
    assert {f"{module}.{name}" for module, name in LISTED} <= names
    assert {"amduat.Position.apply", "amduat.Searcher.search", "amduat.Game.undo"} <= names


def test_the_types_of_the_compiled_core_are_shown(site):
    page = (site / "api/positions.html").read_text(encoding="utf-8")
    shown = " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())
    assert "apply(action: Action | str, /) → Position" in shown
    assert "current_player: int" in shown


def test_rules_come_with_their_pictures(site, game):
    page = (site / f"{game}.html").read_text(encoding="utf-8")
    found = re.search(rf'src="(_images/{game}\d*\.svg)"', page)
    assert found is not None
    assert (site / found[1]).stat().st_size > 1_000


def test_links_out_of_the_pages_lead_to_the_repository(site):
    page = (site / "guide/bots.html").read_text(encoding="utf-8")
    assert 'href="https://github.com/amduat/amduat/blob/main/examples/own_bot.py"' in page


def test_the_site_works_without_a_network(site):
    """Read from the disk in a browser that has no network; the search finds pages and names."""
    chromium = script("tests/web/chromium.py")
    asked: list[str] = []
    wrong: list[str] = []
    with sync_playwright() as playwright:
        path = chromium.found(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = browser.new_context(offline=True)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        for name in ("index.html", "ramses.html", "api/positions.html"):
            page.goto(f"{site.as_uri()}/{name}")
            assert page.locator("h1").count() == 1
            broken = "Array.from(document.images).filter(i => i.complete && !i.naturalWidth).length"
            assert page.evaluate(broken) == 0
        for words, target in (("underworld", "isis.html"), ("legal_actions", "api/positions.html")):
            page.goto(f"{site.as_uri()}/search.html?q={words}")
            page.locator(f'#search-results a[href*="{target}"]').first.wait_for(timeout=20_000)
        browser.close()
    assert asked
    assert [address for address in asked if not address.startswith("file:")] == []
    # From the disk, browsers let no script read the pages for excerpts; a server shows them.
    assert set(wrong) <= {"Failed to fetch"}


# What makes it fail


#: What makes a build fail, and what it says.
WRONG = {
    "[there](missing.md)": "missing.md",
    "[there](#missing)": "missing",
    "[there](../missing.py)": "a link to ../missing.py: no such file",
    "![that](images/missing.svg)": "missing.svg",
    '<img src="https://example.org/a.png">': "asks for https://example.org/a.png",
    "```{reference} amduat.walk\nNothing\n```": "amduat.walk.Nothing, which is not there",
}


def test_what_is_wrong_fails(tmp_path):
    pages = tmp_path / "docs"
    pages.mkdir()
    text = "\n\n".join(["# Start", *WRONG])
    (pages / "index.md").write_text(text, encoding="utf-8")
    done = built(tmp_path / "site", pages)
    assert done.returncode != 0
    assert [reason for reason in WRONG.values() if reason not in done.stderr] == []


def test_what_is_right_does_not(tmp_path):
    pages = tmp_path / "docs"
    pages.mkdir()
    (tmp_path / "beside.py").touch()
    text = "# Start\n\n[beside](../beside.py), [out](https://example.org), `[no](link.md)`\n"
    (pages / "index.md").write_text(text, encoding="utf-8")
    done = built(tmp_path / "site", pages)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "suffix", "found"),
    [
        ('<a href="https://a.org/">out</a>', ".html", []),
        ('<link rel="canonical" href="https://a.org/">', ".html", []),
        ('<script src="//a.org/x.js"></script>', ".html", ["//a.org/x.js"]),
        ('<link rel="stylesheet" href="https://a.org/x.css">', ".html", ["https://a.org/x.css"]),
        (
            '<img src="a.png" srcset="b.png 1x, http://a.org/c.png 2x">',
            ".html",
            ["http://a.org/c.png"],
        ),
        ("<style>@import 'https://a.org/x.css';</style>", ".html", ["https://a.org/x.css"]),
        ('<p style="background: url(https://a.org/x.png)">', ".html", ["https://a.org/x.png"]),
        ("<script>fetch('https://a.org/x')</script>", ".html", ["https://a.org/x"]),
        ("@font-face { src: url('https://a.org/x.woff2') }", ".css", ["https://a.org/x.woff2"]),
        ("p { background: url(data:image/png;base64,AA//AA) }", ".css", []),
        ("const about = 'https://a.org/'; fetch('searchindex.js')", ".js", []),
        ("new WebSocket('wss://a.org/x')", ".js", ["wss://a.org/x"]),
        (
            '<svg xmlns="http://www.w3.org/2000/svg"><image href="//a.org/x"/></svg>',
            ".svg",
            ["//a.org/x"],
        ),
    ],
)
def test_what_asks_other_hosts_is_found(text, suffix, found):
    assert offline.asked(text, suffix) == found


def test_pages_have_a_place():
    placed = contents.placed(
        ["index", "guide", "guide/new", "trust", "pharao-solved", "new", "api/walk"]
    )
    assert placed["Guide"] == ["guide", "guide/new"]
    assert placed["The games"] == ["pharao-solved"]
    assert placed["Figures"] == ["trust"]
    assert placed["More"] == ["new"]


# Links, where the repository is shown

#: The addresses of files in the repository.
REPOSITORY = re.compile(
    r"https://(?:github\.com/amduat/amduat/(?:blob|tree)|raw\.githubusercontent\.com/amduat/amduat)"
    r"/main/([^)\s#>\"]+)"
)


#: Files that a page names as code.
PATHS = re.compile(r"`(?:python )?((?:rust|tests|benches|examples|docs|python)/[\w./-]+)[ `]")


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_between_files(page):
    text = page.read_text(encoding="utf-8")
    for target in links.targets(text):
        assert (page.parent / target).exists(), target
    for target in [*REPOSITORY.findall(text), *PATHS.findall(text)]:
        assert (ROOT / target.rstrip(".")).exists(), target


def test_links_of_the_readme():
    """The package index shows it too, where nothing lies beside it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert links.targets(text) == []
    named = REPOSITORY.findall(text)
    assert len(named) >= 15
    assert [target for target in named if not (ROOT / target).exists()] == []
    assert "](#" not in text, "the package index gives headings no anchors"


def test_repository_links_are_found():
    text = "[a](https://github.com/amduat/amduat/blob/main/docs/a.md#b)"
    assert REPOSITORY.findall(text) == ["docs/a.md"]
    assert links.targets("[a](b.md#c) `[d](e.md)` [f](https://a.org) ![g](h.svg)") == [
        "b.md",
        "h.svg",
    ]
