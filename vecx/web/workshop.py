"""The workshop: a folder of static files in which one page writes, checks and plays a cartridge.

    index.html workshop.js workshop.json    the player and the editor
    assembler.js asm.zip pyodide/           the worker, the assembler, and Python as WebAssembly
    page.html                               the page of a sample, from which games are exported
    offline.js app.webmanifest icon-*.png   serve the files from a copy, also without a network

Pyodide is not part of vecx.  Its files come from the npm package of this version, and are checked.
"""

import hashlib
import html
import io
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

from asm import assemble
from asm.assembler.conversion import Asset
from asm.assembler.directives import DIRECTIVES
from asm.assembler.operations import OPERATIONS
from asm.output.debugging import debug_info
from asm.output.debuginfo import LABEL

from .. import CONVERTERS, files, pages
from ..console import manual
from ..console.cartridge import Cartridge
from ..console.roms import DATA, Ready, include_dirs, load_debug
from ..errors import VecxError, reason
from ..machine import Machine
from . import export, poster, publish

PYODIDE = "314.0.7"
# The files of the npm package that the page loads, and their SHA-256.
PYODIDE_FILES = {
    "pyodide.mjs":
        "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs":
        "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm":
        "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip":
        "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json":
        "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
# What the assembler does not need of Python's standard library.
LIBRARY = "python_stdlib.zip"
UNNEEDED = frozenset({
    "_pyrepl", "cProfile.py", "cmd.py", "code.py", "doctest.py", "ftplib.py", "http", "imaplib.py",
    "mailbox.py", "multiprocessing", "optparse.py", "pdb.py", "pickletools.py", "poplib.py",
    "profile.py", "pstats.py", "pyclbr.py", "pydoc.py", "smtplib.py", "sqlite3", "statistics.py",
    "tabnanny.py", "turtle.py", "unittest", "venv", "wsgiref", "xml", "xmlrpc"})
ENCODINGS = frozenset({"__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1",
                       "punycode", "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be",
                       "utf_16_le", "utf_32", "utf_8", "utf_8_sig"})
FIRST = "dot"               # the template of the first visit, which plays before Python is loaded
EXAMPLES = pages.FOLDER / "examples"
TEMPLATE = Path(__file__).parents[1] / "cli" / "template"
SAMPLE_TITLE = "@TITLE@"
PACKAGE = Path(__file__).parents[1]
# The modules of vecx that vecx/language/page.py imports; a test imports it from these alone.
MODULES = (
    "__init__", "errors", "files", "console/__init__", "console/c_structs", "console/cartridge",
    "console/includes", "console/manual", "console/roms", "console/variables", "language/__init__",
    "language/actions", "language/complete", "language/costs", "language/describe",
    "language/index", "language/page", "language/problems", "language/workspace", "play/__init__",
    "play/carrying")
# Lets the page load the scripts of its folder, and loads the workshop's.
START = """const names = ["workshop.js", "assembler.js", "offline.js"];
const own = globalThis.trustedTypes?.createPolicy("offline", {
  createScriptURL: name => { if (!names.includes(name)) throw new TypeError(name); return name; }});
globalThis.scriptOf = name => own?.createScriptURL(name) ?? name;
const script = document.createElement("script");
script.type = "module";
script.onerror = () => {
  document.getElementById("shop-said").textContent = location.protocol === "file:"
    ? "Open the workshop from a web server: vecx workshop -o DIR --open starts one."
    : "The workshop cannot start: workshop.js cannot be loaded. Reload the page to try again.";
};
script.src = scriptOf("workshop.js");
if (globalThis.vecx) document.head.append(script);
"""
INSTALL = (f"install npm, or unpack the npm package pyodide {PYODIDE} and use --pyodide FOLDER, or "
           "use --cdn URL to let the page load it from another host")


def templates() -> dict[str, str]:
    """Return the sources with which a project can begin, keyed by name."""
    order = (FIRST, "list", "text", "stick", "sound", "game")
    found = {name: pages.read(f"examples/{name}.asm") + "\n" for name in order}
    return found | {"ship": _ship()}


def _ship() -> str:
    """Return the program of `vecx new`, with the lines that its ASSET lines become."""
    text = (TEMPLATE / "game.asm.txt").read_text("utf-8")
    for word, value in {"@NAME@": "ship", "@YEAR@": "2026", "@TITLE@": "SHIP",
                        "@TITLE_X@": "-28"}.items():
        text = text.replace(word, value)
    return re.sub(r"^(\w+) +asset +\"([^\"]+)\", (.+)$", _converted, text, flags=re.MULTILINE)


def _converted(found: re.Match[str]) -> str:
    """Return the lines of an ASSET line."""
    label, name, options = found.groups()
    asset = Asset(name, (TEMPLATE / f"{name}.txt").read_bytes(), label,
                  dict(option.split("=") for option in options.split(", ")), lambda name: b"")
    return "\n".join(row for _, row in CONVERTERS[Path(name).suffix](asset).lines)


def machine_of(source: str, name: str) -> Machine:
    """Return a machine with a template's program."""
    program = assemble(source, name=f"{name}.asm", include_dirs=include_dirs())
    if program.image is None:
        raise VecxError(f"{name}.asm: not assembled:\n{program.messages()}")
    return Machine(Ready(Cartridge(program.image, name), debug_info(program)))


def assembler() -> bytes:
    """Return the zip with `asm`, and the modules and data of vecx, that the worker runs."""
    return files.zipped(dict(_sources()))


def _sources() -> Iterator[tuple[str, bytes]]:
    for path in sorted((PACKAGE.parent / "asm").rglob("*.py")):
        yield path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes()
    for module in MODULES:
        yield f"vecx/{module}.py", (PACKAGE / f"{module}.py").read_bytes()
    include = include_dirs()
    for folder in include:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".inc", ".asm") and (path.suffix == ".inc" or "lib" in path.parts):
                yield f"vecx/data/include/{path.relative_to(folder).as_posix()}", path.read_bytes()
    yield "vecx/data/manual/generated/exec-rom.md", manual.path().read_bytes()


def python_files(folder: Path | None = None) -> dict[str, bytes]:
    """Return the files of Pyodide.

    Args:   folder  that of the unpacked npm package; by default the copy in the user's cache, which
                    npm downloads if necessary
    Errors: VecxError if they are missing or damaged, and cannot be downloaded
    """
    if folder:
        return _checked(folder)
    kept = Path(platformdirs.user_cache_dir("vecx", appauthor=False)) / f"pyodide-{PYODIDE}"
    try:
        return _checked(kept)
    except VecxError:
        _download(kept)
    return _checked(kept)


def trimmed(library: bytes) -> bytes:
    """Return the zip of the standard library without modules that the assembler does not need."""
    def is_needed(name: str) -> bool:
        top, _, rest = name.partition("/")
        return top not in UNNEEDED and (
            top != "encodings" or rest.partition(".")[0] in ENCODINGS)

    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        return files.zipped({name: archive.read(name) for name in archive.namelist()
                             if is_needed(name) and not name.endswith("/")})


def _checked(folder: Path) -> dict[str, bytes]:
    found = {}
    for name, digest in PYODIDE_FILES.items():
        try:
            found[name] = (folder / name).read_bytes()
        except OSError as fault:
            raise VecxError(f"{folder / name}: {reason(fault)}; {INSTALL}") from None
        if hashlib.sha256(found[name]).hexdigest() != digest:
            raise VecxError(f"{folder / name} is not that of pyodide {PYODIDE}; {INSTALL}")
    return found


def _download(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise VecxError(f"the workshop needs pyodide {PYODIDE}, which npm downloads, and npm is "
                        f"not installed; {INSTALL}")
    with tempfile.TemporaryDirectory() as room:
        ran = subprocess.run([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=room,
                             capture_output=True, text=True, check=False)
        archives = list(Path(room).glob("*.tgz"))
        if ran.returncode or not archives:
            lines = ran.stderr.strip().splitlines()
            raise VecxError(f"npm cannot download pyodide {PYODIDE}"
                            + (f" ({lines[-1]})" if lines else "") + f"; {INSTALL}")
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archives[0]) as archive:
            for name in PYODIDE_FILES:
                member = archive.extractfile(f"package/{name}")
                if member:
                    files.write(folder / name, member.read())


def words() -> dict[str, list[str]]:
    """Return the words that the editor colours."""
    return {"operations": sorted(OPERATIONS), "directives": sorted(DIRECTIVES)}


def rom_labels() -> list[tuple[int, str]]:
    """Return the addresses of the executive ROM's labels, ascending."""
    symbols = load_debug(DATA / "exec.symbols.json").symbols
    return sorted((symbol.value, name) for name, symbol in symbols.items()
                  if symbol.kind == LABEL and "." not in name)


def site(python: dict[str, bytes], cdn: str = "") -> dict[str, bytes]:
    """Return the files of the workshop, keyed by name.

    Args:   python  the files of Pyodide;  cdn  the address to load them from instead
    """
    found = templates()
    archive = assembler()
    first = machine_of(found[FIRST], FIRST)
    sample = machine_of(found[FIRST].replace("DOT", SAMPLE_TITLE, 1), FIRST)
    made = {"workshop.js": pages.built("workshop.js").encode(), "asm.zip": archive,
            "assembler.js": pages.built("assembler.js").encode(),
            "page.html": export.page(sample).encode(),
            "LICENCES.txt": _licences().encode()}
    if LIBRARY in python:
        python = {**python, LIBRARY: trimmed(python[LIBRARY])}
    made |= {f"pyodide/{name}": data for name, data in python.items()}
    setup: dict[str, Any] = {
        "pyodide": cdn or "pyodide/", "version": hashlib.sha256(archive).hexdigest()[:16],
        "bytes": len(archive) + sum(len(data) for name, data in python.items()
                                    if not name.endswith(".mjs")),
        "first": FIRST, "templates": found, "words": words(),
        "rom": rom_labels(), "sample": export.game(sample)["cart"]}
    made["workshop.json"] = json.dumps(setup).encode()
    index = _index(first)
    return publish.installed(index, "vecx workshop", poster.Title(first, None), made)


def _index(machine: Machine) -> str:
    game = export.as_json(export.game(machine))
    script = pages.built("player.js") + \
        f"\nglobalThis.vecx = await page.begin({game});\n{START}"
    text = export.assembled(machine, script, pages.read("workshop.html"),
                            pages.built("workshop.css"), installed=True, poster="")
    title = html.escape(export.title(machine))
    return text.replace('<body class="alone">', '<body class="shop">').replace(
        f"<title>{title} - vecx</title>", "<title>vecx workshop</title>")


def _licences() -> str:
    return "\n\n".join((
        f"vecx\n\n{files.licence()}",
        f"Pyodide {PYODIDE}: Mozilla Public License 2.0. It contains CPython, under the Python "
        "Software Foundation License 2; modules that the assembler does not need are left out.",
        pages.built("workshop.LICENCES.txt")))
