"""The formatter: columns, and unchanged meaning."""

from pathlib import Path

import pytest

from asm import assemble, assemble_file
from asm.formatter import format_line, format_source

ROOT = Path(__file__).parents[2]
SOURCES = sorted([*ROOT.glob("tests/cases/asm/*/*.asm"), *ROOT.glob("games/**/*.asm"),
                  *ROOT.glob("roms/**/*.asm")])


@pytest.mark.parametrize(("line", "formatted"), [
    ("foo lda #1;x", "foo             lda     #1              ;x"),
    (" LDA #1", "                lda     #1"),
    ("foo:\tRTS ; done", "foo:            rts                     ; done"),
    ("; comment  ", "; comment"),
    ("* comment", "* comment"),
    ("", ""),
    ("f=5", "f               = 5"),
    ("a_label_longer_than_its_column lda #1", "a_label_longer_than_its_column lda #1"),
    (' fcc "a;b" ; c', '                fcc     "a;b"           ; c'),
    (" fcc /a;b/ ; c", "                fcc     /a;b/           ; c"),
    (" .ascis /a;b/ ; c", "                .ascis  /a;b/           ; c"),
    (" .byte 'a;b' ; c", "                .byte   'a;b'           ; c"),
    (" lda #'; ; c", "                lda     #';             ; c"),
    (" Mixed 1,2", "                Mixed   1,2"),
    (" end struct ; c", "                end struct              ; c"),
    (" fcb 1,2,3,4,5,6,7,8,9 ;c", "                fcb     1,2,3,4,5,6,7,8,9       ;c"),
    ("alone ; c", "alone                                   ; c"),
])
def test_lines(line: str, formatted: str) -> None:
    """Each part is moved to its column; macros keep their case, strings their semicolons."""
    assert format_line(line) == formatted


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_formatting_twice_is_formatting_once(path: Path) -> None:
    """A formatted source does not change."""
    once = format_source(path.read_text("utf-8"))
    assert format_source(once) == once
    assert once.count("\n") <= path.read_text("utf-8").count("\n") + 1


@pytest.mark.parametrize("path", [path for path in SOURCES if path.name.startswith("ok_")],
                         ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_meaning_is_kept(path: Path) -> None:
    """A formatted source assembles to the same bytes and symbols."""
    text = path.read_text("utf-8")
    before, after = (assemble(source, include_dirs=[path.parent], warnings=["none"])
                     for source in (text, format_source(text)))
    assert before.image == after.image and before.image is not None
    assert {name: symbol.value for name, symbol in before.symbols.items()} == {
        name: symbol.value for name, symbol in after.symbols.items()}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["games/connect4.asm", "games/reversi.asm", "roms/exec.asm"])
def test_bundled_sources_keep_their_bytes(name: str, tmp_path: Path) -> None:
    """The formatted sources of ROM and cartridge assemble to the bundled images."""
    for folder in ("games", "roms"):
        for path in (ROOT / folder).glob("**/*"):
            if path.suffix in (".asm", ".inc"):
                copy = tmp_path / path.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(format_source(path.read_text("utf-8")))
    program = assemble_file(tmp_path / name, include_dirs=[tmp_path / "roms" / "include"])
    assert program.image == (ROOT / "vecx" / "data" / f"{Path(name).stem}.bin").read_bytes()


@pytest.mark.parametrize("path", [path for path in SOURCES
                                  if "games" in path.relative_to(ROOT).parts],
                         ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_our_own_sources_are_formatted(path: Path) -> None:
    """The sources of the games are formatted."""
    text = path.read_text("utf-8")
    assert format_source(text) == text


@pytest.mark.parametrize("line", ['\tfcc\t"a\tb"\t; a\ttab', "\tlda\t#'\t'",
                                  "\tfcc\t/a\tb/,1\t,2"])
def test_a_tab_inside_a_string_stays(line: str) -> None:
    """Tabs become blanks, except inside strings."""
    formatted = format_line(line)
    image = assemble(line).image
    assert image is not None and 9 in image and assemble(formatted).image == image
    assert formatted.count("\t") == 1 and format_line(formatted) == formatted


def test_a_blank_that_is_a_character_stays() -> None:
    """A blank after a single quote is kept, even at the end of a line."""
    for line in (" fcb '  ", " lda #' ", " fcb 1,'\t"):
        formatted = format_line(line)
        image = assemble(line).image
        assert image is not None and assemble(formatted).image == image, line
        assert format_line(formatted) == formatted
    assert format_line(" fcb 'A'   ").endswith("'A'")


def test_a_comment_that_continues_moves_with_the_one_above() -> None:
    """A comment line in the column of the comment above moves with it; others stay."""
    source = (" lda #1    ; one\n           ; and more\n           ; still more\n     ; apart\n"
              "; a heading\n")
    assert format_source(source).splitlines() == [
        "                lda     #1              ; one",
        "                                        ; and more",
        "                                        ; still more",
        "     ; apart", "; a heading"]
    assert format_source(format_source(source)) == format_source(source)
