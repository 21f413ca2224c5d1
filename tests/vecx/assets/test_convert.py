"""Converting by suffix: the cache, dependencies of a source, and the command."""

import os
import re
import time
from pathlib import Path

import pytest

from asm import assemble_file
from asm.assembler.conversion import Asset, ConversionError
from vecx import Machine
from vecx.assets import convert as converting
from vecx.assets import drawings
from vecx.cli import run_command
from vecx.console.includes import CONVERTERS, include_folders
from vecx.debugger.frontends.views import origin_lines
from vecx.debugger.session import Session
from vecx.errors import AssemblyError
from vecx.play import reload

SHIP = '<svg viewBox="0 0 100 100">\n<path id="hull" d="M50 10 L80 90 L20 90 Z"/>\n</svg>\n'
GAME = """        include "vectrex.inc"
        org     0
        setdp   $D0
        fcc     "g GCE 2026"
        fcb     $80
        fdb     Music_1
        fcb     $F8,$50,$20,-40
        fcc     "SHIP"
        fcb     $80,0
main    jsr     Wait_Recal
        jsr     Intensity_5F
        ldd     #0
        ldx     #ship
        jsr     ship_draw
        bra     main
ship    asset   "ship.svg", size=100, form=lists
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache, in memory and on disk."""
    monkeypatch.setattr(converting, "_results", {})
    monkeypatch.setattr(converting, "_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def asset(path: Path, **options: str) -> Asset:
    return Asset(str(path), path.read_bytes(), "", options, lambda _: b"")


def test_results_are_cached_by_content(tmp_path: Path, cache: Path,
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are cached in memory and on disk by content and options; damage is repaired."""
    calls: list[str] = []
    real = drawings.convert
    monkeypatch.setattr(drawings, "convert", lambda one, others: (
        calls.append(one.path), real(one, others))[1])
    ship = tmp_path / "ship.svg"
    ship.write_text(SHIP)
    first = converting.convert(asset(ship))
    assert converting.convert(asset(ship)) == first and len(calls) == 1
    monkeypatch.setattr(converting, "_results", {})
    assert converting.convert(asset(ship)) == first and len(calls) == 1
    converting.convert(asset(ship, size="50"))
    ship.write_text(SHIP.replace("80 90", "85 90"))
    assert converting.convert(asset(ship)) != first and len(calls) == 3
    for path in cache.iterdir():
        path.write_text('{"lines": [[1]]}')
    monkeypatch.setattr(converting, "_results", {})
    ship.write_text(SHIP)
    assert converting.convert(asset(ship)) == first and len(calls) == 4


def test_without_a_folder_for_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                        cache: Path) -> None:
    """Without a folder for the cache, the result is the same."""
    cache.write_text("a file")
    ship = tmp_path / "ship.svg"
    ship.write_text(SHIP)
    assert converting.convert(asset(ship)).lines


def test_a_file_that_is_being_written(tmp_path: Path, cache: Path) -> None:
    """A hint mentions that the file may still be written, if it is new."""
    ship = tmp_path / "ship.svg"
    ship.write_text(SHIP[:60])
    with pytest.raises(ConversionError) as fault:
        converting.convert(asset(ship))
    assert any("still writing it" in hint for hint in fault.value.hints)
    os.utime(ship, (time.time() - 60,) * 2)
    with pytest.raises(ConversionError) as fault:
        converting.convert(asset(ship))
    assert not any("still writing it" in hint for hint in fault.value.hints)


def test_a_game_follows_its_drawing(tmp_path: Path, cache: Path) -> None:
    """The drawing is an input of the program, and strokes lead to the lines of its paths."""
    game, ship = tmp_path / "game.asm", tmp_path / "ship.svg"
    game.write_text(GAME)
    ship.write_text(SHIP)
    machine = Machine(game, preset="ideal")
    assert str(ship) in machine.debug.inputs
    before = reload.stamps(machine.debug.inputs)
    ship.write_text(SHIP.replace('id="hull"', 'id="body"'))
    assert reload.stamps(machine.debug.inputs) != before
    session = Session(machine)
    machine.run_to("main", max_cycles=30_000_000)
    frame = machine.run_frames(3)[-1]
    log = session.strokes.log(frame)
    lit = [number for number, row in enumerate(frame.segments)
           if max(abs(row[0] - row[2]), abs(row[1] - row[3])) > 500]
    where = machine.where(log.origin(lit[0]).values[0].source)
    assert (where.file, where.line) == (str(ship), 2)
    assert re.search(rf"read from \$[0-9A-F]{{4}} ship\.hull {re.escape(str(ship))}:2 by",
                     "\n".join(origin_lines(log.origin(lit[0]), session)))


def test_the_assembler_uses_the_converters(tmp_path: Path, cache: Path) -> None:
    """`vecx asm` and Machine give the same bytes; the label is defined in the drawing."""
    (tmp_path / "game.asm").write_text(GAME)
    (tmp_path / "ship.svg").write_text(SHIP)
    program = assemble_file(tmp_path / "game.asm", include_dirs=include_folders(),
                            converters=CONVERTERS)
    assert program.ok and program.symbols["ship"].file == str(tmp_path / "ship.svg")
    assert run_command(["asm", str(tmp_path / "game.asm"), "-o", str(tmp_path / "g.bin")]) == 0
    assert (tmp_path / "g.bin").read_bytes() == program.image


def test_frames_from_several_files(tmp_path: Path, cache: Path) -> None:
    """Each file is a frame and an input of the program; a missing one is named."""
    (tmp_path / "game.asm").write_text(GAME.replace("form=lists", "more=two.svg+three.svg"))
    for name, right in (("ship", 80), ("two", 85), ("three", 90)):
        (tmp_path / f"{name}.svg").write_text(SHIP.replace("80", str(right)))
    program = assemble_file(tmp_path / "game.asm", include_dirs=include_folders(),
                            converters=CONVERTERS)
    assert program.symbols["ship_frames"].value == 3
    assert {"ship_ship", "ship_two", "ship_three"} <= program.symbols.keys()
    assert str(tmp_path / "three.svg") in program.inputs
    (tmp_path / "two.svg").unlink()
    missing = assemble_file(tmp_path / "game.asm", include_dirs=include_folders(),
                            converters=CONVERTERS)
    assert "`two.svg` cannot be read: No such file" in missing.messages()


def test_parts_by_id(tmp_path: Path, cache: Path) -> None:
    """`lists=ids` makes a list for each id; `part` selects one element."""
    ship = tmp_path / "ship.svg"
    ship.write_text(SHIP.replace("</svg>", '<path id="fin" d="M5 5H30"/></svg>'))
    text = "".join(text for _, text in converting.convert(asset(ship, lists="ids")).lines)
    assert "ship_hull" in text and "ship_fin" in text
    one = "".join(text for _, text in converting.convert(asset(ship, part="fin")).lines)
    assert "1 vectors" in one or "2 vectors" in one


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints the report, and writes a source and a picture."""
    ship = tmp_path / "ship.svg"
    ship.write_text(SHIP.replace('id="hull"', 'id="a&lt;b"'))
    out, picture = tmp_path / "out.asm", tmp_path / "report.svg"
    for form in ("rom", "lists"):
        assert run_command(["convert", str(ship), "size=100", f"form={form}", "-o", str(out),
                            "--picture", str(picture)]) == 0
        printed = capsys.readouterr().out
        assert printed.startswith("list  form") and "ship" in printed
        alone = tmp_path / "alone.asm"
        alone.write_text(f' include "vectrex.inc"\n org $100\n setdp $D0\n{out.read_text()}')
        program = assemble_file(alone, include_dirs=include_folders()[:1])
        assert program.ok, program.messages()
        text = picture.read_text()
        assert text.count("<polyline") >= 4 and "a&lt;b" in text


@pytest.mark.parametrize(("arguments", "status", "message"), [
    (["ship.svg", "size"], 2, "size is not NAME=VALUE"),
    (["ship.svg", "sise=3"], 1, "ship.svg: there is no option sise"),
    (["ship.svg", "--label", "1a"], 2, "--label 1a is not a label"),
    (["ship.svg", "--preview", "a.wav"], 2, "--preview needs a sound"),
    (["ship.svg", "-o", "a.asm", "--picture", "a.asm"], 2, "two outputs have the same name"),
    (["ship.svg", "-o", "mine.asm"], 2, "would replace a source file"),
    (["ship.svg", "--picture", "ship.svg"], 2, "ship.svg"),
    (["none.svg"], 1, "none.svg: no such file"),
    (["empty.svg"], 1, "empty.svg: the file is empty")])
def test_what_the_command_refuses(arguments: list[str], status: int, message: str, tmp_path: Path,
                                  monkeypatch: pytest.MonkeyPatch,
                                  capsys: pytest.CaptureFixture[str]) -> None:
    """A refused input gives one message, and changes no file."""
    monkeypatch.chdir(tmp_path)
    Path("ship.svg").write_text(SHIP)
    Path("empty.svg").write_text("")
    Path("mine.asm").write_text(" rts\n")
    assert run_command(["convert", *arguments]) == status
    assert message in capsys.readouterr().err
    assert Path("ship.svg").read_text() == SHIP and not Path("a.asm").exists()


def test_only_an_incomplete_file_may_still_be_growing(tmp_path: Path) -> None:
    """The hint about a file that changed a moment ago is for files that end early."""
    ship = tmp_path / "ship.svg"
    for data, is_hinted in ((b"<svg><path d='M0 0", True), (b"", True),
                            (b"<svg><text>a</text></svg>", False)):
        ship.write_bytes(data)
        with pytest.raises(ConversionError) as fault:
            converting.result(asset(ship))
        assert any("changed a moment ago" in hint for hint in fault.value.hints) == is_hinted


def test_the_cause_is_the_first_message(tmp_path: Path) -> None:
    """What a drawing would have defined is listed in its message, not reported by itself."""
    (tmp_path / "ship.svg").write_text(SHIP.replace("</svg>", "<text>a</text></svg>"))
    (tmp_path / "game.asm").write_text(GAME.replace("ldd     #0", "ldd     other"))
    program = assemble_file(tmp_path / "game.asm", include_dirs=include_folders(),
                            converters=CONVERTERS)
    assert [error.code for error in program.errors] == ["E042", "E020"]
    assert "ship.svg: line 3: text cannot be drawn" in program.errors[0].text
    assert "undefined for this reason: ship_draw" in program.errors[0].notes[0].text
    assert "`other`" in program.errors[1].text
    with pytest.raises(AssemblyError) as fault:
        Machine(tmp_path / "game.asm")
    assert "E042" in fault.value.messages.splitlines()[0]
