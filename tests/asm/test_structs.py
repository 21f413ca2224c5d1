"""Structures."""

from asm import assemble


def test_fields_and_size() -> None:
    """Fields are offsets, the name is the size, and neither makes bytes."""
    program = assemble(" struct s\n db a\n dw b\n ds c,5\n end struct\nnext nop\n")
    values = {name: symbol.value for name, symbol in program.symbols.items()}
    assert values == {"a": 0, "b": 1, "c": 3, "s": 8, "next": 0}
    assert program.image == b"\x12"
    assert program.symbols["b"].kind == "field" and program.symbols["s"].kind == "struct"
    assert program.symbols["b"].line == 3 and program.symbols["b"].column == 5


def test_count_may_be_an_expression_of_constants() -> None:
    """The size of a field may use symbols defined above."""
    program = assemble("n equ 3\ns struct\na rmb n*2\nb rmb 1\n ends\n fcb s\n")
    assert program.image == b"\x07"


def test_space_without_a_name() -> None:
    """A number in place of a name leaves so much room."""
    source = " struct s\n ds 2\n db one\n ds $10\n dw two\n end struct\n fcb s,one,two\n"
    assert assemble(source).image == bytes((21, 2, 19))
