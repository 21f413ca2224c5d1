"""The examples in the assembler's docstrings run, and each public name has one."""

import doctest
import importlib
import pkgutil
from functools import cached_property

import pytest

import asm

MODULES = sorted(found.name for found in pkgutil.walk_packages(asm.__path__, "asm."))

# The names that the documentation offers to users; a class includes its public members.
PUBLIC = """
asm.assembly              assemble assemble_file
asm.output.program        Program
asm.output.debuginfo      DebugInfo to_text from_text
asm.output.debugging      debug_info
asm.output.formats        image_bytes pad intel_hex s_record symbols_text map_text blocks vide_cnt
asm.output.listing        make_listing
asm.output.contracts      Contract Limit find
asm.disassembler.disasm   disassemble
asm.cpu.decoding          Decoded decode
asm.cpu.isa               Op PostByte Effect effect postbyte
asm.formatter             format_source
asm.syntax.symbols        Symbol
"""
CLASSES_IN_FULL = ("Program", "DebugInfo", "Limit")
OFFERED = [(row.split()[0], name) for row in PUBLIC.split("\n") if row
           for name in row.split()[1:]]


def examples(module: str) -> dict[str, doctest.DocTest]:
    """Return the docstrings of a module by name, including those without an example."""
    loaded = importlib.import_module(module)
    finder = doctest.DocTestFinder(exclude_empty=False)
    found = finder.find(loaded)
    for made in vars(loaded).values():      # the finder skips cached properties
        if isinstance(made, type) and made.__module__ == module:
            for name, value in vars(made).items():
                if isinstance(value, cached_property):
                    found += finder.find(value.func, f"{made.__name__}.{name}", loaded)
    return {test.name.removeprefix(module).lstrip("."): test for test in found}


@pytest.mark.parametrize("module", MODULES)
def test_examples_run(module: str) -> None:
    """Every example gives the documented result, and none is skipped."""
    said: list[str] = []
    runner = doctest.DocTestRunner()
    for test in examples(module).values():
        assert not any(doctest.SKIP in example.options for example in test.examples), test.name
        runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize(("module", "name"), OFFERED)
def test_public_names_have_an_example(module: str, name: str) -> None:
    """Each public name and each of its methods has an example."""
    tests = examples(module)
    expected = [name]
    if name in CLASSES_IN_FULL:
        expected += [full for full in tests if full.startswith(f"{name}.") and "._" not in full]
    assert [full for full in expected if not tests[full].examples] == []


def test_the_instruction_set_shows_its_tables() -> None:
    """The module's docstring shows its tables, which cannot have their own."""
    shown = "".join(example.source for example in examples("asm.cpu.isa")[""].examples)
    assert all(table in shown for table in ("BY_MNEMONIC", "BY_CODE", "OPS"))
