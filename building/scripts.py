"""The scripts and the style of web pages: bundled and minified by esbuild.

    player.js served.js filmed.js wires.js frames.js    declare the object `page`, which has what
                                                        their modules export
    worklet.js offline.js                               run by themselves
    play.css                                            the style of the player
    scripts.json                                        the digest of the sources of these files

The sources are in vecx/pages.  esbuild is installed by `npm install --prefix building`.
"""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

from vecx.errors import VecxError
from vecx.pages import BUILT, FOLDER

# The modules whose exports each script has, and the files that become one of the same name.
SCRIPTS = {
    "player.js": ("player.js",), "served.js": ("player.js", "serve.js"),
    "filmed.js": ("filmed.js",), "wires.js": ("wires.js",), "frames.js": ("wires.js", "film.js")}
ALONE = "worklet.js", "offline.js", "play.css"
MANIFEST = BUILT / "scripts.json"
HERE = Path(__file__).parent
FLAGS = ("--bundle", "--minify", "--format=iife", "--target=es2022", "--charset=utf8",
         "--log-level=error")
INSTALL = "run `npm install --prefix building --no-package-lock`"


def digest() -> str:
    """Return the digest of the sources, independent of line ends."""
    whole = hashlib.sha256()
    paths = [*FOLDER.glob("*.js"), *FOLDER.glob("*.css"), HERE / "package.json", Path(__file__)]
    for path in sorted(paths, key=lambda path: path.name):
        whole.update(path.name.encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return whole.hexdigest()


def program() -> str:
    """Return the path of esbuild.  Errors: VecxError if it is not installed"""
    found = shutil.which("esbuild", path=HERE / "node_modules" / ".bin")
    if not found:
        raise VecxError(f"esbuild is not installed: {INSTALL}")
    return found


def make() -> dict[str, bytes]:
    """Return the files, keyed by name.  Errors: VecxError if esbuild is missing or fails"""
    esbuild = program()

    def bundled(name: str, *words: str, text: str = "") -> bytes:
        ran = subprocess.run([esbuild, *FLAGS, *words], input=text.encode(), cwd=FOLDER,
                             capture_output=True, check=False)
        if ran.returncode:
            raise VecxError(f"esbuild refuses {name}: {ran.stderr.decode().strip()}")
        return ran.stdout

    made = {name: bundled(name, "--global-name=page", text="".join(
        f'export * from "./{module}";' for module in modules)) for name, modules in SCRIPTS.items()}
    made |= {name: bundled(name, name) for name in ALONE}
    return made | {MANIFEST.name: (json.dumps({"digest": digest()}) + "\n").encode()}
