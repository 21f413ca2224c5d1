"""Settings other than keys: volume, scale, picture, preset, folders."""

from pathlib import Path
from typing import Any

from ..display.look import BRIGHTNESS_MAX, BRIGHTNESS_MIN, GLOW_MAX, TURNS, Look
from ..errors import VecxError, shown
from ..play.folders import Folders
from ..sound import DECIBELS_MIN
from .tables import Faults, Where

SCALE_MIN, SCALE_MAX = 0.1, 10.0
VOLUME, PRESET = 0, "hardware"      # defaults


def volume_of(values: dict[str, Any], where: Where) -> int:
    """Return the volume.  Errors: VecxError for an invalid value"""
    value = values.get("sound", {}).get("volume", VOLUME)
    if type(value) is int and DECIBELS_MIN <= value <= 0:
        return value
    raise VecxError(f"{where('sound', 'volume')}: volume is {shown(value)}; it can be a whole "
                    f"number of dB, {DECIBELS_MIN} to 0")


def scale_of(values: dict[str, Any], where: Where) -> float | None:
    """Return the window's scale.  Errors: VecxError for an invalid value"""
    value = values.get("window", {}).get("scale", "auto")
    return None if value == "auto" else _number("scale", value, (SCALE_MIN, SCALE_MAX),
                                                where("window", "scale"), ' or "auto"')


def _number(name: str, value: Any, limits: tuple[float, float], where: str,
            more: str = "") -> float:
    """Return a number within limits.  Errors: VecxError for any other value"""
    if type(value) in (int, float) and limits[0] <= value <= limits[1]:
        return float(value)
    raise VecxError(f"{where}: {name} is {shown(value)}; it can be a number, {limits[0]:g} to "
                    f"{limits[1]:g}{more}")


def picture_of(values: dict[str, Any], where: Where, faults: Faults
             ) -> tuple[Look, bool]:
    """Return the look, and whether overlays are shown; record invalid values."""
    look, numbers = Look(), {"brightness": 1.0, "glow": 1.0}
    for name, limits in (("brightness", (BRIGHTNESS_MIN, BRIGHTNESS_MAX)),
                         ("glow", (0.0, GLOW_MAX))):
        with faults.noting():
            value = values.get(name, getattr(look, name))
            numbers[name] = _number(name, value, limits, where("picture", name))
    shows = {}
    for name, usual in (("glass", look.glass), ("overlay", True)):
        shows[name] = values.get(name, usual)
        if type(shows[name]) is not bool:
            faults.append(f"{where('picture', name)}: {name} is {shown(shows[name])}; it can be "
                          "true or false")
    turn = values.get("rotation", look.turn)
    if type(turn) is not int or turn not in TURNS:
        faults.append(f"{where('picture', 'rotation')}: rotation is {shown(turn)}; it can be "
                      f"{', '.join(map(str, TURNS))}")
    return Look(numbers["brightness"], numbers["glow"], shows["glass"], turn), shows["overlay"]


def preset_of(values: dict[str, Any], where: Where) -> str:
    """Return the preset's name; the machine checks whether it exists."""
    value = values["machine"].get("preset", PRESET)
    if isinstance(value, str) and value:
        return value
    raise VecxError(f"{where('machine', 'preset')}: preset is {shown(value)}; it can be "
                    "\"ideal\", \"hardware\", \"worn\" or a .toml file in quotes")


def folders_of(values: dict[str, Any], where: Where) -> Folders:
    """Return the folders for files.  Errors: VecxError if one is not a folder"""
    found = {}
    for name, value in values["folders"].items():
        place = where("folders", name)
        if not isinstance(value, str):
            raise VecxError(f"{place}: {name} is {shown(value)}; it can be a folder in quotes")
        path = Path(value).expanduser() if value else None
        if path and (not path.is_absolute() or not path.is_dir()):
            raise VecxError(f"{place}: {name}: {shown(value)} is not a folder; give the absolute "
                            "path of an existing folder, from / or ~ on")
        found[name] = path
    return Folders(**found)
