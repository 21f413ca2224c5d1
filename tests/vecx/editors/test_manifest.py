"""What the extension for VS Code contributes agrees with assembler and adapter."""

import re
import subprocess
import sys

import pytest

from asm import assemble
from asm.cpu.isa import BY_MNEMONIC
from asm.formatter import format_source
from vecx.console.roms import include_dirs
from vecx.debugger.frontends.dap import requests
from vecx.editors import manifest
from vecx.language.settings import Settings, settings_of


def named(text: str) -> list[tuple[str, str]]:
    """Return the grammar's scope for each part of a line."""
    return [(match[0], rule["name"].split(".")[0]) for rule in manifest.grammar()["patterns"]
            for match in re.finditer(rule["match"], text)]


def test_every_instruction_has_its_colour():
    """The grammar recognises mnemonics in any case, comments, labels and numbers."""
    for name in BY_MNEMONIC:
        assert (name.lower(), "keyword") in named(f" {name.lower()} x")
        assert (name, "keyword") in named(f"\t{name}")
    parts = named("loop lda #$7F ; wait")
    assert ("; wait", "comment") in parts and ("loop", "entity") in parts
    assert ("$7F", "constant") in parts


def test_the_problem_matcher_reads_what_the_assembler_writes(tmp_path):
    """The problem matcher parses a real error."""
    (tmp_path / "wrong.asm").write_text(" nop\n ldq #1\n")
    run = subprocess.run([sys.executable, "-m", "vecx", "asm", "wrong.asm", "-o", "x.bin"],
                         cwd=tmp_path, capture_output=True, text=True, check=False)
    pattern = manifest.manifest()["contributes"]["problemMatchers"][0]["pattern"]
    found = re.search(pattern["regexp"], run.stderr, re.MULTILINE)
    assert found and found[1] == "wrong.asm" and found[2] == "2" and found[4] == "error"


def test_the_launch_configuration_is_what_the_adapter_reads():
    """The configuration has exactly the properties that the adapter reads."""
    assert {*manifest.PROPERTIES, "noDebug"} == set(requests.Launch.__struct_fields__)
    assert set(manifest.ATTACH) == {"port", *requests.Attach.__struct_fields__}


def test_the_settings_are_those_that_the_server_reads():
    """The defaults of all settings are valid for the server, and C sources take breakpoints."""
    given = {name: row["default"] or None for name, row in manifest.SETTINGS.items()}
    assert settings_of(given) == Settings()
    contributes = manifest.manifest()["contributes"]
    assert {row["language"] for row in contributes["breakpoints"]} == {"vecx-asm", "c", "cpp"}
    assert set(contributes["configuration"]["properties"]) == {
        f"vecx.{name}" for name in manifest.SETTINGS}


HEAD = """\
 include "vectrex.inc"
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb Music_1
 fcb $F8,$50,$20,-$38
 fcc "SNIPPETS"
 fcb $80,0
 setdp $D0
"""


@pytest.mark.parametrize("name", manifest.SNIPPETS)
def test_a_snippet_assembles(name):
    """With its default values a snippet is arranged in columns, and assembles without a warning."""
    text = manifest.HOLE.sub(r"\2", manifest.SNIPPETS[name][1]) + "\n"
    assert format_source(text) == text
    body = "\n".join(manifest.snippets()[name]["body"])
    assert re.sub(r"\$\{\d:([^}]*)\}", r"\1", body).replace("\\$", "$") + "\n" == text
    program = assemble(HEAD + text, include_dirs=include_dirs())
    assert program.ok and program.messages() == ""
