"""The extension for VS Code: grammar, debugger and problem matcher.  `write` puts it into a folder.

The grammar's words are taken from the instruction set and the assembler, so they always match.
"""

import json
from pathlib import Path
from typing import Any

from asm.cpu.isa import BY_MNEMONIC

from ... import __version__, files
from ...errors import VecxError

LANGUAGE = "vecx-asm"
SCRIPT = """\
// Starts `vecx debug --dap` for each session, and `vecx lsp`; the setting vecx.command is its path.
const vscode = require("vscode");

let client;

const startLanguageServer = () => {
  let language;
  try {
    language = require("vscode-languageclient/node");
  } catch {
    return;     // `npm install` was not run: everything but the language server works
  }
  const command = vscode.workspace.getConfiguration("vecx").get("command");
  client = new language.LanguageClient("vecx", "vecx", { command, args: ["lsp"] },
    { documentSelector: [{ language: "vecx-asm" }] });
  client.start();
};

exports.activate = context => {
  startLanguageServer();
  const factory = {
    createDebugAdapterDescriptor(session) {
      const command = vscode.workspace.getConfiguration("vecx").get("command");
      const asked = session.configuration;
      if (asked.request === "attach")
        return new vscode.DebugAdapterServer(asked.port, "127.0.0.1");
      const folder = session.workspaceFolder && session.workspaceFolder.uri.fsPath;
      return new vscode.DebugAdapterExecutable(command, ["debug", "--dap"], { cwd: folder });
    },
  };
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("vecx", factory));
};

exports.deactivate = () => client && client.stop();
"""
README = """\
# vecx

Vectrex programs in 6809 assembler: colours, the debugger with steps backwards, and errors of
`vecx asm` at their lines. It needs vecx itself; if vecx is not on PATH, set
`vecx.command` to its path. For the language server (`vecx lsp`) run
`npm install` in this folder.
"""
PROPERTIES: dict[str, dict[str, Any]] = {
    "program": {"type": "string", "description": "a source (.asm or .c), an image or a bundled "
                                                 "name",
                "default": "${file}"},
    "preset": {"type": "string", "default": "hardware", "description": "ideal, hardware, worn"},
    "seed": {"type": "integer", "default": 0, "description": "which individual machine"},
    "strict": {"type": ["boolean", "string"], "default": False,
               "description": "report code that fails on real hardware"},
    "stopOnEntry": {"type": "boolean", "default": False, "description": "stop at power-on"},
    "frame": {"type": "integer", "default": 0, "description": "start at this frame"},
    "inputs": {"type": "string", "description": "file of inputs with lines `press FRAME:BUTTON` "
                                                "and `stick FRAME:X,Y`"},
    "movie": {"type": "string", "description": "a recorded movie whose inputs are replayed"},
    "state": {"type": "string", "description": "a saved state (.state) to start from"},
    "include": {"type": "array", "items": {"type": "string"},
                "description": "folders that INCLUDE searches"},
    "dialect": {"type": "string", "description": "assembler whose rules the source follows"},
    "defines": {"type": "object", "additionalProperties": {"type": "integer"},
                "description": "symbols and values that the source uses"},
    "optimise": {"type": "boolean", "default": True, "description": "initial state of OPT"},
    "symbols": {"type": ["string", "array"], "items": {"type": "string"},
                "description": "symbols of an image: a symbol file, a listing or a map, or "
                               "several of them"},
    "sources": {"type": "array", "items": {"type": "string"},
                "description": "the other sources of a program in C"},
    "bios": {"type": "string", "description": "an executive ROM other than vecx's own"},
}

ATTACH: dict[str, dict[str, Any]] = {
    "port": {"type": "integer", "description": "port of `vecx run GAME --debug-port N`"},
    "stopOnEntry": PROPERTIES["stopOnEntry"] | {"description": "stop after attaching"},
}


def manifest() -> dict[str, Any]:
    launch = {"type": "vecx", "request": "launch", "name": "Debug this program",
              "program": "${file}"}
    return {
        "name": "vecx", "displayName": "vecx", "version": __version__, "publisher": "vecx",
        "description": "Vectrex programs: 6809 assembler, debugger", "license": "MIT",
        "engines": {"vscode": "^1.75.0"}, "categories": ["Debuggers", "Programming Languages"],
        "main": "./extension.js",
        "activationEvents": ["onDebugResolve:vecx", f"onLanguage:{LANGUAGE}"],
        "dependencies": {"vscode-languageclient": "^9.0.1"},
        "contributes": {
            "configuration": {"title": "vecx", "properties": {"vecx.command": {
                "type": "string", "default": "vecx", "description": "path of vecx"}}},
            "languages": [{"id": LANGUAGE, "aliases": ["6809 assembler (vecx)"],
                           "extensions": [".asm", ".inc"],
                           "configuration": "./language-configuration.json"}],
            "grammars": [{"language": LANGUAGE, "scopeName": "source.asm.6809",
                          "path": "./grammar.json"}],
            "breakpoints": [{"language": name} for name in (LANGUAGE, "c", "cpp")],
            "debuggers": [{"type": "vecx", "label": "vecx", "languages": [LANGUAGE, "c"],
                           "configurationAttributes": {
                               "launch": {"required": ["program"], "properties": PROPERTIES},
                               "attach": {"required": ["port"], "properties": ATTACH}},
                           "initialConfigurations": [launch]}],
            "problemMatchers": [{
                "name": "vecx", "owner": "vecx", "fileLocation": ["autoDetect",
                                                                  "${workspaceFolder}"],
                "pattern": {"regexp": r"^(.+?):(\d+):(\d+): (error|warning)(?:\[[^\]]*\])?: (.*)$",
                            "file": 1, "line": 2, "column": 3, "severity": 4, "message": 5}}],
        }}


def grammar() -> dict[str, Any]:
    """Return the grammar of comments, strings, numbers, labels, instructions and directives."""
    mnemonics = "|".join(sorted(BY_MNEMONIC, key=lambda name: (-len(name), name)))
    return {"scopeName": "source.asm.6809", "name": "6809 assembler", "patterns": [
        {"match": r"^\*.*$|;.*$", "name": "comment.line.asm"},
        {"match": r'"[^"]*"', "name": "string.quoted.double.asm"},
        {"match": r"'.'?", "name": "string.quoted.single.asm"},
        {"match": r"(?<!\w)(\$[0-9A-Fa-f]+|0x[0-9A-Fa-f]+|%[01]+|@[0-7]+|\d+)\b",
         "name": "constant.numeric.asm"},
        {"match": rf"(?i)(?<=\s)({mnemonics})(?=\s|$)", "name": "keyword.mnemonic.asm"},
        {"match": r"(?i)(?<=\s)(org|setdp|include|incbin|equ|set|macro|endm|rept|if\w*|else|endif|"
                  r"struct|ends?|code|bss|f[cdq]b|fcc|fcn|fdb|rmb|rzb|zmb|align)(?=\s|$)",
         "name": "keyword.control.directive.asm"},
        {"match": r"^[A-Za-z_.][\w.$@?]*:?", "name": "entity.name.function.asm"},
        {"match": r"(?i)(?<=[\s,])(pcr?|dp|cc|[abdxyus])(?=[\s,+\]-]|$)",
         "name": "variable.language.register.asm"}]}


def write(folder: Path) -> list[Path]:
    """Write the extension into a new or empty folder; return its files.

    Errors: VecxError if the folder is not empty
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise VecxError(f"{folder} exists and is not empty; use a new or empty folder")
    folder.mkdir(parents=True, exist_ok=True)
    contents = {
        "package.json": json.dumps(manifest(), indent=2), "extension.js": SCRIPT,
        "grammar.json": json.dumps(grammar(), indent=2), "README.md": README,
        "language-configuration.json": json.dumps({"comments": {"lineComment": ";"},
                                                   "brackets": [["(", ")"], ["[", "]"]]},
                                                  indent=2)}
    for name, text in contents.items():
        files.write(folder / name, text.rstrip("\n") + "\n")
    return [folder / name for name in contents]
