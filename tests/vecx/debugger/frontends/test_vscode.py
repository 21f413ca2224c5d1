"""The extension for VS Code, and its agreement with assembler and adapter."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asm.cpu.isa import BY_MNEMONIC
from vecx.debugger.frontends import vscode
from vecx.debugger.frontends.dap import requests
from vecx.errors import VecxError


def named(text: str) -> list[tuple[str, str]]:
    """Return the grammar's scope for each part of a line."""
    return [(match[0], rule["name"].split(".")[0]) for rule in vscode.grammar()["patterns"]
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
    pattern = vscode.manifest()["contributes"]["problemMatchers"][0]["pattern"]
    found = re.search(pattern["regexp"], run.stderr, re.MULTILINE)
    assert found and found[1] == "wrong.asm" and found[2] == "2" and found[4] == "error"


def test_files_are_written_once(tmp_path: Path):
    """All files in the manifest exist; a folder that is not empty is refused."""
    paths = vscode.write(tmp_path / "extension")
    manifest = json.loads((tmp_path / "extension" / "package.json").read_text())
    for named in (manifest["main"], manifest["contributes"]["grammars"][0]["path"],
                  manifest["contributes"]["languages"][0]["configuration"]):
        assert (tmp_path / "extension" / named) in paths
    with pytest.raises(VecxError, match="exists and is not empty"):
        vscode.write(tmp_path / "extension")


def test_the_launch_configuration_is_what_the_adapter_reads():
    """The configuration has exactly the properties that the adapter reads."""
    assert set(vscode.PROPERTIES) == set(requests.Launch.__struct_fields__)


FAKES = {
    "vscode": """exports.workspace = { getConfiguration: () => ({ get: () => "/bin/vecx" }) };
exports.debug = { registerDebugAdapterDescriptorFactory: name => ({ registered: name }) };""",
    "vscode-languageclient/node": """exports.LanguageClient = class {
  constructor(...given) { this.given = given; }
  start() { console.log(JSON.stringify(this.given)); }
  stop() { console.log("stopped"); }
};"""}
START = """const extension = require("./extension.js");
const context = { subscriptions: [] };
extension.activate(context);
console.log(context.subscriptions[0].registered);
extension.deactivate();"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_extension_starts_and_ends_the_language_server(tmp_path: Path) -> None:
    """The extension starts the server; without the npm package, only the debugger works."""
    folder = tmp_path / "extension"
    vscode.write(folder)
    (folder / "start.js").write_text(START)

    def run(*packages: str) -> list[str]:
        for name in packages:
            file = folder / "node_modules" / f"{name}.js"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(FAKES[name])
        return subprocess.run(["node", "start.js"], cwd=folder, capture_output=True, text=True,
                              timeout=60, check=True).stdout.splitlines()

    assert run("vscode") == ["vecx"]
    client, debugger, end = run("vscode-languageclient/node")
    assert json.loads(client)[2:] == [{"command": "/bin/vecx", "args": ["lsp"]},
                                      {"documentSelector": [{"language": "vecx-asm"}]}]
    assert (debugger, end) == ("vecx", "stopped")
