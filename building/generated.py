"""The files that programs of this tree write into it, and which of them are out of date.

`python -m building all` runs the programs whose files are out of date, in the order of GENERATED:
an entry may read what those before it write.  tests/test_generated.py checks them all.
"""

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from vecx import libretro
from vecx.chips import state_record
from vecx.compiling import native as native_libraries
from vecx.errors import VecxError
from vecx.web import export

from . import core, editor, ir, scripts

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Generated:
    """Files that a program writes.

    Attributes: what     the files contain, for messages
                command  that writes them: the words after `python`, in the root of the sources
                stale    returns the names of those that are out of date
                loaded   whether a process that uses vecx has loaded them
    """

    what: str
    command: tuple[str, ...]
    stale: Callable[[], Iterable[str]]
    loaded: bool = False


def differing(contents: dict[Path, str | bytes]) -> list[str]:
    """Return the names of the files that have other contents than these, or do not exist."""
    return [str(path.relative_to(ROOT)) for path, content in contents.items()
            if not path.exists()
            or path.read_bytes() != (content if isinstance(content, bytes) else content.encode())]


def _module(name: str) -> ModuleType:
    """Return a module that the package `building` does not import otherwise."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    return importlib.import_module(name)


def _made(name: str) -> Callable[[], list[str]]:
    """Return the check of a module whose made() returns the contents of all its files."""
    return lambda: differing(_module(name).made())


def _overlays() -> list[str]:
    return list(_module("roms.overlays").stale())


def _compiled() -> list[str]:
    manifest = json.loads(native_libraries.MANIFEST.read_bytes())
    current = {
        native_libraries.MANIFEST: manifest["sources"] == native_libraries.digest()
        and manifest["built_from"] == ir.digest(),
        export.LAYOUT: json.loads(export.LAYOUT.read_bytes())["digest"] == ir.digest(),
        libretro.MANIFEST:
            json.loads(libretro.MANIFEST.read_bytes())["built_from"] == core.digest()}
    return [path.name for path, is_current in current.items() if not is_current]


def _bundled(maker: ModuleType) -> Callable[[], list[str]]:
    """Return the check of a module that keeps the digest of its sources in its MANIFEST."""
    return lambda: [] if maker.MANIFEST.exists() and \
        json.loads(maker.MANIFEST.read_bytes())["digest"] == maker.digest() \
        else [maker.MANIFEST.name]


BUILDING = "-m", "building"
GENERATED = (
    Generated("types of the machine's record", ("-m", "vecx.chips.state_record"),
              lambda: differing({Path(state_record.__file__).with_suffix(".pyi"):
                                 state_record.stub()})),
    Generated("tables of the accuracy cartridges", ("-m", "roms.accuracy_tables"),
              _made("roms.accuracy_tables")),
    Generated("executive ROM and cartridges", ("-m", "roms.build"), _made("roms.build")),
    Generated("overlays", ("-m", "roms.overlays"), _overlays),
    Generated("reference of the executive ROM", ("-m", "roms.manual"), _made("roms.manual")),
    Generated("libraries, web machine and cores", (*BUILDING, "native", "web", "core"), _compiled,
              loaded=True),
    Generated("scripts of web pages", (*BUILDING, "scripts"), _bundled(scripts)),
    Generated("language client of the extension", (*BUILDING, "editor"), _bundled(editor)),
    Generated("pictures of the accuracy cards", ("docs/build_accuracy.py",),
              _made("docs.build_accuracy")),
    Generated("page of the API", ("docs/build_api.py",), _made("docs.build_api")),
    Generated("map of the code", ("docs/build_architecture.py",), _made("docs.build_architecture")),
    Generated("page of the strict rules", ("docs/build_strict.py",), _made("docs.build_strict")),
    Generated("notebook", ("docs/build_notebook.py",), _made("docs.build_notebook")),
)


def stale() -> dict[Generated, list[str]]:
    """Return the entries with files that are out of date, with the names of the files."""
    found = {each: list(each.stale()) for each in GENERATED}
    return {each: names for each, names in found.items() if names}


def make_all() -> None:
    """Write everything that is out of date.  Errors: VecxError if a program fails"""
    for each in GENERATED:
        if each.stale():
            print(f"{each.what}: python {' '.join(each.command)}", flush=True)
            if subprocess.run([sys.executable, *each.command], cwd=ROOT, check=False).returncode:
                raise VecxError(f"{each.what}: python {' '.join(each.command)} failed; see above")
            if each.loaded:     # go on with the new files
                subprocess.run([sys.executable, *BUILDING, "all"], cwd=ROOT, check=True)
                return
