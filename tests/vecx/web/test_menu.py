"""Slots, the last visit, keys, links, archives and published files of the page."""

import base64
import functools
import gzip
import http.server
import io
import json
import threading
import zipfile

import pytest

from tests.vecx.web.browser import needs_chromium, opened, written
from vecx.cli import run_command
from vecx.machine import Machine
from vecx.web import export

pytestmark = needs_chromium


@pytest.fixture
def site(tmp_path):
    """Return a folder, and the address where it is served."""
    folder = tmp_path / "site"
    folder.mkdir()
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    handler.func.log_message = lambda *arguments: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_address[1]}/", server
    server.shutdown()
    server.server_close()


@pytest.mark.slow
@pytest.mark.parametrize("action, said", [
    ("overlay", "there is no overlay for this cartridge"), ("turn", ""), ("reset", "reset"),
    ("pen", "a light pen: hold the pointer down on the screen")])
def test_what_an_action_of_the_menu_says_stays(action, said, browser, tmp_path):
    """The menu closes after an action has said something, which it leaves; `paused` goes."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run("vecx.menu.toggle()")
    assert browser.said == "paused"
    browser.run("document.getElementById('help').addEventListener('close', () => "
                "queueMicrotask(() => globalThis.saidAtClose = vecx.paused ? 'it waits' "
                ": document.getElementById('said').textContent)), "
                f"document.querySelector('[data-action={action}]').click()")
    browser.wait("globalThis.saidAtClose !== undefined")
    assert browser.run("saidAtClose") == said


@pytest.mark.slow
def test_slots_have_pictures(browser, tmp_path):
    """Slots show pictures in the menu, and when F3 chooses one."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.wait("vecx.machine.frames > 60")
    browser.key("F3")
    browser.check_said("slot 1")
    browser.key("F2")
    browser.check_said("saved")
    browser.key("F1")
    shown = "document.querySelectorAll('#slots img').length"
    assert browser.run(shown) == 1 and browser.run("document.querySelectorAll('#slots button')"
                                                   ".length") == 10
    browser.wait("document.querySelector('#slots img').naturalHeight === 150")
    browser.run("document.querySelectorAll('#slots button')[0].click()")
    assert browser.run("vecx.slots.current") == 0
    browser.key("F1")
    browser.wait("!document.getElementById('help').open && !vecx.paused")     # clears the message
    browser.key("F3")
    browser.wait("document.querySelector('#said img')?.naturalHeight === 150")
    assert browser.faults == []


@pytest.mark.slow
def test_a_visit_continues_where_the_last_one_ended(browser, tmp_path):
    """A reload continues, unless the page has another version."""
    path = written(Machine("connect4"), tmp_path)
    opened(browser, path)
    browser.wait("vecx.machine.frames > 100")
    left = browser.run("vecx.pause(true), document.body.old = true, vecx.machine.frames")
    browser.ask("Page.reload")
    browser.wait("!document.body?.old && messages.includes('the game continues where you left it')")
    assert 0 <= browser.run("vecx.machine.frames") - left < 90
    text = browser.run("localStorage.getItem(`${vecx.slots.place}/left`)")
    assert len(text) < 20_000
    key = browser.run("vecx.pause(true), vecx.slots.leave = () => {}, `${vecx.slots.place}/left`")
    for worse in (text[:200], "?", base64.b64encode(b"\0" + base64.b64decode(text)[1:]).decode()):
        browser.run(f"localStorage.setItem('{key}', '{worse}')")
        browser.run("document.body.old = true")
        browser.ask("Page.reload")
        browser.wait("!document.body?.old && globalThis.vecx?.machine.frames > 5")
        assert browser.run("vecx.machine.frames < 90 && !messages.includes('the game continues"
                           " where you left it')")
        browser.run("vecx.slots.leave = () => {}, 0")
    assert browser.faults == []


@pytest.mark.slow
def test_a_link_contains_the_state(browser, tmp_path):
    """A link contains the state; an invalid link gives a message."""
    path = written(Machine("connect4"), tmp_path)
    opened(browser, path)
    browser.wait("vecx.machine.frames > 300")
    browser.run("vecx.pause(true)")
    browser.run("vecx.actions.help(), vecx.actions.share(true)")
    browser.wait("document.getElementById('link').value.includes('#state=')")
    link, frames, state = browser.run("[document.getElementById('link').value,"
                                      " vecx.machine.frames, [...vecx.machine.state].join()]")
    assert len(link) < 2_000
    browser.run("vecx.slots.leave = () => {}, 0")
    browser.open("about:blank")
    browser.open(link)
    browser.wait("messages.includes('the game continues from the link')")
    assert browser.run("vecx.machine.frames") >= frames
    assert not browser.run("location.hash.includes('state')")
    browser.run("vecx.slots.leave = () => {}, 0")
    browser.run(f"vecx.pause(true), location.hash = {json.dumps(link[link.index('#'):])}")
    browser.wait(f"vecx.machine.frames === {frames}")
    assert browser.run("[...vecx.machine.state].join()") == state
    for worse, said in ((link[:-9], "the link is damaged"), (link + "AA", "the link is damaged"),
                        (link[:link.index("=") + 1] + "eJwDAAAAAAE", "the state")):
        browser.run(f"location.hash = {json.dumps(worse[worse.index('#'):])}")
        browser.check_said(said)


@pytest.mark.slow
def test_keys_are_changed_in_the_menu(browser, tmp_path):
    """Changed keys are swapped and stored."""
    path = written(Machine("connect4"), tmp_path)
    opened(browser, path)
    browser.key("F1")
    browser.run("document.querySelector('[data-job=\"button 4 1\"]').click()")
    browser.key("p")
    assert browser.run("document.querySelector('[data-job=\"button 4 1\"]').textContent") == "P"
    assert browser.run("document.querySelector('[data-job=pause]').textContent") == "F"
    browser.run("document.querySelector('[data-job=mute]').click()")
    browser.key("Escape")
    assert browser.run("document.getElementById('help').open && vecx.keys.of.get('mute') === 'm'")
    browser.ask("Page.reload")
    browser.wait("globalThis.vecx?.machine.frames > 2 && !document.getElementById('help').open")
    browser.ask("Input.dispatchKeyEvent", type="keyDown", key="p", code="KeyP")
    browser.wait("vecx.machine.get('buttons') === 0xF7")
    browser.ask("Input.dispatchKeyEvent", type="keyUp", key="p", code="KeyP")
    browser.key("f")
    browser.wait("vecx.paused")
    browser.run("document.getElementById('keys-default').click()")
    assert browser.run("vecx.keys.of.get('pause')") == "p"


def zipped(method=zipfile.ZIP_DEFLATED, **members):
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_", "."), data)
    return room.getvalue()


IMAGE = Machine("reversi").cartridge.image


@pytest.mark.sample(0, slow=3)
@pytest.mark.parametrize(("name", "data", "said"), [
    ("a.zip", zipped(game_bin=IMAGE, read_txt=b"x"), "a: REVERSI"),
    ("a.zip", zipped(zipfile.ZIP_STORED, game_BIN=IMAGE), "a: REVERSI"),
    ("a.gz", gzip.compress(IMAGE), "a: REVERSI"),
    ("a.zip", zipped(zipfile.ZIP_LZMA, game_bin=IMAGE), "unsupported compression (method 14)"),
    ("a.zip", zipped(a_bin=IMAGE, b_vec=IMAGE), "contains 2 images"),
    ("a.zip", zipped(read_txt=b"x"), "contains 0 images"),
    ("a.zip", zipped(game_bin=bytes(1 << 24)), "more than 65,536 bytes"),
    ("a.zip", zipped(game_bin=zipped(game_bin=IMAGE)), "contains another archive"),
    ("a.zip", zipped(game_bin=IMAGE)[:-30], "a damaged archive"),
    ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\0\0\0\1\0\0\x08\6\0\0\0", "65536 x 65536 pixels"),
])
def test_archives(name, data, said, browser, tmp_path):
    """Archives with one image are read within the window's limits."""
    opened(browser, written(Machine("connect4"), tmp_path))
    browser.run(f"vecx.controls.dropped(new File([Uint8Array.from(atob("
                f"'{base64.b64encode(data).decode()}'), c => c.charCodeAt(0))], '{name}'))")
    browser.check_said(said)
    assert browser.run("vecx.machine.image.length") == (
        len(IMAGE) if "REVERSI" in said else len(Machine("connect4").cartridge.image))


def test_the_page_describes_itself():
    """The page has description, icon, preview, picture and licence."""
    text = export.page(Machine("connect4"), url="https://example.org/c4/")
    for part in ('<meta name="description" content="CONNECT 4, a cartridge',
                 '<meta property="og:title" content="CONNECT 4">',
                 '<meta property="og:image" content="https://example.org/c4/picture.png">',
                 '<link rel="icon" href="data:image/svg+xml;base64,',
                 '<img id="poster" alt="" src="data:image/jpeg;base64,',
                 "Permission is hereby granted"):
        assert part in text
    assert "og:image" not in export.page(Machine("connect4"))


@pytest.mark.slow
def test_an_app_works_without_its_server(browser, site):
    """`--pwa`: the app can be installed, and works offline from the second visit."""
    folder, address, server = site
    assert run_command(["export", "connect4", "--pwa", "-o", str(folder)]) == 0
    browser.open(address)
    browser.wait("globalThis.vecx?.machine.frames > 5")
    assert browser.run("navigator.serviceWorker.ready.then(() => true)")
    browser.wait("caches.keys().then(async names => names.length === 1"
                 " && (await (await caches.open(names[0])).keys()).length === 6)")
    errors = browser.ask("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []
    assert browser.faults == []
    server.shutdown()
    server.server_close()
    browser.run("vecx.slots.leave = () => {}, document.body.old = true")
    browser.ask("Page.reload")
    browser.wait("!document.body?.old && globalThis.vecx?.machine.frames > 5")
    assert browser.run("document.getElementById('title').textContent") == "CONNECT 4"


def test_a_zip_for_itch(tmp_path, monkeypatch, capsys):
    """`--itch` writes a zip with index.html; --film cannot be combined with it."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["export", "connect4", "--itch"]) == 0
    with zipfile.ZipFile("connect4.zip") as archive:
        assert archive.namelist() == ["index.html"]
        assert archive.read("index.html").startswith(b"<!doctype html>")
    with pytest.raises(SystemExit, match="2"):
        run_command(["export", "connect4", "--itch", "--film", "x.movie"])
    assert "cannot be combined" in capsys.readouterr().err
