"""docs/migrating.md: the constructs that change bytes without the dialect."""

import pytest

from asm import assemble


@pytest.mark.parametrize(("source", "dialect", "there", "here"), [
    (" org 0\nback nop\n jmp >back\n", "vide", "12 20 fd", "12 7e 00 00"),
    (" org 0\nback nop\n rmb 200\n bra back\n", "as09", None, ""),
    ("a lda #*\n", "vide", "86 02", "86 00"),
    (" setdp $c8\n lda vv\nvv equ $c885\n", "vide", "b6 c8 85", "96 85"),
    (" lda fwd,x\nfwd equ 5\n", "vide", "a6 89 00 05", "a6 05"),
    (" lda 0,x+\n", "vide", "a6 80", ""),
    (" leax #8,x\n", "asm6809", "30 08", ""),
    (" leax #8,x\n", "vide", "30 08", ""),
    (" fdb 'TI'\n", "as09", "54 49", "00 54 00 49"),
    (" ldd #hi $1234+1\n", "as09", "cc 00 12", "cc 00 13"),
    (" fcb 1\n org 4\n fcb 2\n", "vide", "01 12 12 12 02", "01 00 00 00 02"),
    (" fcb 1\n org 4\n fcb 2\n", "as09", "01 ff ff ff 02", "01 00 00 00 02"),
    (" lda 0,x\n", "lwasm", "a6 00", "a6 84"),
    (" lda #1|2&4\n", "lwasm", "86 00", "86 01"),
    (" lda 0,x\n", "asxxxx", "a6 00", "a6 84"),
    (" lda >0x1234\n", "asxxxx", "b6 00 12", "b6 12 34"),
    ("lab: lda lab,x\n", "asxxxx", "a6 89 00 00", "a6 84"),
    (" .word -7/2,-1>>1\n", "asxxxx", "7f fc 7f ff", "ff fd ff ff"),
    ("nop\n", "asxxxx", "12", ""),
    (" org 9\nlab leax lab,pc\n", "asm6809", "30 8c 09", "30 8c fd"),
    ("lab org 3\n fcb lab\n", "asm6809", "03", "00"),
    (" setdp 0\nlab lda lab\n", "lwasm", "b6 00 00", "96 00"),
    (' fdb "AB"\n', "lwasm", "41 42", "00 41 00 42"),
    (" fcb 7/2*2\n", "asm6809", "07", "06"),
    (" fcb 017\n", "asm6809", "0f", "11"),
    ("m macro\n fcb \\1*2\n endm\n m 1+2\n", "asm6809", "06", "05"),
    (" lda 0,x+\n", "asm6809", "a6 80", ""),
    (" lda #aa\naa set 5\naa set 6\n", "vide", "86 05", ""),
    (" lda #aa\naa set 5\naa set 6\n", "as09", "86 06", ""),
])
def test_what_changes_bytes(source: str, dialect: str, there: str | None, here: str) -> None:
    """Each row has different bytes in the dialect and in vecx, or is an error."""
    other, own = assemble(source, dialect=dialect), assemble(source)
    assert other.image is not None
    assert there is None or other.image.hex(" ") == there
    assert (own.image.hex(" ") if own.image is not None else "") == here
