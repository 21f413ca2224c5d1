"""docs/build_web.py: the documentation site, its colours for assembler sources, and its search."""

import importlib
import importlib.util
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.vecx.web.browser import Browser, Chromium, needs_chromium
from vecx.errors import VecxError

for name in ("sphinx", "myst_nb", "furo"):
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed", allow_module_level=True)
ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md")),
         DOCS / "notebook.ipynb"]
SOURCES = sorted([*ROOT.glob("roms/**/*.asm"), *ROOT.glob("roms/**/*.inc"),
                  *ROOT.glob("games/**/*.asm"), *ROOT.glob("games/**/*.inc")])
FENCE = re.compile(r"^( *)```asm\n(.*?)^\1```", re.MULTILINE | re.DOTALL)

build_web = importlib.import_module("docs.build_web")
asm_lexer = importlib.import_module("docs.site.asm_lexer")


class Page(HTMLParser):
    """What the tests ask of a page: its links, its anchors, what it loads, its text."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.loaded, self.text = [], set(), [], path.read_text("utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(values["href"])
        if tag in ("script", "img", "iframe", "source") and values.get("src"):
            self.loaded.append(values["src"])


def test_the_manual_lists_every_page_once():
    """The manual lists all documents; a page's section is the first that lists it."""
    sections = build_web.contents((DOCS / "manual.md").read_text("utf-8"))
    assert list(sections) == ["", "Learn", "How to", "Reference", "Explanation"]
    assert next(iter(sections["Learn"])) == "playing.md"
    listed = [(DOCS / path).resolve() for pages in sections.values() for path in pages]
    assert sorted([*listed, DOCS / "manual.md"]) == sorted(PAGES)
    text = ("[all](c.md)\n## A\n- [one](a.md), [of it](b.md#part)\n"
            "## B\n- [two](b.md), [one](a.md), [again](b.md)")
    assert build_web.contents(text) == {
        "": {"c.md": "All"}, "A": {"a.md": "One"}, "B": {"b.md": "Two"}}


def tokens(text):
    """Return the tokens of a text without blanks, each with the last word of its type."""
    return [(str(kind).rpartition(".")[2], part) for _, kind, part
            in asm_lexer.AsmLexer().get_tokens_unprocessed(text) if part.strip()]


@pytest.mark.parametrize("text, expected", [
    ("main:   lda     #$1F    ; go", [
        ("Label", "main"), ("Punctuation", ":"), ("Function", "lda"), ("Punctuation", "#"),
        ("Number", "$1F"), ("Single", "; go")]),
    (".wait   bne     .wait", [("Label", ".wait"), ("Function", "bne"), ("Name", ".wait")]),
    ("SIZE    equ     %101*2", [("Constant", "SIZE"), ("Keyword", "equ"), ("Number", "%101"),
                                ("Operator", "*"), ("Number", "2")]),
    ("delay   macro   count", [("Class", "delay"), ("Keyword", "macro"), ("Name", "count")]),
    ("        delay   \\1", [("Class", "delay"), ("Name", "\\1")]),
    ("        fcc     /say \"hi\"/,$80", [
        ("Keyword", "fcc"), ("String", '/say "hi"/'), ("Punctuation", ","), ("Number", "$80")]),
    ("        ldd     [,x++]", [("Function", "ldd"), ("Punctuation", "["), ("Punctuation", ","),
                                ("Builtin", "x"), ("Operator", "+"), ("Operator", "+"),
                                ("Punctuation", "]")]),
    ("        ;@cycles <= 67", [("Special", ";@cycles <= 67")]),
    ("        lda     `", [("Function", "lda"), ("Error", "`")]),
])
def test_the_colours_of_a_line(text, expected):
    """Labels, instructions, directives, macros, registers, numbers and comments are told apart."""
    assert tokens(text) == expected


def test_every_source_has_colours():
    """No line of the ROM, the games and the documents has a character that is no word's."""
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in SOURCES}
    for page in PAGES:
        for number, (indent, text) in enumerate(FENCE.findall(page.read_text("utf-8"))):
            texts[f"{page.name}-{number}"] = re.sub(f"^{indent}", "", text, flags=re.MULTILINE)
    assert len(SOURCES) > 60 and len(texts) > len(SOURCES) + 25
    for name, text in texts.items():
        found = list(asm_lexer.AsmLexer().get_tokens_unprocessed(text))
        assert "".join(part for _, _, part in found) == text, name
        wrong = [(part, text.count("\n", 0, at) + 1) for at, kind, part in found
                 if kind is asm_lexer.Error]
        assert not wrong, (name, wrong)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the site, with a workshop whose Python is missing."""
    folder = tmp_path_factory.mktemp("site")
    build_web.build(folder, {"pyodide.mjs": b""})
    return folder


@pytest.fixture(scope="module")
def pages(site):
    """Return the pages of the site, but the players and the workshop, by their names."""
    return {path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")
            if not path.name.startswith("play-") and "workshop" not in path.parts[:-1]}


@pytest.mark.slow
def test_every_document_is_a_page(site, pages):
    """Every document is a page, three pages contain the player, and all lead to the workshop."""
    assert {path.relative_to(ROOT).with_suffix(".html").as_posix() for path in PAGES} \
        | {"index.html", "search.html"} == set(pages)
    assert {path.name for path in site.glob("play-*.html")} == {
        f"play-{name}.html" for name in ("connect4", "reversi", "service")}
    assert all("globalThis.vecx" in path.read_text("utf-8") for path in site.glob("play-*.html"))
    for name, page in pages.items():
        up = "../" * name.count("/")
        assert {f"{up}play-connect4.html", f"{up}workshop/index.html"} <= set(page.links), name
    assert (site / "workshop" / "pyodide" / "pyodide.mjs").exists()
    command, = re.findall(r"^(python3 -m venv .* vecx run connect4)$",
                          (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    front = re.sub(r"<[^>]+>", "", pages["index.html"].text).replace("&amp;", "&")
    assert command in front


@pytest.mark.slow
def test_the_sidebar_has_the_order_of_the_manual(pages):
    """On every page, the sidebar has the manual's sections with their pages, in this order."""
    manual = build_web.contents((DOCS / "manual.md").read_text("utf-8"))
    captions = [caption for caption in manual if caption]
    listed = ["docs/manual.html", *(
        (DOCS / path).resolve().relative_to(ROOT).with_suffix(".html").as_posix()
        for section in manual.values() for path in section)]
    for name, page in pages.items():
        bar = re.search(r'<div class="sidebar-tree">.*?</div>', page.text, re.DOTALL)[0]
        assert re.findall(r'caption-text">([^<]+)<', bar) == captions, name
        found = [name if link == "#" else (ROOT / name).parent.joinpath(link).resolve()
                 .relative_to(ROOT).as_posix() for link in re.findall(r'href="([^"]*)"', bar)]
        assert found == listed, name


@pytest.mark.slow
def test_no_link_is_broken(site, pages):
    """Every link leads to a file of the site and, if it has an anchor, to this anchor."""
    anchors = {(site / name).resolve(): page.anchors for name, page in pages.items()}
    checked = 0
    for name, page in pages.items():
        for link in page.links:
            place, _, part = link.partition("#")
            if re.match(r"https?:", place):
                continue
            target = (site / name).parent.joinpath(place).resolve() if place \
                else (site / name).resolve()
            assert target.is_file(), (name, link)
            assert not part or part in anchors[target], (name, link)
            checked += 1
    assert checked > 3000


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site, pages):
    """Scripts, styles, pictures and fonts are files of the site."""
    for name, page in pages.items():
        for address in page.loaded:
            assert not re.match(r"\w+:|//", address), (name, address)
            assert (site / name).parent.joinpath(address.partition("?")[0]).is_file(), address
    for path in site.rglob("_static/**/*.css"):
        for address in re.findall(r"@import|url\(\s*[\"']?([^\"')]+)", path.read_text("utf-8")):
            assert address.startswith("data:"), (path.name, address)
    assert (site / ".nojekyll").exists()        # or a host leaves out _static


@pytest.mark.slow
def test_the_search_and_the_colours(site, pages):
    """The search finds words of several pages, and blocks of assembler, shell and Python have
    colours."""
    index = (site / "searchindex.js").read_text("utf-8")
    for word in ("recalibr", "reversi", "phosphor", "gymnasium", "retroarch"):
        assert re.search(rf'\b"?{word}"?:', index), word
    assert re.search(r'<span class="nl">main</span>.*<span class="nf">jsr</span>',
                     pages["README.html"].text)
    for kind in ("asm", "sh", "console", "python", "c", "json", "toml", "diff"):
        assert any(f'highlight-{kind} ' in page.text for page in pages.values()), kind
    notebook = pages["docs/notebook.html"]
    assert sum(address.endswith(".svg") for address in notebook.loaded) == 3    # and the mark
    assert "work_cycles</th>" in notebook.text or "work_cycles</td>" in notebook.text


FAULTS = {
    "[a](no-page.md)": "'no-page.md'",
    "[a](#no-heading)": "'no-heading'",
    "[a](index.md#no-heading-there)": "'no-heading-there'",
    "[a](vecx/no_file.py)": "'vecx/no_file.py'",
    "![a](no-picture.png)": "no-picture.png",
    "```asm\n lda `\n```": "as \"asm\"",
    "```no-language\n```": "'no-language'",
    "{role}`a`": '"role"',
}


@pytest.mark.slow
def test_faults_of_documents_are_errors(tmp_path):
    """Links that lead nowhere, blocks without colours and pages that are not listed are errors; a
    link to a source loses its address."""
    room = tmp_path / "room"
    shutil.copytree(DOCS / "site", room)
    shutil.copy(DOCS / "images" / "architecture.svg", room / "static" / "icon.svg")
    (room / "index.md").write_text(f"# Site\n{build_web.tree('', {'../a.md': 'A'})}")
    (room / "unlisted.md").write_text("# Another page\n")
    (room / "a.md").write_text("\n\n".join(["# A", "[good](vecx/errors.py)", *FAULTS]))
    with pytest.raises(VecxError) as caught:
        build_web.run_sphinx(room, tmp_path / "site", False)
    said = str(caught.value)
    for text, words in FAULTS.items():
        assert words in said, (text, said)
    assert "unlisted.md: WARNING" in said and "errors.py" not in said
    assert said.count("WARNING") == len(FAULTS) + 1, said
    text = (tmp_path / "site" / "a.html").read_text("utf-8")
    assert "play-connect4.html" in text and "workshop" not in text
    assert re.search(r"<p>(<span[^>]*>)?good", text) and "errors.py" not in text


@pytest.mark.slow
@needs_chromium
def test_the_search_works_without_a_server(site, tmp_path):
    """From a folder, a word typed into the search finds its page, and a click on the picture of the
    front page starts the game there, which has no keys before; the wheel always moves the page."""
    chromium = Chromium(tmp_path, [])
    try:
        browser = Browser(chromium)
        browser.resize(1400, 900)
        browser.open((site / "index.html").as_uri())
        assert browser.run("document.querySelectorAll('iframe').length") == 0
        browser.run("document.querySelector('a.player').click()")
        browser.wait("document.activeElement.matches('iframe.player[src$=\"play-connect4.html\"]')")
        browser.ask("Input.dispatchMouseEvent", type="mouseWheel", x=1100, y=400, deltaX=0,
                    deltaY=100)
        browser.wait("scrollY > 50")
        assert browser.run("document.elementFromPoint(1100, 300).matches('iframe')")
        assert browser.faults == []
        browser.run("document.querySelector('.sidebar-search').focus()")
        browser.type("gymnasium\n")
        browser.wait("document.querySelectorAll('ul.search li a').length > 0")
        browser.wait("document.querySelector('.search-summary').textContent.includes('found')")
        found = browser.run("[...document.querySelectorAll('ul.search li a')].map(a => a.pathname)")
        assert str(site / "docs" / "learning.html") in found
        assert all(address.startswith(("file:", "data:", "blob:")) for address in browser.requests)
    finally:
        chromium.close()
