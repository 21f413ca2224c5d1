"""The language client of the extension for VS Code: one file, made by esbuild from npm packages.

    languageclient.js               what `vscode-languageclient/node` exports
    languageclient.LICENCES.txt     the licences of the packages that it contains

`npm install --prefix building` installs the packages, whose versions are fixed, so that the same
versions give the same bytes.
"""

import subprocess

from vecx.editors.vsix import CLIENT, LICENCES
from vecx.errors import VecxError

from .scripts import HERE, INSTALL, licences, program

SCRIPT = 'module.exports = require("vscode-languageclient/node");\n'
CONTAINED = ("vscode-languageclient", "vscode-languageserver-protocol",
             "vscode-languageserver-types", "vscode-jsonrpc", "minimatch", "brace-expansion",
             "balanced-match", "semver")
FLAGS = ("--bundle", "--platform=node", "--format=cjs", "--target=node18", "--minify",
         "--external:vscode", "--legal-comments=none", "--log-level=error")


def make() -> dict[str, bytes]:
    """Return the files, keyed by name.  Errors: VecxError if a program or package is missing"""
    ran = subprocess.run([program(), *FLAGS], input=SCRIPT.encode(), cwd=HERE,
                         capture_output=True, check=False)
    if ran.returncode:
        raise VecxError(f"esbuild refuses {CLIENT.name}: {ran.stderr.decode().strip()}; {INSTALL}")
    return {CLIENT.name: ran.stdout, LICENCES.name: licences(CONTAINED).encode()}
