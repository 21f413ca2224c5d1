"""The language client of the extension for VS Code: one file, made by esbuild from npm packages.

    languageclient.js               what `vscode-languageclient/node` exports
    languageclient.LICENCES.txt     the licences of the packages that it contains

`npm install --prefix building` installs the packages, whose versions are fixed, so that the same
versions give the same bytes.
"""

import json
import subprocess

from vecx.editors.vsix import CLIENT, LICENCES
from vecx.errors import VecxError

from .scripts import HERE, INSTALL, program

SCRIPT = 'module.exports = require("vscode-languageclient/node");\n'
FLAGS = ("--bundle", "--platform=node", "--format=cjs", "--target=node18", "--minify",
         "--external:vscode", "--legal-comments=none", "--log-level=error")


def make() -> dict[str, bytes]:
    """Return the files, keyed by name.  Errors: VecxError if a program or package is missing"""
    ran = subprocess.run([program(), *FLAGS], input=SCRIPT.encode(), cwd=HERE,
                         capture_output=True, check=False)
    if ran.returncode:
        raise VecxError(f"esbuild refuses {CLIENT.name}: {ran.stderr.decode().strip()}; {INSTALL}")
    return {CLIENT.name: ran.stdout, LICENCES.name: _licences().encode()}


def _licences() -> str:
    """Return the licences of the packages that the client contains."""
    packages = json.loads((HERE / "package.json").read_text("utf-8"))["devDependencies"]
    texts = []
    for name, version in packages.items():
        if name != "esbuild":
            folder = HERE / "node_modules" / name
            (path,) = (path for path in folder.iterdir() if "licen" in path.name.lower())
            texts.append(f"{name} {version}\n\n{path.read_text('utf-8').strip()}\n")
    return ("\n" + "-" * 80 + "\n\n").join(texts)
