"""Structures."""

from asm import assemble


def test_fields_and_size() -> None:
    """Fields are offsets, the structure's name is its size, and neither generates bytes."""
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
    """A number in place of a name reserves that number of bytes."""
    source = " struct s\n ds 2\n db one\n ds $10\n dw two\n end struct\n fcb s,one,two\n"
    assert assemble(source).image == bytes((21, 2, 19))


def test_the_size_of_each_kind_of_field() -> None:
    """A field has one, two or four bytes; DS, RMB and RMD take a count."""
    sizes = {"db": 1, "fcb": 1, "dw": 2, "fdb": 2, "fqb": 4, "ds": 1, "rmb": 1, "rmd": 2}
    for word, size in sizes.items():
        counts = ((" f", 1), (" f,3", 3)) if word in ("ds", "rmb", "rmd") else ((" f", 1),)
        for operand, count in counts:
            source = f" struct s\n {word}{operand}\n db g\n end struct\n fcb f,g,s\n"
            assert assemble(source).image == bytes((0, size * count, size * count + 1)), word


def test_where_a_field_is_defined() -> None:
    """The symbols of fields and structure have the line and column of their names."""
    symbols = assemble(" struct  one\n\tds\ttwo,1\nthree rmb 1\n end struct\n").symbols
    assert [(name, symbol.line, symbol.column) for name, symbol in symbols.items()] == [
        ("two", 2, 5), ("three", 3, 1), ("one", 1, 10)]
