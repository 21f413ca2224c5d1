"""The language client of the extension for VS Code: one file, made by esbuild from npm packages.

    languageclient.js               what `vscode-languageclient/node` exports
    languageclient.LICENCES.txt     the licences of the packages that it contains

`npm install --prefix building` installs the packages, whose versions are fixed, so that the same
versions give the same bytes.
"""

from vecx.editors.vsix import CLIENT, LICENCES

from .scripts import HERE, esbuild, licences

SCRIPT = 'module.exports = require("vscode-languageclient/node");\n'
CONTAINED = ("vscode-languageclient", "vscode-languageserver-protocol",
             "vscode-languageserver-types", "vscode-jsonrpc", "minimatch", "brace-expansion",
             "balanced-match", "semver")
FLAGS = "--platform=node", "--format=cjs", "--target=node18", "--external:vscode"


def make() -> dict[str, bytes]:
    """Return the files, keyed by name.  Errors: VecxError if a program or package is missing"""
    script = esbuild(CLIENT.name, *FLAGS, text=SCRIPT, folder=HERE)
    return {CLIENT.name: script, LICENCES.name: licences(CONTAINED).encode()}
