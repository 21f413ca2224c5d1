"""Programs that CMOC compiled and lwlink linked, from the files of these tools."""

from pathlib import Path

import pytest

from asm.output import lwtools
from asm.output.debuginfo import DebugInfo, DebugInfoError, from_text, to_text
from asm.output.foreign import File, Joined, from_foreign, join, read

C = Path(__file__).parents[2] / "reference" / "c"


def joined(folder: str, map_name: str, image: bytes = b"",
           listings: str = "") -> Joined:
    """Return the debug information of a program."""
    def find(module: str) -> tuple[str, str] | None:
        suffix = ".rst" if module.endswith(".rel") else ".lst"
        path = C / (listings or folder) / f"{module.rpartition('.')[0]}{suffix}"
        return (path.name, path.read_text()) if path.is_file() else None

    return join([File(map_name, (C / folder / map_name).read_text())], image, find)


DRIFT = (C / "drift" / "drift.bin").read_bytes()


@pytest.fixture(scope="module")
def drift() -> DebugInfo:
    """Return the debug information of the game drift."""
    info, missing, *_ = joined("drift", "drift.map", DRIFT)
    assert missing == ()
    return info


def test_lines_of_c_are_found_at_the_addresses_of_the_map(drift):
    """The map relocates the lines of the listing: all 571 of them, from 10 functions."""
    assert str(drift.where(0x05A6)) == "$05A6 update+26 drift.c:115"
    assert str(drift.where(0x03A8)) == "$03A8 psg_write+13 drift.c:43"
    assert len(drift.source_map) == 571
    assert drift.addresses_of("drift.c", 43)[0] == 0x039F
    first = (C / "drift" / "drift.lst").read_text().splitlines()[7]
    assert "FCC" in first and drift.row_at(9).line == 8     # ten bytes on two lines


def test_symbols_lie_in_a_section_of_their_object(drift):
    """Constants that the map relocates, and names made by the tools, are not symbols."""
    assert "Wait_Recal" not in drift.symbols
    assert not {name for name in drift.symbols if name.startswith(("func", "L0", "l_", "s_", "."))}
    assert drift.values["DIV16"] == 0x81 and drift.routine_at(0x9C).name == "DIV16"
    assert drift.where(0x02B0).routine == "lines"


def test_names_are_those_of_c(drift):
    """A variable has the name of the C source and of the assembler, a size, and a declaration."""
    assert drift.symbols["score"] == drift.symbols["_score"]
    assert drift.symbols["score"][:5] == (0xC8A4, "label", 2, "drift.c", 24)
    assert [drift.symbols[name].size for name in ("rocks", "text", "ship_y", "ship_shape")] \
        == [15, 6, 1, 6]
    assert drift.names[0xC8A4] == "score" and drift.operand_names[0x0796] == "main"
    assert from_text(to_text(drift)) == drift


def test_only_instructions_are_code(drift):
    """The pages cover the instructions of the listing, and no data."""
    covered = {at for first, size, _ in drift.pages for at in range(first, first + size)}
    assert {0x001F, 0x0379, 0x07F7} <= covered
    assert not covered & {0x0000, 0x0081, 0x07FB, 0xC880}


def test_statics_of_two_objects():
    """Two functions of one name are two routines, and two symbols with the names of their
    objects."""
    image = (C / "two" / "game.bin").read_bytes()
    info, missing, *_ = joined("two", "game.map", image)
    assert missing == ()
    assert str(info.where(0x0301)) == "$0301 helper a.c:3"
    assert str(info.where(0x033B)) == "$033B helper+1 b.c:2"
    assert (info.values["helper@a"], info.values["helper@b"]) == (0x0301, 0x033A)
    assert info.symbols["k"].file == "a.c"


@pytest.mark.parametrize(("folder", "line"), [("gcc", "near_by+95 drift.c:31"),
                                              ("gcc_O0", "update+9 drift.c:38")])
def test_records_of_gcc_name_lines_and_functions(folder, line):
    """The map of aslink finds the .rst listings; .stabd and .stabs give lines and functions."""
    info, missing, *_ = joined(folder, "drift.map", (C / folder / "drift.bin").read_bytes())
    assert missing == () and str(info.where(0x0085)) == f"$0085 {line}"
    assert {"near_by", "update", "main"} <= {routine.name for routine in info.routines}
    assert info.names[info.values["update"]] == "update"
    assert not [name for name in info.symbols if name.startswith(("LFBB", "L1", "LBB"))]
    assert info.symbols["main"].size < 300 and info.symbols["rocks"].size == 15


def test_a_line_of_gcc_in_update():
    """The line of gcc's record counts, not that of the next label."""
    info = joined("gcc", "drift.map")[0]
    assert str(info.where(0x00AF)) == "$00AF update+22 drift.c:39"
    assert info.row_at(0x0170).file == "drift.s"            # data has no line of C
    assert info.symbols["score"].size == 2


def test_listings_of_another_build_are_refused():
    """Listings are compared with the image, also where only the operands of numbers differ."""
    with pytest.raises(DebugInfoError, match=r"drift\.lst: made for another image: at \$039F"):
        joined("drift", "drift.map", DRIFT, "bug")
    changed = bytearray(DRIFT)
    changed[0x046B] ^= 1
    with pytest.raises(DebugInfoError, match=r"at \$0468 the file has 10 83 00 0C, "
                                             r"the image 10 83 00 0D"):
        joined("drift", "drift.map", bytes(changed))
    changed = bytearray(DRIFT)
    changed[0x0025 + 2] ^= 1        # an operand that the linker fills in
    assert joined("drift", "drift.map", bytes(changed))[0]


def test_relocatable_listings_need_a_map():
    """A listing with sections, or one that aslink has not relocated, is refused."""
    with pytest.raises(DebugInfoError, match="this listing is relocatable: give the map"):
        from_foreign((C / "drift" / "drift.lst").read_text())
    listing = File("drift.lst", (C / "gcc" / "drift.lst").read_text(), "drift.s")
    with pytest.raises(DebugInfoError, match="use the listing with the final addresses"):
        join([listing], (C / "gcc" / "drift.bin").read_bytes())


def test_a_map_without_listings_has_only_names():
    """Without listings there are names, and the objects are reported; CMOC's library has none."""
    info, missing, *_ = joined("two", "game.map", listings="gcc")
    assert missing == ("a.o", "b.o") and not info.source_map
    assert info.values["main"] == 0x030D and info.names[0x0301] == "helper"


def test_listings_can_be_given_with_the_map():
    """The order of the files does not matter, and no listing is read twice."""
    files = [File(f"here/{name}", (C / "two" / name).read_text())
             for name in ("b.lst", "game.map", "a.lst")]
    info, missing, *_ = join(files, (C / "two" / "game.bin").read_bytes())
    assert missing == () and len(info.source_map) == 82
    assert info == joined("two", "game.map", (C / "two" / "game.bin").read_bytes())[0]


def test_names_with_blanks_and_long_names():
    """Blanks in the names of objects and C files are read; a name that lwasm has cut is completed
    from the listing's own name."""
    found = lwtools.read_map(["Section: code (my game.o) load at 0010, length 0004",
                              "Symbol: _main (my game.o) = 0010"])
    assert found.modules == ["my game.o"] and found.section_at("my game.o", 0x13).size == 4
    text = "                      (a_very_long_name_):00001 \tSECTION code\n" \
           "                      (a_very_long_name_):00002 * Line my first game.cpp:7: return\n" \
           "0000 39               (a_very_long_name_):00003 \tRTS\n" \
           "0001 12               (a_very_long_name_):00004 \tNOP\n"
    code = lwtools.read_listing(text.splitlines(), "x/a_very_long_name_of_a_game.lst", "g.o",
                                found.sections[:1])
    assert [(row.address, row.file, row.line) for row in code.rows] \
        == [(0x10, "my first game.cpp", 7), (0x11, "my first game.cpp", 7)]
    plain = "0000 39               (a_very_long_name_):00003 \tRTS\n"
    assert read(File("a_very_long_name_of_a_game.lst", plain))[0].rows[0].file \
        == "a_very_long_name_of_a_game.s"


def test_initialised_variables_are_found():
    """A variable with a value lies in RAM, where a cartridge does not copy it."""
    assert joined("drift", "drift.map").uncopied == (("drift.c", 25, "lives"),)
    areas = joined("drift", "drift.map").info.areas
    assert areas == (("rwdata", "drift.o", 0xC880, 1), ("bss", "crt.vec_o", 0xC881, 15),
                     ("bss", "drift.o", 0xC890, 29))
    assert joined("two", "game.map").uncopied == ()
