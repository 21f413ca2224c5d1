"""What an author says about a game: options of `vecx export`, and what the page shows."""

import io
import zipfile

import pygame
import pytest

from tests.vecx.web.browser import needs_chromium, opened
from vecx.cli import run_command
from vecx.machine import Machine
from vecx.web import export, poster
from vecx.web.about import COVER, About, controls_of

WORDS = ["--title", "Four & <more>", "--description", "Line up four.\nOr more.",
         "--credits", "By nobody", "--controls", "stick=aim, 1=pause, 4=drop, now",
         "--volume", "40", "--brightness", "150",
         "--colour", "#FF0000", "--no-files", "--no-movies"]


def png(width, height, colour):
    surface = pygame.Surface((width, height))
    surface.fill(colour)
    room = io.BytesIO()
    pygame.image.save(surface, room, "cover.png")
    return room.getvalue()


def test_controls():
    """Words may have commas; a control may be absent."""
    assert controls_of("stick=aim, 1=pause, 4=drop, now") == {
        "stick": "aim", "1": "pause", "4": "drop, now"}


@pytest.mark.parametrize("words, said", [
    (["--controls", "5=jump"], "`5=jump` must be one of stick="),
    (["--controls", "1=a, 1=b"], "each at most once"),
    (["--controls", "1="], "must be one of"),
    (["--volume", "3"], "'3' is not between 5 and 100"),
    (["--colour", "purple"], "'purple' is not bluish, white, green, amber"),
    (["--brightness", "900"], "'900' is not between 25 and 400"),
    (["--cover", "none.png"], "none.png: no such file"),
    (["--cover", "bad.png"], "the cover cannot be decoded"),
    (["--film", "a.movie", "--title", "x"], "cannot be combined with --film"),
])
def test_wrong_use_is_one_message(words, said, tmp_path, monkeypatch, capsys):
    """Wrong options are one message each; nothing is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.png").write_bytes(b"PNG?")
    cart = [] if "--film" in words else ["connect4"]
    try:
        assert run_command(["export", *cart, "-o", "a.html", *words]) in (1, 2)
    except SystemExit as ended:
        assert ended.code == 2
    assert said in capsys.readouterr().err and not (tmp_path / "a.html").exists()


def test_the_page_is_described(tmp_path):
    """Title and description are in the head, escaped."""
    path = tmp_path / "a.html"
    assert run_command(["export", "connect4", "-o", str(path), *WORDS]) == 0
    text = path.read_text()
    assert "<title>Four &amp; &lt;more&gt; - vecx</title>" in text
    assert '<meta name="description" content="Line up four. Or more.">' in text
    assert '<meta property="og:title" content="Four &amp; &lt;more&gt;">' in text


def test_a_cover_replaces_the_title_picture():
    """The middle of the cover fills each picture."""
    about = About(cover=png(300, 100, "red"))
    for width, height in ((192, 240), COVER):
        picture = poster.of(Machine("connect4"), None, about).picture(width, height)
        assert picture.shape == (height, width) and (picture == 0xFF0000).all()


def test_what_itch_needs(tmp_path, monkeypatch, capsys):
    """`--itch` writes a cover image, and prints the frame's size."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["export", "connect4", "--itch", "--title", "Mine"]) == 0
    with zipfile.ZipFile("connect4.zip") as archive:
        assert b"<title>Mine - vecx</title>" in archive.read("index.html")
    assert pygame.image.load("connect4-cover.png").get_size() == COVER
    said = capsys.readouterr().out
    assert "630 x 500 pixels" in said and "viewport 960 x 720" in said


@needs_chromium
@pytest.mark.slow
def test_the_page_says_it(browser, tmp_path):
    """Texts, levels and switches work; another cartridge, even from the address, is refused."""
    path = tmp_path / "a.html"
    assert run_command(["export", "connect4", "-o", str(path), *WORDS]) == 0
    opened(browser, path)
    text = "document.getElementById('{}').textContent"
    assert browser.run(text.format("name")) == "Four & <more>"
    assert browser.run(text.format("description")) == "Line up four.\nOr more."
    assert browser.run(text.format("help-about")) == "Line up four.\nOr more.\nBy nobody"
    assert browser.run("[...document.querySelectorAll('.does.own')].map(one => one.textContent)") \
        == ["aim", "pause", "drop, now"]
    assert browser.run("[vecx.output.loudness, vecx.screen.brightness]") == [0.4, 1.5]
    assert browser.run("vecx.screen.colour") == [1, 0, 0]
    assert browser.run("document.querySelector('#colour option').textContent") == "the game's"
    assert browser.run("['movie', 'other'].every(name => document.getElementById(name).hidden "
                       "&& !document.getElementById(name).getClientRects().length)")
    browser.key("F8")
    assert browser.said == ""
    browser.run("vecx.menu.toggle()")
    assert browser.run("document.querySelector('[data-job=save-movie]')") is None
    browser.run("vecx.menu.toggle(), vecx.controls.dropped(new File(['x'], 'other.bin'))")
    browser.check_said("this page plays this game only")
    assert browser.faults == []


@needs_chromium
@pytest.mark.slow
def test_another_cartridge_has_its_own_title(browser, tmp_path):
    """What the author says is of the author's cartridge only."""
    path = tmp_path / "a.html"
    path.write_text(export.page(Machine("connect4"), about=About(
        title="Mine", description="of it", controls={"4": "drop"})))
    opened(browser, path)
    image = list(Machine("reversi").cartridge.image)
    browser.run(f"vecx.machineOn(Uint8Array.from({image}), 'reversi')")
    assert browser.run("['name', 'description', 'help-about'].map(name => "
                       "document.getElementById(name).textContent)") == ["REVERSI", "", ""]
    assert browser.run("document.querySelectorAll('.does.own').length") == 0
