"""The scripts and the style of web pages: bundled and minified by esbuild.

    player.js served.js filmed.js wires.js frames.js    declare the object `page`, which has what
                                                        their modules export
    worklet.js offline.js                               run by themselves
    workshop.js assembler.js                            modules of the workshop, with its editor
    workshop.LICENCES.txt                               the licences of the editor's packages
    play.css workshop.css                               the styles of the player and the workshop
    scripts.json                                        the digest of the sources of these files

The sources are in vecx/pages.  esbuild is installed by `npm install --prefix building`.
"""

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from vecx.errors import VecxError
from vecx.pages import BUILT, FOLDER

# The modules whose exports each script has, and the files that become one of the same name.
SCRIPTS = {
    "player.js": ("player.js",), "served.js": ("player.js", "serve.js"),
    "filmed.js": ("filmed.js",), "wires.js": ("wires.js",), "frames.js": ("wires.js", "film.js")}
ALONE = "worklet.js", "offline.js", "play.css", "workshop.css"
MODULES = "workshop.js", "assembler.js"
EDITOR = (*(f"@codemirror/{name}" for name in (
              "autocomplete", "commands", "language", "lint", "search", "state", "view")),
          "@lezer/common", "@lezer/highlight", "@lezer/lr", "@marijn/find-cluster-break", "crelt",
          "style-mod", "w3c-keyname")
MANIFEST = BUILT / "scripts.json"
HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules"
LICENCES = "workshop.LICENCES.txt"
FLAGS = "--target=es2022", "--charset=utf8"
INSTALL = "run `npm install --prefix building --no-package-lock`"


def digest() -> str:
    """Return the digest of the sources, independent of line ends."""
    whole = hashlib.sha256()
    paths = [*FOLDER.glob("*.js"), *FOLDER.glob("*.css"), HERE / "package.json", Path(__file__)]
    for path in sorted(paths, key=lambda path: path.name):
        whole.update(path.name.encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return whole.hexdigest()


def esbuild(name: str, *words: str, text: str = "", folder: Path = FOLDER) -> bytes:
    """Run esbuild, with the installed packages; return what it makes.

    Args:   name    of the file, for messages
            words   arguments;  text  the source, if it is not a file of the folder
    Errors: VecxError if esbuild is not installed, or refuses the source
    """
    program = shutil.which("esbuild", path=HERE / "node_modules" / ".bin")
    if not program:
        raise VecxError(f"esbuild is not installed: {INSTALL}")
    ran = subprocess.run([program, "--bundle", "--minify", "--legal-comments=none",
                          "--log-level=error", *words], input=text.encode(), cwd=folder,
                         env={**os.environ, "NODE_PATH": str(PACKAGES)}, capture_output=True,
                         check=False)
    if ran.returncode:
        raise VecxError(f"esbuild refuses {name}: {ran.stderr.decode().strip()}")
    return ran.stdout


def make() -> dict[str, bytes]:
    """Return the files, keyed by name.  Errors: VecxError if esbuild is missing or fails"""
    def bundled(name: str, *words: str, text: str = "") -> bytes:
        kind = "esm" if name in MODULES else "iife"
        return esbuild(name, *FLAGS, f"--format={kind}", *words, text=text, folder=FOLDER)

    made = {name: bundled(name, "--global-name=page", text="".join(
        f'export * from "./{module}";' for module in modules)) for name, modules in SCRIPTS.items()}
    made |= {name: bundled(name, name) for name in (*ALONE, *MODULES)}
    made[LICENCES] = licences(EDITOR).encode()
    return made | {MANIFEST.name: (json.dumps({"digest": digest()}) + "\n").encode()}


def licences(names: Iterable[str]) -> str:
    """Return the licences of installed packages.  Errors: VecxError if one is not installed"""
    texts = []
    for name in names:
        folder = PACKAGES / name
        if not folder.is_dir():
            raise VecxError(f"the npm package {name} is not installed: {INSTALL}")
        version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
        (path,) = (path for path in folder.iterdir() if "licen" in path.name.lower())
        texts.append(f"{name} {version}\n\n{path.read_text('utf-8').strip()}\n")
    return ("\n" + "-" * 80 + "\n\n").join(texts)
