"""The page of the workshop in Chromium and Firefox."""

import base64
import hashlib
import io
import json
import re
import time
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from tests.vecx.web.axe import needs_axe, violations
from tests.vecx.web.browser import CHROMIUM, ELSEWHERE, needs_chromium, served
from tests.vecx.web.firefox import Page, needs_firefox
from tests.vecx.web.shop import add, assembled, create, ready, visit
from vecx.errors import VecxError
from vecx.web import workshop


def in_browsers(chromium=(), firefox=()):
    """Run a test in both browsers, with these markers."""
    return pytest.mark.parametrize("any_browser", [
        pytest.param("chromium", marks=chromium), pytest.param("firefox", marks=firefox)],
        indirect=True, scope="module")


in_both = in_browsers(pytest.mark.slow, pytest.mark.slow)
in_chromium_first = in_browsers(pytest.mark.slow, pytest.mark.nightly)
in_both_by_night = in_browsers(pytest.mark.nightly, pytest.mark.nightly)
TEMPLATES = workshop.templates()
SHIP = TEMPLATES["ship"]
ROOT = Path(__file__).parents[3]
SHIP_X = 0xC881
RELOADS = 40        # one of ten: the test misses a crash once in 68 times
LIST_DELAY_MS = 100     # CodeMirror's list of names ignores keys for 75 ms


@pytest.fixture(scope="module")
def python():
    """Return the files of Pyodide."""
    try:
        return workshop.python_files()
    except VecxError as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="module")
def folder(python, tmp_path_factory):
    """Return a folder with a workshop below a sub path, and one whose Python is missing."""
    root = tmp_path_factory.mktemp("site")
    for name, files in (("workshop", python), ("without-python", {})):
        for file, data in workshop.site(files).items():
            path = root / "docs" / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return root


@pytest.fixture(scope="module")
def site(folder):
    """Return the address of the workshop."""
    with served(folder, "localhost") as address:
        yield f"{address}docs/workshop/"


@pytest.fixture
def page(any_browser, site):
    """Return a page with an open workshop and a new project; its policy is never violated."""
    is_open = f"location.href.startsWith({json.dumps(site)}) && globalThis.shop?.isLoaded"
    if not any_browser.run(f"Boolean({is_open})"):
        any_browser.open(site)
        ready(any_browser)
    create(any_browser, "dot")
    yield any_browser
    assert any_browser.faults == []


@pytest.fixture
def opened(any_browser, site):
    """Return a page with a new project, whose Python may still be loading."""
    visit(any_browser, site)
    add(any_browser, "dot")
    yield any_browser
    assert any_browser.faults == []


@pytest.fixture
def narrow(page):
    """Return the page in a window of 320 x 640 pixels."""
    page.resize(320, 640)
    page.wait("innerWidth === 320")
    yield page
    page.resize(900, 700)


def write(browser, text):
    """Replace the text of the editor."""
    browser.run(f"shop.editor.replace({json.dumps(text)})")


def text_of(browser, ident):
    return browser.run(f"document.getElementById('{ident}').textContent")


# --- writing --------------------------------------------------------------------------------------


def tutorial():
    """Yield what the tutorial adds to the ship in its second step: the line before, and lines."""
    text = (ROOT / "docs" / "writing-a-cartridge.md").read_text("utf-8")
    block = re.search(r"### 2\. Move it.*?```diff\n(.*?)```", text, re.S)[1]
    before, added = "", []
    for line in [*block.splitlines(), " "]:
        if line.startswith("+"):
            added.append(line[1:])
        elif added:
            yield before, added
            added = []
        if not line.startswith("+") and line.strip():
            before = line[1:]


def type_line(browser, line):
    """Type a line without its comment, as a user does: Tab goes to columns."""
    words = line.split(";")[0].rstrip().split(maxsplit=2 - line.startswith(" "))
    label, operation, operand = [*[""] * line.startswith(" "), *words, ""][:3]
    if label:
        browser.press("Backspace")      # Enter has gone to the column of instructions
        browser.type(label)
        browser.press("Tab")
    browser.type(operation)
    if operand:
        browser.press("Tab")
        browser.type(operand)


@in_chromium_first
def test_the_tutorials_program_is_typed_and_played(page):
    """The tutorial's ship moves, after its lines were typed key by key; F4 goes to the game."""
    create(page, "ship")
    for before, added in tutorial():
        lines = page.run("shop.editor.text").split("\n")
        page.run(f"shop.editor.goTo({lines.index(before)})")
        page.press("End")
        for line in added:
            if line and not line.startswith(";"):
                page.type("\n")
                type_line(page, line)
    assembled(page)
    assert text_of(page, "problems") == "", page.run("shop.editor.text")
    made = page.run("shop.editor.text")
    for _, added in tutorial():
        for line in added:
            if line and not line.startswith(";"):
                assert line.split(";")[0].rstrip() in made.split("\n")
    page.wait("shop.image === shop.made.image")
    page.press("F4")
    assert page.run("document.activeElement.id") == "screen"
    page.run("vecx.hands.change('right', true)")
    page.wait(f"vecx.machine.mem[{SHIP_X}] > 10")
    page.run("vecx.hands.change('right', false)")
    page.press("F4")
    assert page.run("document.activeElement.id") == "editor"


MISTAKES = [("jsr     Wait_Recal", "jsr     Wait_Recall"),
            ("jsr     Wait_Recal", "jrs     Wait_Recal"),
            ("jsr     Wait_Recal", "jsr     wait_recal"), ("clr     ship_y", "clr     shipy"),
            ("bsr     ship_draw", "bsr     ship_drow"), ("setdp   $D0", "setpd   $D0"),
            ("rmb     1  ", "rbm     1  "), ('"vectrex.inc"', '"vectrex.in"'),
            ("                bsr     ship_draw", "bsr     ship_draw"),
            ('                include "vectrex.inc"\n', "")]


@pytest.mark.sample(0, slow=4)
@in_browsers()
@pytest.mark.parametrize(("right", "wrong"), MISTAKES, ids=lambda text: text.strip() or "nothing")
def test_a_mistake_is_corrected(right, wrong, page):
    """F8 goes to a mistake and Ctrl+. corrects it; the previous program keeps running."""
    create(page, "ship")
    write(page, SHIP.replace(right, wrong, 1))
    page.wait("document.querySelector('#problems .fix') !== null && !shop.timer "
              "&& !shop.isAssembling")
    assert "previous program keeps running" in text_of(page, "verdict")
    clock = page.run("vecx.machine.clock")
    page.run("shop.editor.goTo(0)")
    page.press("F8")
    page.press(".", "Control")
    page.wait("document.getElementById('problems').childElementCount === 0")
    again = page.run("shop.editor.text")
    if wrong.startswith("bsr"):         # a blank is enough
        again = again.replace("\n bsr ", f"\n{' ' * 16}bsr ")
    if not wrong:                       # at its place or a line above
        again = SHIP if again.count(right) == 1 else again
    assert again == SHIP
    page.wait(f"vecx.machine.clock > {clock}")


@in_chromium_first
def test_a_correction_with_the_mouse(page):
    """The list of problems shows a message with its hint, and a button that corrects it."""
    write(page, TEMPLATES["dot"].replace("jsr     Dot_d", "jsrr     Dot_d"))
    page.wait("document.querySelector('#problems .fix') !== null")
    assert "`jsrr` is not an instruction" in text_of(page, "problems")
    page.run("document.querySelector('#problems .fix').click()")
    page.wait("document.getElementById('problems').childElementCount === 0")
    assert page.run("shop.editor.text") == TEMPLATES["dot"]


@in_both
def test_what_a_page_cannot_do_is_said(page):
    """A file to convert, and one that is missing, have hints that help in the page."""
    write(page, TEMPLATES["dot"] + 'ship asset "ship.svg"\n include "more.inc"\n')
    page.wait("document.getElementById('problems').childElementCount >= 2")
    said = text_of(page, "problems")
    assert "run `vecx convert` on a computer" in said and "Add file" in said and "-I" not in said


@in_chromium_first
def test_the_state_is_carried_over(page):
    """A program that changes continues with its variables."""
    create(page, "stick")
    page.run("(vecx.fast = true, vecx.hands.change('right', true))")
    page.wait("vecx.machine.mem[0xC881] === 80")
    page.run("(vecx.fast = false, vecx.hands.change('right', false))")
    clock = page.run("vecx.machine.clock")
    write(page, TEMPLATES["stick"].replace("Intensity_7F", "Intensity_3F"))
    assembled(page)
    page.wait("shop.image === shop.made.image")
    assert page.run("vecx.machine.clock") > clock
    assert page.run("vecx.machine.mem[0xC881]") == 80


@in_chromium_first
def test_enter_begins_a_line_unless_a_name_is_chosen(page):
    """With a list of names, Enter begins a line; after an arrow key it accepts the name."""
    names = """[...document.getElementById('editor').shadowRoot
        .querySelectorAll('.cm-tooltip-autocomplete li')].map(one => one.textContent).join()"""
    lines = TEMPLATES["dot"].split("\n")
    here = next(number for number, line in enumerate(lines) if "jsr" in line)
    accepted = ["jsr     Intensity_7F"]
    for chosen, expected in ((False, ["jsr     Intensity_7", ""]), (True, accepted)):
        create(page, "dot")
        page.run(f"shop.editor.goTo({here})")
        page.press("End")
        page.type("\n")
        page.type("jsr")
        page.press("Tab")
        page.type("Intensity_7")
        page.wait(f"{names}.startsWith('Intensity_7F') && !{names}.includes(',')")
        page.run(f"new Promise(done => setTimeout(done, {LIST_DELAY_MS}))")
        if chosen:
            page.press("ArrowDown")
        page.press("Enter")
        page.wait(f"{names} === ''")
        found = page.run("shop.editor.text").split("\n")[here + 1:]
        assert [line.strip() for line in found[:len(expected)]] == expected


@in_chromium_first
def test_cycles_colours_hover_and_completion(page):
    """Lines show cycles, macros their colour; Python describes ROM routines."""
    assert page.run("""[...document.getElementById('editor').shadowRoot
        .querySelectorAll('.cm-cycles .cm-gutterElement')].map(one => one.textContent)""") \
        .count("8") == 3
    assert "Wait_Recal" in page.run("shop.python.call('hover', 'dot.asm', 13, 26)")
    page.wait("+document.getElementById('strip-cycles').textContent.replace(',', '') > 100")
    write(page, "twice           macro\n                nop\n                endm\n"
          "                twice\n")
    assembled(page)
    colour = """(word => getComputedStyle([...document.getElementById('editor').shadowRoot
        .querySelectorAll('.cm-line span')].find(one => one.textContent === word)).color)"""
    page.wait(f"{colour}('twice') !== {colour}('nop') && shop.editor.macros === 'twice'")


@in_chromium_first
def test_routines_are_measured(page):
    """The list of routines has their worst cases, and their shares of the time."""
    page.run("(shop.seen = [], 0)")
    page.wait("shop.seen.length > 2000 && document.getElementById('measured') !== null")
    shares = dict(line.rstrip(" %").split(": ") for line in page.run(
        "[...document.querySelectorAll('#measured option')].map(one => one.textContent)"))
    assert float(shares["Wait_Recal"]) > 30 and float(shares.get("main", 0)) < 2
    assert 80 < sum(map(float, shares.values())) < 101, shares
    text = page.run("document.querySelector('#routines optgroup').textContent")
    assert text.startswith("main: ")


# --- projects -------------------------------------------------------------------------------------


def link_of(files):
    data = zlib.compress(json.dumps({"main": "game.asm", "files": files}).encode())
    return "#project=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def zipped(**files):
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return room.getvalue()


BOMB = "0" * 20_000_000


@in_chromium_first
def test_hostile_links_and_archives_are_refused(page):
    """A link and an archive of an enemy are one message each; the page works on."""
    ident = page.run("shop.project.id")
    for files, said in (({"<img src=x onerror=alert(1)>.asm": "x"}, "invalid name"),
                        ({"../../game.asm": "x"}, "invalid name"), ({"game.asm": 7}, "damaged"),
                        ({}, "no sources"), ({"game.asm": "x" * 1_100_000}, "more than 1 MiB"),
                        ({"game.asm": BOMB}, "more than 1 MiB")):
        page.run(f"(shop.say(''), location.hash = {json.dumps(link_of(files))}, 0)")
        page.wait("document.getElementById('shop-said').textContent !== ''")
        assert said in text_of(page, "shop-said")
    for archive, said in ((zipped(**{"../game.asm": "x"}), "invalid name"),
                          (zipped(**{"<b>.asm": "x"}), "invalid name"),
                          (zipped(**{"a.asm": BOMB}), "more than 1,048,576 bytes"),
                          (zipped(**{"a.asm": "x"})[:-9], "damaged archive"),
                          (b"PK" + bytes(4 << 20), "more than 4 MiB"),
                          (zipped(), "no sources")):
        packed = base64.b64encode(zlib.compress(archive, 9)).decode()
        page.run(f"""(async () => {{
          const bytes = Uint8Array.from(atob('{packed}'), c => c.charCodeAt(0));
          const plain = await new Response(new Blob([bytes]).stream().pipeThrough(
            new DecompressionStream('deflate'))).arrayBuffer();
          await shop.doing(() => shop.take(new File([plain], 'evil.zip')));
        }})()""")
        assert said in text_of(page, "shop-said")
    assert page.run("shop.project.id") == ident


@in_chromium_first
def test_a_zip_goes_out_and_in(page):
    """What is saved as a zip is read by Python's zipfile, and by the page."""
    page.run("(shop.project.files['more.inc'] = 'SIZE equ 3\\n', shop.save())")
    text = page.run("shop.zip().then(blob => blob.arrayBuffer()).then(data => "
                    "btoa(String.fromCharCode(...new Uint8Array(data))))")
    archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(text)))
    assert archive.testzip() is None
    assert {name: archive.read(name).decode() for name in archive.namelist()} == {
        "dot.asm": TEMPLATES["dot"], "more.inc": "SIZE equ 3\n"}
    page.run(f"""shop.take(new File([Uint8Array.from(atob('{text}'), c => c.charCodeAt(0))],
        'again.zip'))""")
    page.wait("shop.project.name.startsWith('again')")
    assert page.run("shop.project.files['more.inc']") == "SIZE equ 3\n"


@in_chromium_first
def test_the_exported_page_plays(page, tmp_path):
    """The exported page plays the program under its own policy."""
    write(page, TEMPLATES["text"])
    assembled(page)
    page.wait("shop.made.image === shop.image")
    text = page.run("shop.page()")
    assert "@TITLE@" not in text and re.search(r"<title>TEXT - vecx</title>", text)
    (tmp_path / "text.html").write_text(text, encoding="utf-8")
    image = page.run("[...vecx.machine.image]")
    with closing(page.another()) as other:
        other.open((tmp_path / "text.html").as_uri())
        other.wait("globalThis.vecx?.machine.frames > 5")
        assert other.run("[...vecx.machine.image]") == image


@in_chromium_first
def test_two_tabs_do_not_overwrite_each_other(page, site):
    """If two tabs change one project, the second one keeps its text as a copy, and says so."""
    with closing(page.another()) as other:
        visit(other, site)
        assert other.run("shop.project.id") == page.run("shop.project.id")
        write(page, TEMPLATES["dot"] + "; one\n")
        assembled(page)
        page.run("shop.save()")
        write(other, TEMPLATES["dot"] + "; two\n")
        other.wait("document.getElementById('shop-said').textContent.includes('kept as a copy')")
        assert other.run("shop.project.id") != page.run("shop.project.id")
        texts = "shop.projects.all().then(all => all.map(one => one.files['dot.asm']))"
        found = page.run(texts)
        assert {TEMPLATES["dot"] + "; one\n", TEMPLATES["dot"] + "; two\n"} <= set(found)


@in_both
def test_a_project_opened_while_another_is_saved_is_no_copy(page):
    """Saving a project has nothing to say about the one that is opened meanwhile."""
    page.run("""(async () => {
      const saved = shop.save();
      shop.open({...shop.project, id: crypto.randomUUID(), name: "another"});
      await saved;
    })()""")
    assert text_of(page, "shop-said") == ""
    assert page.run("shop.project.name") == "another"


@in_both
def test_a_change_is_kept_if_another_project_is_opened_at_once(page):
    """The last letters before a new project are kept, though no pause followed them."""
    kept = page.run(f"""(async () => {{
      const {{id}} = shop.project;
      shop.editor.replace({json.dumps(TEMPLATES["dot"] + "; last")});
      await shop.add("dot", shop.fromTemplate("dot"));
      return (await shop.projects.all()).find(one => one.id === id).files["dot.asm"];
    }})()""")
    assert kept == TEMPLATES["dot"] + "; last"
    assert page.run("shop.editor.text") == TEMPLATES["dot"]


@in_both
def test_full_storage_is_said(page):
    """If the storage is full, the page says what to do, and keeps the project until it closes."""
    page.run("""(IDBObjectStore.prototype.own = IDBObjectStore.prototype.put,
        IDBObjectStore.prototype.put =
          () => { throw new DOMException('', 'QuotaExceededError'); }, 0)""")
    write(page, TEMPLATES["dot"] + "; full\n")
    page.wait("document.getElementById('shop-said').textContent.includes("
              "'storage for this page is full. Save it as .zip.')")
    assert page.run("shop.projects.all().then(all => all[0].files['dot.asm'])").endswith("full\n")
    page.run("(IDBObjectStore.prototype.put = IDBObjectStore.prototype.own, 0)")
    page.run("shop.save()")
    assert page.run("shop.projects.fault") == ""


# --- everybody ------------------------------------------------------------------------------------


@in_both
def test_keys_are_enough(page):
    """Tab reaches every control, Enter works them; Escape, then Tab leaves the editor."""
    page.run("document.activeElement.blur()")
    page.run("document.getElementById('project').focus()")
    seen = []
    for _ in range(4):
        seen.append(page.run("document.activeElement.id || document.activeElement.parentNode.id"))
        page.press("Tab")
    assert seen == ["project", "source", "project-menu", "share-project"]
    assert page.run("document.activeElement.id") == "editor"
    page.press("Tab")                       # types blanks
    assert page.run("document.activeElement.id") == "editor"
    page.press("Escape")
    page.press("Tab")
    assert page.run("document.activeElement.id") in ("routines", "rewind", "screen")
    page.run("document.querySelector('#project-menu summary').focus()")
    page.press("Enter")
    page.wait("document.getElementById('project-menu').open")
    menu = []
    for _ in range(12):
        page.press("Tab")
        menu.append(page.run("document.activeElement.id || document.activeElement.textContent"))
    assert menu == ["template", "rename-project", "drop-project", "add-source", "drop-source",
                    "open-project", "save-zip", "save-image", "save-page", "format", "shop-keys",
                    "Licences"]
    page.run("document.getElementById('shop-keys').focus()")
    page.press("Enter")
    page.wait("document.getElementById('keys-page').open")
    page.press("Escape")
    page.wait("!document.getElementById('keys-page').open")


@needs_axe
@in_chromium_first
def test_axe_finds_nothing(page):
    """axe-core finds no violation in the workshop, with menus open and closed."""
    write(page, TEMPLATES["dot"].replace("Dot_d", "Dot_e"))
    page.wait("document.querySelector('#problems .fix') !== null")
    assert violations(page) == []
    page.run("(document.getElementById('project-menu').open = true, 0)")
    assert violations(page) == []
    page.run("(document.getElementById('project-menu').open = false, vecx.menu.toggle())")
    assert violations(page) == []
    page.run("vecx.menu.toggle()")


@needs_axe
@in_chromium_first
def test_axe_finds_nothing_in_a_narrow_window(narrow):
    """axe-core finds no violation in a narrow window, with editor or picture."""
    for tab in ("picture", "editor"):
        narrow.run(f"document.getElementById('tab-{tab}').click()")
        assert violations(narrow) == [], tab


@in_chromium_first
def test_a_narrow_window_has_two_tabs(narrow):
    """In 320 pixels nothing is wider; the tabs change between editor and picture."""
    shown = "getComputedStyle(document.querySelector('{}')).display !== 'none'"
    for tab, one, other in (("picture", "main", "#desk"), ("editor", "#desk", "main")):
        narrow.run(f"document.getElementById('tab-{tab}').click()")
        narrow.wait(shown.format(one))
        assert not narrow.run(shown.format(other))
        assert narrow.run("document.documentElement.scrollWidth") <= 320
        wide = narrow.run("""[...document.querySelectorAll('button, select, #editor, canvas')]
          .filter(one => one.checkVisibility() && one.getBoundingClientRect().right > 320)
          .map(one => one.id)""")
        assert wide == []


# --- visits ---------------------------------------------------------------------------------------


@in_both
def test_a_reload_keeps_the_text(opened, site):
    """Text that was typed a moment ago is there after a reload."""
    write(opened, TEMPLATES["dot"] + "; kept\n")
    visit(opened, site + "?again")
    assert opened.run("shop.editor.text").endswith("; kept\n")


TYPE_AND_LEAVE = """project.files["dot.asm"] += "; last"; projects.leave(project);"""
ENDINGS = {
    "during": "projects.putNow = () => new Promise(() => {});   // a page that ends stops it here\n"
              'project.files["dot.asm"] += "; last"; projects.put(project);',
    "before": f"""
        const {{put}} = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (kept) {{
          IDBObjectStore.prototype.put = put;
          const asked = put.call(this, kept);
          {TYPE_AND_LEAVE}
          return asked;
        }};
        await projects.put(project);""",
    "after": f"{TYPE_AND_LEAVE} await projects.put(project);"}


@in_both
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_page_that_ends_while_it_saves_keeps_the_text(opened, site, ending):
    """A save that ends during, before or after the page neither loses text nor makes a copy."""
    names = opened.run("shop.projects.all().then(all => all.map(one => one.name))")
    opened.run(f"(async () => {{ const {{project, projects}} = shop; {ENDINGS[ending]} }})()")
    visit(opened, site + "?again")
    assert opened.run("shop.editor.text") == TEMPLATES["dot"] + "; last"
    assert opened.run("shop.projects.all().then(all => all.map(one => one.name))") == names


@in_both
def test_two_pages_that_end_at_once_leave_both_texts(opened, site):
    """What one page leaves does not replace what another has left."""
    with closing(opened.another()) as other:
        visit(other, site)
        add(other, "dot")
        leave = "(shop.project.files['dot.asm'] = '; {}', shop.projects.leave(shop.project))"
        opened.run(leave.format("one"))
        other.run(leave.format("two"))
    visit(opened, site + "?again")
    texts = opened.run("shop.projects.all().then(all => all.map(one => one.files['dot.asm']))")
    assert {"; one", "; two"} <= set(texts)


@in_chromium_first
def test_a_link_carries_the_project(opened, site):
    """A link opens as a project of its own, beside those that are there."""
    write(opened, TEMPLATES["list"])
    link = opened.run("(shop.later(), shop.link())")
    write(opened, TEMPLATES["dot"])
    count = opened.run("document.getElementById('project').options.length")
    visit(opened, site + "?other" + link)
    assert opened.run("shop.editor.text") == TEMPLATES["list"]
    opened.wait(f"document.getElementById('project').options.length === {count + 1}")
    assert opened.run("location.hash") == "" and len(link) < 900


@pytest.mark.nightly
@needs_chromium
@pytest.mark.parametrize("any_browser", ["chromium"], indirect=True)
def test_a_page_may_be_left_while_python_loads(any_browser, site):
    """Chromium does not crash, as it did once in ten times; a page that comes back goes on."""
    for number in range(RELOADS):
        visit(any_browser, f"{site}?{number}")
        time.sleep(0.1)
    any_browser.run("history.back()")
    any_browser.wait(f"location.search === '?{number - 1}'")
    ready(any_browser)
    assert any_browser.faults == []


@in_chromium_first
def test_it_plays_before_python_is_loaded(any_browser, site):
    """The example runs although Python cannot be loaded, and the page says so."""
    any_browser.open(site.replace("workshop", "without-python"))
    any_browser.wait("globalThis.vecx?.machine.frames > 30")
    any_browser.wait("!document.getElementById('loaded')")
    assert "The assembler cannot be loaded" in text_of(any_browser, "loading")
    assert not any("TypeError" in str(fault) for fault in any_browser.faults)


@in_chromium_first
def test_it_works_offline_after_the_first_visit(any_browser, folder):
    """When the server has gone, the service worker's copy serves everything."""
    with served(folder, "localhost") as address:
        any_browser.open(f"{address}docs/workshop/")
        any_browser.wait("navigator.serviceWorker.ready.then(found => "
                         "found.active.state === 'activated')")
    any_browser.open(f"{address}docs/workshop/?again")
    ready(any_browser)
    assert any_browser.run("shop.made.image !== null")


@in_both_by_night
def test_it_works_over_plain_http_from_another_computer(any_browser, folder):
    """Browsers keep several functions from such pages; a program is made, kept and exported."""
    with served(folder, ELSEWHERE) as address:
        any_browser.open(f"{address}docs/workshop/")
        ready(any_browser)
        assert not any_browser.run("isSecureContext")
        create(any_browser, "text")
        assert any_browser.run("shop.projects.all().then(all => all.map(one => one.name))") == \
            ["text", any_browser.run("shop.setup.first")]
        page = any_browser.run("shop.page()")
        script = re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)[1]
        assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in page


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_a_phone_has_two_tabs(size, browser, site):
    """Nothing is wider than a phone; the picture has its thumbs."""
    browser.be_phone(width=size[0], height=size[1])
    visit(browser, site)
    shown = "getComputedStyle(document.querySelector('{}')).display !== 'none'"
    assert browser.run(shown.format("#desk")) and not browser.run(shown.format("main"))
    assert browser.run("document.documentElement.scrollWidth") <= size[0]
    browser.tap("tab-picture")
    browser.wait(shown.format("main"))
    assert not browser.run(shown.format("#desk")) and browser.run(shown.format("#thumbs"))
    assert browser.run("document.documentElement.scrollWidth") <= size[0]
    browser.wait("document.getElementById('screen').clientHeight > 150")
    browser.run("navigator.share = data => { globalThis.shared = data; return Promise.resolve(); }")
    browser.tap("tab-editor")
    browser.tap("share-project")
    browser.wait("globalThis.shared !== undefined")
    assert "#project=" in browser.run("shared.url") and browser.run("shared.title") == "dot"


@needs_firefox
@pytest.mark.nightly
def test_a_private_window_works(firefox, site):
    """A private window keeps a project until it is closed, and assembles."""
    firefox.forget()
    with closing(Page(firefox, "window", private=True)) as page:
        page.open(site)
        ready(page)
        write(page, TEMPLATES["text"])
        assembled(page)
        assert page.run("shop.projects.all().then(all => all[0].files['dot.asm'])") \
            == TEMPLATES["text"]
        assert page.faults == []


DENIED = "Object.defineProperty(globalThis, 'indexedDB', {get() { " \
         "throw new DOMException('denied', 'SecurityError'); }});"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["chromium", "firefox"])
def test_denied_storage_is_said(kind, request, site):
    """If the browser denies storage, the page says so, and works on."""
    if kind == "chromium":
        if not CHROMIUM:
            pytest.skip("chromium is not installed")
        page = request.getfixturevalue("browser")
        page.ask("Page.addScriptToEvaluateOnNewDocument", source=DENIED)
    else:
        firefox = request.getfixturevalue("firefox")
        firefox.chrome("Services.prefs.setIntPref('network.cookie.cookieBehavior', 2);")
        page = Page(firefox)
    try:
        visit(page, site)
        page.wait("document.getElementById('shop-said').textContent !== ''")
        assert "the browser denies this page its storage. Save it as .zip." in text_of(
            page, "shop-said")
    finally:
        if kind == "firefox":
            page.close()
            firefox.chrome("Services.prefs.clearUserPref('network.cookie.cookieBehavior');")
