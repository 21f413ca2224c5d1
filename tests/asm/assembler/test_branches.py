"""The strategies for branches and jumps: the bytes that each one generates for the same lines.

Method: assemble every kind of branch to near and far targets, backward and forward, in each
dialect, and compare the bytes with those that the original assemblers generate.
"""

import pytest

from asm import assemble
from asm.assembler.branches import STRATEGIES
from asm.syntax.dialects import DIALECTS

LINES = ("bra", "bne", "bsr", "lbra", "lbne", "lbsr", "jmp", "jsr")
BEHIND = " org $1000\nt nop\n{option}\n{space}\n {line} t\n"
AHEAD = " org $1000\n{option}\n {line} t\n{space}\nt nop\n"


def opcodes(dialect: str, shape: str, *, far: bool = False, option: str = "",
            relax: bool = False) -> str:
    """Assemble each of LINES separately; return its opcode or its error code."""
    made = []
    for line in LINES:
        program = assemble(shape.format(line=line, option=option, space=" rmb 300" * far),
                           dialect=dialect, relax=relax)
        found = [data for _, data, item in program.chunks if item.place.text == f" {line} t"]
        made.append(program.errors[0].code if program.errors else
                    "10" + found[0][1:2].hex() if found[0][0] == 0x10 else found[0][:1].hex())
    return " ".join(made)


#         bra  bne  bsr  lbra lbne lbsr jmp jsr
PLAIN = " 20   26   8d   16   1026 17   7e  bd"
WANTED = [
    ("vecx", BEHIND, False, PLAIN),
    ("vecx", BEHIND, True, "E021 E021 E021 16   1026 17   7e  bd"),
    ("lwasm", AHEAD, True, "E021 E021 E021 16   1026 17   7e  bd"),
    ("as09", BEHIND, False, "20   26   8d   20   26   8d   20  8d"),
    ("as09", BEHIND, True, " 7e   1026 bd   7e   1026 bd   7e  bd"),
    ("as09", AHEAD, False, " 20   26   8d   20   1026 bd   20  bd"),
    ("as09", AHEAD, True, "  E021 E021 E021 7e   1026 bd   7e  bd"),
    ("vide", BEHIND, False, "20   26   8d   20   1026 17   20  bd"),
    ("vide", BEHIND, True, " 7e   1026 17   7e   1026 17   7e  bd"),
    ("vide", AHEAD, False, " 20   26   8d   20   1026 17   20  bd"),
    ("vide", AHEAD, True, "  7e   1026 17   7e   1026 17   7e  bd"),
]


@pytest.mark.parametrize(("dialect", "shape", "far", "expected"), WANTED)
def test_what_each_strategy_makes(dialect: str, shape: str, far: bool, expected: str) -> None:
    """Every branch is assembled as the table of dialects in docs/asm-language.md states."""
    assert opcodes(dialect, shape, far=far) == " ".join(expected.split())


def test_noopt_leaves_only_what_the_dialect_lengthens() -> None:
    """After NOOPT, AS09 changes nothing, and VIDE still lengthens branches that do not reach."""
    assert opcodes("as09", BEHIND, option=" noopt") == " ".join(PLAIN.split())
    assert opcodes("vide", BEHIND, option=" noopt") == " ".join(PLAIN.split())
    assert opcodes("vide", BEHIND, far=True, option=" noopt") == "16 1026 17 16 1026 17 7e bd"


def test_relax_lengthens_in_every_dialect() -> None:
    """--relax uses the long branch where the dialect has no other replacement."""
    assert opcodes("vecx", AHEAD, far=True, relax=True) == "16 1026 17 16 1026 17 7e bd"
    assert opcodes("as09", AHEAD, far=True, relax=True) == "16 1026 17 7e 1026 bd 7e bd"


def test_the_longest_way_forward_is_the_dialects() -> None:
    """LBRA becomes BRA and a NOP up to 127 bytes ahead in AS09, up to 126 in VIDE."""
    for dialect, most in (("as09", 127), ("vide", 126)):
        for distance, head in ((most, b"\x20"), (most + 1, b"\x7e")):
            program = assemble(f" lbra t\n rmb {distance - 1}\nt nop\n", dialect=dialect)
            assert program.image is not None and program.image[:1] == head, (dialect, distance)


def test_every_dialect_has_a_strategy() -> None:
    """Each name in the table of dialects is one of STRATEGIES."""
    assert {dialect.rewriting for dialect in DIALECTS.values()} == set(STRATEGIES)
