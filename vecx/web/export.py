"""A cartridge as one web page: everything is inline, nothing is loaded from elsewhere.

The scripts of ../pages become one, with the machine and the cartridge, under a policy that forbids
any other script.
"""

import base64
import hashlib
import html
import json
import re
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from .. import files, pages
from ..chips import state_range
from ..chips.beam import SCREEN_UNIT
from ..chips.device import DEVICES
from ..chips.state import CYCLES_PER_SECOND, FIELDS, FRAME_CYCLES
from ..console import analog, snapshot
from ..console.cartridge_slot import KIB
from ..display import light, phosphor
from ..display.look import COLOURS
from ..display.overlay import ROOM
from ..errors import VecxError
from ..machine import Machine
from ..play import inputs
from ..play import movie as movies
from ..play.commands import COMMANDS
from ..sound import mixer
from .about import About

# Made by `python -m building web`: the machine and its sound, the sound alone, the phosphor, and
# the layout of the machine's memory.
DATA = Path(__file__).parents[1] / "data" / "web"
WASM, SOUND, LIGHT, LAYOUT = (
    DATA / name for name in ("machine.wasm", "sound.wasm", "light.wasm", "machine.json"))
# Commands of the window that a page does not have.
LEFT_OUT = ("record", "findings", "glass", "leave")
SOME_CLOCK = 1 << 20     # a multiple of every unit in which fields count cycles
POSTER_SIZE = 192, 240      # pixels of the picture that is seen until the game starts
INSTALL = """const offline = globalThis.trustedTypes?.createPolicy("offline", {
  createScriptURL: () => "offline.js"}).createScriptURL("");
navigator.serviceWorker?.register(offline ?? "offline.js");
"""
ICON = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
        'rx="6" fill="#06080a"/><path d="M6 8l10 18L26 8M12 8h8" fill="none" stroke="#8ecbff" '
        'stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>')
FINE = ("Made with vecx, a Vectrex in Python. Its executive ROM was written using only a "
        "description of the interface of the original ROM. MIT licence.")


@cache
def built() -> tuple[bytes, dict[str, Any]]:
    """Return the web machine and its layout.  Errors: VecxError if they are missing"""
    try:
        return WASM.read_bytes(), json.loads(LAYOUT.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise VecxError(f"{WASM.parent}: the web machine is missing or damaged ({fault}); install "
                        "vecx again, or run python -m building web") from None


def light_module() -> str:
    """Return the packed WebAssembly module for the light.  Errors: VecxError if it is missing"""
    try:
        return pages.packed(LIGHT.read_bytes())
    except OSError as fault:
        raise VecxError(f"{LIGHT}: {fault.strerror}; install vecx again, or run "
                        "python -m building web") from None


def tube(parameters: analog.Analog) -> dict[str, Any]:
    """Return the parameters with which a page converts strokes to light: those of the phosphor and
    of a preset."""
    a = parameters
    return {
        "halfW": a.half_w, "halfH": a.half_h, "satX": a.sat_x, "satY": a.sat_y, "satK": a.sat_k,
        "mainsAmp": a.mains_amp, "mainsHz": a.mains_hz, "mainsYPhase": a.mains_y_phase,
        "cyclesPerSecond": CYCLES_PER_SECOND, "frameCycles": FRAME_CYCLES,
        "screenUnit": SCREEN_UNIT, "margin": phosphor.MARGIN, "gamma": light.GAMMA,
        "lineSpeed": phosphor.LINE_SPEED, "spot": phosphor.SPOT, "halo": phosphor.HALO,
        "haloShare": phosphor.HALO_SHARE, "seconds": phosphor.SECONDS,
        "slowShare": phosphor.SLOW_SHARE, "colours": COLOURS,
        "colour": COLOURS["bluish"],
        "exposure": phosphor.EXPOSURE, "faint": light.FAINT, "most": light.PALETTE_MOST,
        "room": ROOM, "tile": light.TILE, "cells": phosphor.CELLS, "reachMax": light.REACH_MAX,
        "fine": light.FINE}


def sound() -> dict[str, Any]:
    return {"taps": mixer.TAPS, "phases": mixer.PHASES, "cutoff": mixer.CUTOFF,
            "oversampling": mixer.OVERSAMPLING, "volume": mixer.VOLUME, "dcHz": mixer.DC_HZ,
            "kernels": (mixer.PHASES + 1) * mixer.TAPS}


def setup(machine: Machine) -> dict[str, Any]:
    """Return the data from which a page creates a machine at power-on."""
    board = machine.chips.board
    own = machine.memory.cart_ram
    plain = Machine(None, machine.bios, machine.preset, machine.seed, ram=machine.ram_fill)
    layout = {name: value for name, value in built()[1].items() if name != "digest"}
    tables = b"".join(getattr(board, name).tobytes() for name in ("dac", "y_left", "zero_left"))
    return {"layout": layout, "sound": sound(), "identity": movies.identity(machine),
            "analog": asdict(machine.analog), "schema": snapshot.SCHEMA, "limits": limits(),
            "bios": pages.packed(machine.bios), "record": pages.packed(plain.chips.packed()),
            "tables": pages.packed(tables), "fill": pages.packed(plain.all_ram),
            "cartFill": pages.packed(machine.all_ram if own else b"")}


def limits() -> dict[str, Any]:
    """Return the limits that a page checks when it reads files; the native machine has the same
    limits.

    Each row of `fields` has the name of a field of the record, the name of the field that counts
    its elements, whether they ascend, and its least and its greatest value.  Each of these two is a
    number and a unit in cycles; unless the unit is 0, the clock divided by the unit is added.
    """
    rows: list[list[Any]] = []
    for field in FIELDS:
        relation, _, counted = field.holds.partition("[")
        row = [field.name, counted.rstrip("]"), bool(counted) and relation == "due"]
        first, later = (state_range.limits(field, relation, clock) for clock in (0, SOME_CLOCK))
        for at_zero, value in zip(first, later, strict=True):
            row += [at_zero, SOME_CLOCK // int(value - at_zero) if value != at_zero else 0]
        rows.append(row)
    return {"fields": rows, "late": state_range.LATE_MAX, "unknown": state_range.UNKNOWN,
            "stateBytes": snapshot.BYTES_MAX, "rowMost": snapshot.ROW_MAX,
            "movieFormat": movies.FORMAT, "movieOlder": movies.OLDER,
            "movieRows": movies.ROWS_MAX, "headValue": movies.HEAD_VALUE_MAX,
            "devices": list(DEVICES)}


def bindings() -> dict[str, Any]:
    """Return the actions that keys have in a page: the name, the description and the key of
    each."""
    ways = {way: name for name, way in inputs.DIRECTIONS.items()}
    jobs = [[f"stick {player} {x} {y}", f"controller {player}: {ways[x, y]}", key]
            for key, (player, x, y) in inputs.STICKS.items()]
    jobs += [[f"button {number} {player}", f"controller {player}: button {number}", key]
             for key, (number, player) in inputs.BUTTONS.items()]
    own = [command for command in COMMANDS if command.action not in LEFT_OUT]
    jobs += [[command.action, command.does, command.key] for command in own]
    return {"jobs": jobs, "hold": inputs.HOLD_FRAMES,
            "held": [command.action for command in own if command.held]}


def policy(script: str, style: str, installed: bool = False) -> str:
    """Return the content-security policy of a page with this script and this style.

    'strict-dynamic' lets this script alone load another one: the worklet of the sound, from data:.
    """
    def sum_of(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    return "; ".join((
        "default-src 'none'",
        f"script-src 'sha256-{sum_of(script)}' 'strict-dynamic' 'wasm-unsafe-eval'",
        f"style-src 'sha256-{sum_of(style)}'", "connect-src 'self'", "base-uri 'none'",
        "form-action 'none'", "require-trusted-types-for 'script'",
        *(("img-src 'self' blob: data:", "manifest-src 'self'", "worker-src 'self'",
           "trusted-types offline") if installed else
          ("img-src blob: data:", "worker-src 'none'", "trusted-types 'none'"))))


def as_json(data: Any) -> str:
    """Return data as JSON that can be part of a script: no text in it can end the script
    element."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c") \
        .replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def filled(template: str, **places: str) -> str:
    """Return a template with its {{places}} filled."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: places[found[1]], template)


def game(machine: Machine, overlay: bytes | None = None, about: About | None = None
         ) -> dict[str, Any]:
    """Return the data of the page's script.  Errors: as `page`"""
    if machine.imager:
        raise VecxError("the 3D imager cannot be exported: pages do not support it")
    cart = machine.cartridge
    own = machine.memory.cart_ram
    return {"wasm": pages.packed(built()[0]), "light": light_module(),
            "setup": pages.packed(as_json(setup(machine)).encode()), "tube": tube(machine.analog),
            "bindings": bindings(), "about": (about or About()).row(),
            "worklet": pages.built("worklet.js"),
            "cart": {"image": pages.packed(cart.image if cart else b""),
                     "name": cart.name if cart else "none",
                     "ram": [own.start, own.stop - 1] if len(own) >= KIB else None},
            "overlay": base64.b64encode(overlay).decode() if overlay else ""}


def page(machine: Machine, overlay: bytes | None = None, url: str = "",
         installed: bool = False, about: About | None = None) -> str:
    """Return a page that plays a machine's cartridge.

    Args:   machine    at power-on;  overlay  a PNG to show over the picture
            url        address where the page will be published, for previews of links
            installed  the page lies beside the other files of `publish.app`
            about      what the author says about the game
    Errors: VecxError if a page cannot play the machine, or parts of vecx are missing

    >>> from vecx.web.export import page
    >>> text = page(Machine("connect4"))
    >>> text[:15], len(text) < 300_000, "https://" in text
    ('<!doctype html>', True, False)
    """
    from . import poster

    about = about or About()
    data = as_json(game(machine, overlay, about))
    script = pages.built("player.js") + f"\nglobalThis.vecx = await page.begin({data});\n"
    if installed:
        script += INSTALL
    jpeg = poster.encoded(poster.of(machine, overlay, about).picture(*POSTER_SIZE), "jpg")
    return assembled(machine, script, url=url, installed=installed, about=about,
                     poster="data:image/jpeg;base64," + base64.b64encode(jpeg).decode())


def assembled(machine: Machine, script: str, sidebar: str = "", style: str = "",
              template: str = "play.html", *, url: str = "", poster: str = "",
              installed: bool = False, about: About | None = None) -> str:
    about = about or About()
    style = pages.built("play.css") + style
    name = title(machine, about)
    rules = policy(script, style, installed)
    return filled(pages.read(template), policy=html.escape(rules, quote=True), poster=poster,
                  title=html.escape(name), style=style, script=script, sidebar=sidebar,
                  head=_head(name, url, installed, about), fine=html.escape(FINE),
                  licence=html.escape(files.licence()))


def title(machine: Machine, about: About | None = None) -> str:
    """Return the author's title of a game, or that of a machine's cartridge."""
    if about and about.title:
        return about.title
    return machine.cartridge.title if machine.cartridge else "executive ROM"


def _head(name: str, url: str, installed: bool, about: About) -> str:
    """Return HTML with descriptions for search engines and previews of links, and with the icon."""
    described = " ".join(about.description.split()) \
        or f"{name}, a cartridge for the Vectrex, played in the browser."
    meta = {"name": {"description": described, "theme-color": "#06080a"},
            "property": {"og:title": name, "og:description": described, "og:type": "website",
                         "og:site_name": "vecx"}}
    if url:
        meta["property"] |= {"og:url": url, "og:image": urljoin(url, "picture.png")}
    lines = [f'<meta {kind}="{key}" content="{html.escape(value)}">'
             for kind, values in meta.items() for key, value in values.items()]
    icon = "data:image/svg+xml;base64," + base64.b64encode(ICON.encode()).decode()
    lines.append(f'<link rel="icon" href="{icon}">')
    if installed:
        lines += ['<link rel="manifest" href="app.webmanifest">',
                  '<link rel="apple-touch-icon" href="icon-192.png">']
    return "\n".join([*lines, ""])
