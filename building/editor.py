"""The language client of the extension for VS Code: one file, made by esbuild from npm packages.

    languageclient.js               what `vscode-languageclient/node` exports
    languageclient.LICENCES.txt     the licences of the packages that it contains
    languageclient.json             the digest of what these files are made from

`npm install --prefix building` installs the packages, whose versions are fixed, so that the same
versions give the same bytes.
"""

import hashlib
import json
from pathlib import Path

from vecx.editors.vsix import CLIENT, LICENCES

from .scripts import HERE, esbuild, licences

SCRIPT = 'module.exports = require("vscode-languageclient/node");\n'
CONTAINED = ("vscode-languageclient", "vscode-languageserver-protocol",
             "vscode-languageserver-types", "vscode-jsonrpc", "minimatch", "brace-expansion",
             "balanced-match", "semver")
FLAGS = "--platform=node", "--format=cjs", "--target=node18", "--external:vscode"


MANIFEST = CLIENT.with_suffix(".json")


def digest() -> str:
    """Return the digest of this file and of the packages' versions, independent of line ends."""
    sources = (Path(__file__), HERE / "package.json")
    return hashlib.sha256(b"".join(path.read_bytes().replace(b"\r\n", b"\n")
                                   for path in sources)).hexdigest()


def make() -> dict[str, bytes]:
    """Return the files, keyed by name.  Errors: VecxError if a program or package is missing"""
    script = esbuild(CLIENT.name, *FLAGS, text=SCRIPT, folder=HERE)
    return {CLIENT.name: script, LICENCES.name: licences(CONTAINED).encode(),
            MANIFEST.name: (json.dumps({"digest": digest()}) + "\n").encode()}
