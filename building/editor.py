"""The language client of the extension for VS Code: one file with its licences, from npm packages.

`npm` installs the packages in a temporary folder, and esbuild joins them.  The versions are fixed,
so that the same versions give the same bytes.
"""

import json
import subprocess
import tempfile
from pathlib import Path

from vecx.editors.vsix import CLIENT, LICENCES
from vecx.errors import VecxError

ESBUILD = "0.28.2"
PACKAGES = {"vscode-languageclient": "9.0.1", "vscode-languageserver-protocol": "3.17.5",
            "vscode-languageserver-types": "3.17.5", "vscode-jsonrpc": "8.2.0",
            "minimatch": "5.1.9", "brace-expansion": "2.1.8", "balanced-match": "1.0.2",
            "semver": "7.8.6"}
FLAGS = ("--bundle", "--platform=node", "--format=cjs", "--target=node18", "--minify",
         "--external:vscode", "--legal-comments=none")


def make() -> dict[str, bytes]:
    """Return the client and its licences, keyed by the names of their files.

    Errors: VecxError if npm is not installed, or fails
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text(json.dumps(
            {"private": True, "dependencies": {"esbuild": ESBUILD, **PACKAGES}}))
        (folder / "client.js").write_text(
            'module.exports = require("vscode-languageclient/node");\n')
        _run(folder, "npm", "install", "--ignore-scripts", "--no-package-lock", "--no-audit",
             "--no-fund")
        _run(folder, "node_modules/.bin/esbuild", "client.js", *FLAGS, f"--outfile={CLIENT.name}")
        return {CLIENT.name: (folder / CLIENT.name).read_bytes(),
                LICENCES.name: _licences(folder / "node_modules").encode()}


def _run(folder: Path, *words: str) -> None:
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    except OSError:
        raise VecxError(f"{words[0]} is needed to build this part: install Node.js") from None
    if done.returncode:
        raise VecxError(f"{words[0]} has failed:\n{done.stderr.strip()}")


def _licences(modules: Path) -> str:
    """Return the licences of the packages that the client contains."""
    texts = []
    for name, version in PACKAGES.items():
        (path,) = (path for path in (modules / name).iterdir() if "licen" in path.name.lower())
        texts.append(f"{name} {version}\n\n{path.read_text('utf-8').strip()}\n")
    return ("\n" + "-" * 80 + "\n\n").join(texts)
