"""The libretro core: the file for each platform, and the folder of RetroArch.

vecx/data/libretro has a core for each platform, which `python -m building` makes, and
libretro.json, which says what they were made from.
"""

import os
import sys
from pathlib import Path
from typing import NamedTuple

from .compiling import native
from .errors import VecxError

FOLDER = Path(__file__).parent / "data" / "libretro"
MANIFEST = FOLDER / "libretro.json"
# Another core, made from the C emulator of the same name, is called vecx_libretro.
NAME = "vecx_exact_libretro"
SUFFIXES = ("bin", "vec", "gam", "rom")
# The values of the core's options; the first is the default.
PRESETS = ("hardware", "ideal", "worn")
SIZES = ((600, 750), (330, 410), (480, 600), (960, 1200))       # pixels
RAMS = ("none", "8000-87FF", "8000-9FFF", "A000-BFFF")
INFO = f"""\
display_name = "Vectrex (vecx exact)"
corename = "vecx exact"
authors = "the vecx maintainers"
supported_extensions = "{'|'.join(SUFFIXES)}"
license = "MIT"
permissions = ""
categories = "Emulator"
manufacturer = "GCE"
systemname = "Vectrex"
systemid = "vectrex"
supports_no_game = "true"
savestate = "true"
savestate_features = "deterministic"
cheats = "false"
input_descriptors = "true"
memory_descriptors = "true"
core_options = "true"
needs_fullpath = "false"
hw_render = "false"
database = "GCE - Vectrex"
description = "A cycle-exact Vectrex with its own executive ROM; no other file is needed."
"""


class Platform(NamedTuple):
    """A platform: the name of its core in FOLDER, and the suffix of libraries there."""

    core: str
    suffix: str


PLATFORMS = {library.rpartition(".")[0]: Platform(library, f".{library.rpartition('.')[2]}")
             for library in native.LIBRARIES.values()}


def this_platform() -> str:
    """Return the name of this computer's platform.  Errors: VecxError if there is no core"""
    system, machine = native.platform_key()
    library = native.LIBRARIES.get((system, machine))
    if library is None:
        raise VecxError(f"there is no core for {system} on {machine}; "
                        f"use --platform with one of {', '.join(PLATFORMS)}")
    return library.rpartition(".")[0]


def core_files(platform: str) -> dict[str, bytes]:
    """Return the contents of the core and of its description, by the names of the files.

    Errors: VecxError if the core is missing

    >>> from vecx import libretro
    >>> sorted(libretro.core_files("linux-x86_64"))
    ['vecx_exact_libretro.info', 'vecx_exact_libretro.so']
    """
    core, suffix = PLATFORMS[platform]
    try:
        data = (FOLDER / core).read_bytes()
    except OSError as fault:
        raise VecxError(f"{FOLDER / core}: {fault.strerror}; install vecx again, or run "
                        "`python -m building core` in the source tree") from None
    return {f"{NAME}{suffix}": data, f"{NAME}.info": INFO.encode()}


def games() -> dict[str, bytes]:
    """Return the bundled games and their overlays, by the names of the files."""
    found = {}
    for name in "connect4", "reversi":
        found[f"{name}.bin"] = (FOLDER.parent / f"{name}.bin").read_bytes()
        found[f"{name}.overlay.png"] = (FOLDER.parent / "overlays" / f"{name}.png").read_bytes()
    return found


def retroarch_folder() -> Path:
    """Return the folder in which RetroArch keeps its settings and cores.

    Errors: VecxError if RetroArch has not been started on this computer
    """
    home = Path.home()
    if sys.platform == "win32":
        places = [Path(os.environ.get("APPDATA", home)) / "RetroArch", Path("C:/RetroArch-Win64")]
    elif sys.platform == "darwin":
        places = [home / "Library" / "Application Support" / "RetroArch"]
    else:
        places = [Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "retroarch",
                  home / ".var/app/org.libretro.RetroArch/config/retroarch",
                  home / "snap/retroarch/current/.config/retroarch"]
    for place in places:
        if place.is_dir():
            return place
    raise VecxError("RetroArch's folder was not found: start RetroArch once, or use -o DIR with "
                    f"the folder of its cores (looked for {', '.join(map(str, places))})")
