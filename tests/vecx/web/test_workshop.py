"""The workshop: its files, its templates, and its page in headless Chromium."""

import base64
import functools
import gzip
import http.server
import io
import json
import re
import shutil
import subprocess
import sys
import threading
import zipfile
import zlib

import pytest

from tests.vecx.web.browser import needs_chromium
from vecx.cli import run_command
from vecx.errors import VecxError
from vecx.machine import Machine
from vecx.web import workshop

FRAMES = 600
TEMPLATES = workshop.templates()


# --- files and templates --------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_clean(name, tmp_path):
    """Each template assembles without a message, and the strict machine finds nothing."""
    source = tmp_path / f"{name}.asm"
    source.write_text(TEMPLATES[name])
    machine = Machine(str(source), strict="all")
    assert machine.messages == ""
    for number in range(FRAMES):
        if number % 100 == 0:
            machine.stick((1, -1, 0)[number // 100 % 3], (1, 0, -1)[number // 100 % 3])
        if number % 150 == 50:
            machine.press(4)
        if number % 150 == 60:
            machine.release(4)
        budget = machine.run_frames(1)[0].budget
    assert machine.findings == [] and budget.vectors > 0


def test_the_archive_is_complete(tmp_path):
    """The archive runs with the standard library alone, and makes what vecx makes."""
    zipfile.ZipFile(io.BytesIO(workshop.assembler())).extractall(tmp_path)
    code = ("import json, sys; sys.path.insert(0, sys.argv[1])\n"
            "from vecx.language.page import begin\n"
            "project = begin()\n"
            "made = json.loads(project.assemble('a.asm', {'a.asm': sys.stdin.read()}))\n"
            "print(made['image'], made['problems'], project.hover('a.asm', 13, 26)[:16])\n"
            "print(len(json.loads(project.complete('a.asm', 13, 17))) > 100)\n")
    ran = subprocess.run([sys.executable, "-S", "-I", "-c", code, str(tmp_path)], text=True,
                         input=TEMPLATES["dot"], capture_output=True, check=False)
    machine = workshop.machine_of(TEMPLATES["dot"], "dot")
    assert ran.stderr == ""
    image, *rest = ran.stdout.split(maxsplit=1)
    assert base64.b64decode(image) == machine.cartridge.image
    assert rest == ["[] ### `Wait_Recal`\nTrue\n"]


def test_the_archive_is_reproducible():
    """The same sources give the same bytes."""
    assert workshop.assembler() == workshop.assembler()


def test_the_page_loads_nothing_from_elsewhere():
    """No file of vecx names another host, except that of --cdn."""
    files = workshop.site({})
    for name in ("index.html", "workshop.json", "assembler.js", "offline.js"):
        assert b"https://" not in files[name], name
    given = workshop.site({}, "https://files.example/pyodide/")
    assert json.loads(given["workshop.json"])["pyodide"] == "https://files.example/pyodide/"


def test_before_the_first_picture_little_is_loaded():
    """The page plays with less than 300 KB, and without Pyodide a visit has less than 700 KB."""
    files = workshop.site({})
    sizes = {name: len(gzip.compress(data)) for name, data in files.items()}
    assert sizes["index.html"] < 300_000
    assert sum(sizes.values()) < 700_000, sizes


@pytest.mark.parametrize("words, said", [
    (["--cdn", "http://a/"], "must begin with https:// and end with /"),
    (["--cdn", "https://a/", "--pyodide", "x"], "cannot be combined"),
    (["--pyodide", "missing"], f"unpack the npm package pyodide {workshop.PYODIDE}"),
])
def test_wrong_use_is_one_message(words, said, tmp_path, monkeypatch, capsys):
    """Wrong options, and a missing Pyodide, are one message each; nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["workshop", "-o", "out", *words]) in (1, 2)
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error and not (tmp_path / "out").exists()


def test_another_version_of_pyodide_is_refused(tmp_path):
    """A file with another content is named."""
    for name in workshop.PYODIDE_FILES:
        (tmp_path / name).write_bytes(b"other")
    with pytest.raises(VecxError, match=r"pyodide.mjs is not that of pyodide [\d.]+; install npm"):
        workshop.python_files(tmp_path)


def test_without_npm_the_message_says_what_to_do(tmp_path, monkeypatch):
    """Without npm and a copy, the message names both ways out."""
    monkeypatch.setattr(workshop.platformdirs, "user_cache_dir", lambda *_, **__: str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(VecxError, match=r"npm is not installed; install npm, or .*--cdn URL"):
        workshop.python_files()


# --- the page -------------------------------------------------------------------------------------


class _Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        """Log nothing."""


_Handler.extensions_map = {**_Handler.extensions_map, ".mjs": "text/javascript",
                           ".wasm": "application/wasm"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the address of a workshop, below a sub path, and its server."""
    try:
        python = workshop.python_files()
    except VecxError as fault:
        pytest.skip(str(fault))
    root = tmp_path_factory.mktemp("site")
    for folder, files in (("workshop", python), ("without-python", {})):
        for name, data in workshop.site(files).items():
            path = root / "docs" / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Handler, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_address[1]}/docs/workshop/", server
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser, site):
    """Return a page with an open workshop."""
    browser.open(site[0])
    ready(browser)
    return browser


def ready(browser):
    """Wait until the page has assembled its program."""
    browser.wait("globalThis.shop?.isLoaded && shop.made !== undefined && !shop.isAssembling")


def write(browser, text):
    """Replace the text of the editor, as typing does."""
    browser.run(f"shop.editor.replace({json.dumps(text)})")


def assembled(browser):
    """Wait until the present text is assembled."""
    browser.wait("!shop.timer && !shop.isAssembling "
                 "&& shop.madeOf[shop.source] === shop.editor.text")


def problems(browser):
    return browser.run("document.getElementById('problems').textContent")


@needs_chromium
@pytest.mark.slow
def test_it_plays_before_python_is_loaded(browser, site):
    """The example runs although Python cannot be loaded, and the page says so."""
    browser.open(site[0].replace("workshop", "without-python"))
    browser.wait("globalThis.vecx?.machine.frames > 30")
    browser.wait("!document.getElementById('loaded')")
    assert "The assembler cannot be loaded" in browser.run(
        "document.getElementById('loading').textContent")


@needs_chromium
@pytest.mark.slow
def test_a_program_is_typed_and_runs(page):
    """Typed key by key, the program is assembled and runs; the policy is never violated."""
    write(page, "")
    page.run("shop.editor.view.focus()")
    for line in TEMPLATES["text"].replace("HELLO,", "TYPED!").splitlines():
        page.ask("Input.insertText", text=line)
        page.run("shop.editor.view.dispatch(shop.editor.view.state.replaceSelection('\\n'))")
    assembled(page)
    assert "error" not in page.run("document.getElementById('verdict').className")
    page.wait("String.fromCharCode(...vecx.machine.image).includes('TYPED!')")
    clock = page.run("vecx.machine.clock")
    page.wait(f"vecx.machine.clock > {clock + 300_000}")
    assert page.faults == []


@needs_chromium
@pytest.mark.slow
def test_a_mistake_is_explained_and_corrected(page):
    """A mistake shows its message and its correction; the previous program keeps running."""
    write(page, TEMPLATES["dot"].replace("jsr     Dot_d", "jsrr     Dot_d"))
    page.wait("document.querySelector('#problems .fix') !== null")
    assert "`jsrr` is not an instruction" in problems(page)
    assert "previous program keeps running" in page.run(
        "document.getElementById('verdict').textContent")
    page.run("document.querySelector('#problems .fix').click()")
    page.wait("document.getElementById('problems').childElementCount === 0")
    assert page.run("shop.editor.text") == TEMPLATES["dot"]


@needs_chromium
@pytest.mark.slow
def test_the_state_is_carried_over(page):
    """A program that changes continues with its variables; a changed loop restarts it."""
    page.run("shop.add('stick', shop.fromTemplate('stick'))")
    page.wait("shop.project.name === 'stick'")
    page.wait("shop.made.image !== null && shop.running === shop.project.id && !shop.isAssembling")
    page.run("vecx.fast = true; vecx.hands.change('right', true)")
    page.wait("vecx.machine.mem[0xC881] === 80")
    page.run("vecx.fast = false")
    clock = page.run("vecx.machine.clock")
    write(page, TEMPLATES["stick"].replace("Intensity_7F", "Intensity_3F"))
    assembled(page)
    page.wait("shop.image === shop.made.image")
    assert page.run("vecx.machine.clock") > clock
    assert page.run("vecx.machine.mem[0xC881]") == 80


@needs_chromium
@pytest.mark.slow
def test_cycles_hover_and_completion(page):
    """Lines show their cycles; Python describes ROM routines and completes names."""
    assert page.run("""[...document.getElementById('editor').shadowRoot
        .querySelectorAll('.cm-cycles .cm-gutterElement')].map(one => one.textContent)""") \
        .count("8") == 3
    assert "Wait_Recal" in page.run("shop.python.call('hover', 'dot.asm', 13, 26)")
    page.wait("+document.getElementById('strip-cycles').textContent.replace(',', '') > 100")


@needs_chromium
@pytest.mark.slow
def test_a_reload_keeps_the_text(page, site):
    """Text that was typed a moment ago is there after a reload."""
    write(page, TEMPLATES["dot"] + "; kept\n")
    page.run("document.dispatchEvent(new Event('visibilitychange'))")
    assembled(page)
    page.run("shop.save()")
    page.open(site[0] + "?again")
    ready(page)
    assert page.run("shop.editor.text").endswith("; kept\n")


@needs_chromium
@pytest.mark.slow
def test_a_link_carries_the_project(page, site):
    """A link opens as a project of its own, beside those that are there."""
    write(page, TEMPLATES["list"])
    assembled(page)
    link = page.run("shop.link()")
    write(page, TEMPLATES["dot"])
    assembled(page)
    page.open(site[0] + "?other" + link)
    ready(page)
    assert page.run("shop.editor.text") == TEMPLATES["list"]
    page.wait("document.getElementById('project').options.length === 2")
    assert page.run("location.hash") == ""


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("files, said", [
    ({"<img src=x onerror=alert(1)>.asm": "x"}, "invalid name"),
    ({"../../game.asm": "x"}, "invalid name"),
    ({"game.asm": 7}, "damaged"),
    ({}, "no sources"),
    ({"game.asm": "x" * 1_100_000}, "more than 1 MiB"),
    ({"game.asm": "0" * 100_000_000}, "more than 1 MiB"),
])
def test_a_hostile_link_is_refused(files, said, browser, site):
    """A link from an enemy is one message; the page works on."""
    data = zlib.compress(json.dumps({"main": "game.asm", "files": files}).encode())
    browser.open(site[0] + "#project=" + base64.urlsafe_b64encode(data).decode().rstrip("="))
    browser.wait("globalThis.shop?.project != null")
    assert said in browser.run("document.getElementById('shop-said').textContent")
    assert browser.run("shop.project.name") == "dot"


def zipped(**files):
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return room.getvalue()


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("archive, said", [
    (zipped(**{"../game.asm": "x"}), "invalid name"),
    (zipped(**{"<b>.asm": "x"}), "invalid name"),
    (zipped(**{"a.asm": "0" * 100_000_000}), "more than 1,048,576 bytes"),
    (zipped(**{"a.asm": "x"})[:-9], "damaged archive"),
    (b"PK" + bytes(4 << 20), "more than 4 MiB"),
    (zipped(), "no sources"),
])
def test_a_hostile_zip_is_refused(archive, said, browser, site):
    """An archive from an enemy is one message; the page works on."""
    browser.open(site[0])
    browser.wait("globalThis.shop?.project != null")
    browser.run(f"""shop.doing(() => shop.take(new File([Uint8Array.from(atob(
        '{base64.b64encode(archive).decode()}'), c => c.charCodeAt(0))], 'evil.zip')))""")
    assert said in browser.run("document.getElementById('shop-said').textContent")
    assert browser.run("shop.project.name") == "dot"


@needs_chromium
@pytest.mark.slow
def test_a_zip_goes_out_and_in(page):
    """What is saved as a zip is read by Python's zipfile, and by the page."""
    page.run("shop.project.files['more.inc'] = 'SIZE equ 3\\n'; shop.save()")
    text = page.run("shop.zip().then(blob => blob.arrayBuffer()).then(data => "
                    "btoa(String.fromCharCode(...new Uint8Array(data))))")
    data = base64.b64decode(text)
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.testzip() is None
    assert {name: archive.read(name).decode() for name in archive.namelist()} == {
        "dot.asm": TEMPLATES["dot"], "more.inc": "SIZE equ 3\n"}
    page.run(f"""shop.take(new File([Uint8Array.from(atob('{text}'), c => c.charCodeAt(0))],
        'again.zip'))""")
    page.wait("shop.project.name === 'again'")
    assert page.run("shop.project.files['more.inc']") == "SIZE equ 3\n"


@needs_chromium
@pytest.mark.slow
def test_the_exported_page_plays(page, browser, tmp_path):
    """The exported page plays the program under its own policy."""
    write(page, TEMPLATES["text"])
    page.wait("shop.made.image === shop.image && !shop.timer && !shop.isAssembling")
    text = page.run("shop.page()")
    assert "@TITLE@" not in text and re.search(r"<title>TEXT - vecx</title>", text)
    path = tmp_path / "text.html"
    path.write_text(text, encoding="utf-8")
    image = page.run("[...vecx.machine.image]")
    browser.open(path.as_uri())
    browser.wait("globalThis.vecx?.machine.frames > 5")
    assert browser.run("[...vecx.machine.image]") == image


@needs_chromium
@pytest.mark.slow
def test_it_works_offline_after_the_first_visit(page, site):
    """The service worker serves everything without the network."""
    page.wait("navigator.serviceWorker.ready.then(found => found.active.state === 'activated')")
    page.ask("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1,
             uploadThroughput=-1)
    page.open(site[0])
    ready(page)
    assert page.run("shop.made.image !== null")
    page.ask("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1,
             uploadThroughput=-1)


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_a_phone_has_two_tabs(size, browser, site):
    """Nothing is wider than a phone; the tabs change between editor and picture."""
    browser.be_phone(width=size[0], height=size[1])
    browser.open(site[0])
    browser.wait("globalThis.shop?.project != null")
    shown = "getComputedStyle(document.querySelector('{}')).display !== 'none'"
    assert browser.run(shown.format("#desk")) and not browser.run(shown.format("main"))
    assert browser.run("document.documentElement.scrollWidth") <= size[0]
    browser.tap("tab-picture")
    browser.wait(shown.format("main"))
    assert not browser.run(shown.format("#desk")) and browser.run(shown.format("#thumbs"))
    assert browser.run("document.documentElement.scrollWidth") <= size[0]
    browser.wait("document.getElementById('screen').clientHeight > 150")

