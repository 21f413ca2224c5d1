"""What is being read: a file or macro that leads back to itself is one error, at its own line."""

from pathlib import Path

import pytest

from asm import Program, assemble_file


def made(folder: Path, **files: str) -> Program:
    """Write some files, `x` for `x.asm`, and assemble the first one."""
    for name, text in files.items():
        (folder / f"{name}.asm").write_text(text)
    return assemble_file(folder / f"{next(iter(files))}.asm", include_dirs=[folder])


def errors(program: Program) -> list[tuple[str, int, str]]:
    """Return the file, line and text of each error, without folders."""
    return [(Path(error.file).name, error.line, error.text.replace(str(Path(error.file).parent)
                                                                   + "/", ""))
            for error in program.errors]


@pytest.mark.parametrize("name", ["a.asm", "./a.asm"])
def test_a_file_that_includes_itself(name: str, tmp_path: Path) -> None:
    """The error is at the INCLUDE of the file itself, although the library is included above."""
    program = made(tmp_path, a=f' include "lib.asm"\nstart nop\n include "{name}"\n',
                   lib="routine rts\n")
    assert errors(program) == [("a.asm", 3, "recursive include of `a.asm`")]
    assert program.errors[0].hints == ["end the recursion with IF and ENDIF"]


def test_files_that_include_each_other(tmp_path: Path) -> None:
    """The error is in the file that was open first; a note is in the other one."""
    program = made(tmp_path, a='start nop\n include "b.asm"\n', b='part nop\n include "a.asm"\n')
    assert errors(program) == [("a.asm", 2, "recursive include of `a.asm`")]
    note = program.errors[0].notes[0]
    assert note.place is not None and note.text == "this line leads back to it"
    assert (Path(note.place.file).name, note.place.line) == ("b.asm", 2)


def test_a_cycle_below_the_main_file(tmp_path: Path) -> None:
    """The error is in the first file of the cycle, which need not be the main file."""
    program = made(tmp_path, main=' include "a.asm"\n nop\n', a='one nop\n include "b.asm"\n',
                   b=' include "c.asm"\n', c='two nop\n include "a.asm"\n')
    assert errors(program) == [("a.asm", 2, "recursive include of `a.asm`")]


def test_a_macro_that_includes_its_file(tmp_path: Path) -> None:
    """The error is at the call of the macro."""
    program = made(tmp_path, a='put macro\n include "a.asm"\n endm\nstart nop\n put\n')
    assert errors(program) == [("a.asm", 5, "recursive include of `a.asm`")]


def test_a_recursive_macro_reports_nothing_else(tmp_path: Path) -> None:
    """A label in a recursive macro is not reported as defined twice."""
    program = made(tmp_path, a="put macro\nhere nop\n put\n endm\n put\n")
    assert errors(program) == [("a.asm", 3, "recursive macro `put`")]


def test_a_recursion_that_ends(tmp_path: Path) -> None:
    """A file may include itself if IF or END ends the recursion."""
    text = " ifndef n\nn set 0\n endif\nn set n+1\n fcb n\n if n<4\n include \"a.asm\"\n endif\n"
    assert made(tmp_path, a=text).image == b"\1\2\3\4"
    assert made(tmp_path, a=' include "b.asm"\n fcb 1\n',
                b=' ifdef b\n end\n endif\nb equ 1\n fcb 2\n include "b.asm"\n').image == b"\2\1"


@pytest.mark.parametrize("name", ["lib/a.asm", "A.ASM", "LIB/A.asm"])
def test_a_missing_file_is_not_the_open_one(name: str, tmp_path: Path) -> None:
    """A file that does not exist is not replaced by the file whose line names it."""
    program = made(tmp_path, a=f'start nop\n include "{name}"\n')
    assert errors(program) == [("a.asm", 2, f"no such file `{name}`")]
    assert not any("did you mean" in hint for hint in program.errors[0].hints)
