"""The analog parameters: presets, TOML files of users, and the fields of the record that they set.

PRESETS is the table of [ANALOG]: units p = DAC units x cycles, and cycles of 1/1,500,000 s.  The
last two columns are the limits of a real Vectrex.  docs/beam.md explains each parameter.  `ideal`
has no delay, no drift and draws a line of exactly DAC x T1 latch; `hardware` is a machine in good
order; `worn` is one that a robust program should survive.

The display uses `sat_*`, `mains_*` and `half_*`, the chips use the others.
"""

import contextlib
import random
import re
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from .. import files
from ..chips.maths import decay
from ..chips.state import DECAYS
from ..errors import VecxError, brief, shown

TOML_BYTES_MAX = 1 << 20

# Name, unit, ideal, hardware, worn, least, most.
PRESETS = """\
half_w             p            16500  18000      18000      5000   60000
half_h             p            20500  22500      22500      5000   60000
d_ramp_on          cyc          1.5    11.8       11.8       0      30
d_ramp_off         cyc          0      12.3       14.2       0      30
d_x                cyc          0      11         11         0      30
d_y                cyc          0      13         13         0      30
d_zref             cyc          0      2          2          0      30
d_z                cyc          0      2          2          0      30
d_zero             cyc          0      5          5          0      30
d_blank_on         cyc          0      0          1          0      30
d_blank_off        cyc          0      0          1          0      30
tau_zero           cyc          0      4.4        6.3        0      100
zero_residual      fraction     0      0          0.005      0      0.5
tau_sh_y           cyc          0      1          1.5        0      50
tau_sh_zref        cyc          0      1.6        1.6        0      50
zref_gain          ratio        1      2          2          0      10
zref_needs_ramp    bool         1      0          0          0      1
drift_x            p/cyc        0      0.09       0.6        -10    10
drift_y            p/cyc        0      -0.04      0.45       -10    10
drift_ramp_factor  ratio        0      0.2        0.2        0      1
dac_inl            fraction     0      0.0019     0.0039     0      0.1
sat_x              half_w       0      1.8        1.8        0      10
sat_y              half_h       0      0.91       0.91       0      10
sat_k              ratio        0      0.2        0.2        0      1
noise_sigma        p/sqrt(cyc)  0      0          0.15       0      10
mains_amp          p            0      0          30         0      1000
mains_hz           Hz           50     50         50         1      400
mains_y_phase      cyc          0      7500       7500       0      100000
z_droop_tau        cyc          0      180000000  180000000  0      1e12
sr_ninth_bit       bool         0      1          1          0      1
cmp_cycles_per_bit cyc          0      1          1.8        0      10
cmp_noise          DAC units    0      2          16         0      64
"""
NAMES = ("ideal", "hardware", "worn")


class Row(NamedTuple):
    """One row of PRESETS; `values` has one value for each preset in NAMES."""

    name: str
    unit: str
    values: tuple[float, ...]
    least: float
    most: float


def _rows() -> tuple[Row, ...]:
    rows = []
    for line in PRESETS.splitlines():
        name, rest = line.split(maxsplit=1)
        unit, *numbers = rest.rsplit(maxsplit=5)
        values = [float(number) for number in numbers]
        rows.append(Row(name, unit, tuple(values[:3]), *values[3:]))
    return tuple(rows)


ROWS = _rows()
SWITCHES = frozenset(row.name for row in ROWS if row.unit == "bool")


@dataclass(frozen=True)
class Analog:
    """The analog parameters of one machine.  The value 0 disables sat_x, sat_y and z_droop_tau.

    >>> from vecx.console import analog
    >>> analog.load("ideal").drift_x, analog.load("worn").drift_x != 0
    (0.0, True)
    """

    half_w: float
    half_h: float
    d_ramp_on: float
    d_ramp_off: float
    d_x: float
    d_y: float
    d_zref: float
    d_z: float
    d_zero: float
    d_blank_on: float
    d_blank_off: float
    tau_zero: float
    zero_residual: float
    tau_sh_y: float
    tau_sh_zref: float
    zref_gain: float
    zref_needs_ramp: float
    drift_x: float
    drift_y: float
    drift_ramp_factor: float
    dac_inl: float
    sat_x: float
    sat_y: float
    sat_k: float
    noise_sigma: float
    mains_amp: float
    mains_hz: float
    mains_y_phase: float
    z_droop_tau: float
    sr_ninth_bit: float
    cmp_cycles_per_bit: float
    cmp_noise: float


def preset(name: str) -> Analog:
    """Return a preset by its name: ideal, hardware or worn."""
    return Analog(**{row.name: row.values[NAMES.index(name)] for row in ROWS})


def check(analog: Analog, where: str, names: Sequence[str] = ()) -> None:
    """Refuse parameters outside their ranges.

    Args:   names  of the parameters to check; () means all
    Errors: VecxError names the parameter, its value and its range
    """
    for row in ROWS:
        if names and row.name not in names:
            continue
        value = getattr(analog, row.name)
        if not row.least <= value <= row.most or (row.unit == "bool" and value not in (0, 1)):
            raise VecxError(f"{where}: {row.name} must be {row.least:g} to {row.most:g} "
                            f"({row.unit}), not {value:g}; `vecx help beam` lists the parameters")


def load(name_or_path: str) -> Analog:
    """Return a preset, or the parameters of a TOML file.

    The file contains `base = "hardware"` (optional) and any parameters by name, at top level, each
    a number, or a text of a number and its unit.

    Errors: VecxError for an unknown preset, an unreadable file, an unknown name or a wrong value

    >>> load("hardware").half_w > 0
    True
    >>> load("mine")
    Traceback (most recent call last):
    ...
    vecx.errors.VecxError: no preset 'mine'; use ideal, hardware, worn or a .toml file
    """
    if name_or_path in NAMES:
        return preset(name_or_path)
    path = Path(name_or_path)
    if path.suffix != ".toml":
        raise VecxError(f"no preset '{name_or_path}'; use {', '.join(NAMES)} or a .toml file")
    text, values = read_toml(path, "a preset")

    def at(name: str) -> str:
        return f"{path}:{line_of(text, name)}"

    base = values.pop("base", "hardware")
    if base not in NAMES:
        raise VecxError(f'{at("base")}: base must be one of {", ".join(NAMES)}, not {shown(base)}')
    own = {name: _value(name, value, at(name)) for name, value in values.items()}
    analog = replace(preset(base), **own)
    for name in own:
        check(analog, at(name), (name,))
    return analog


def read_toml(path: Path, what: str) -> tuple[str, dict[str, Any]]:
    """Return the text and the values of a TOML file.

    Args:   what  expected kind of file, for messages
    Errors: VecxError if the file cannot be read, or is not TOML
    """
    try:
        text = files.read(path, TOML_BYTES_MAX, what, protected=True).decode("utf-8")
        return text, tomllib.loads(text)
    except (ValueError, RecursionError) as fault:      # a ValueError, too: a number of 5,000 digits
        raise VecxError(f"{path}: not TOML: {brief(fault)}; `vecx help beam` shows such a file"
                        ) from None


def line_of(text: str, name: str) -> int:
    """Return the number of the line that sets a top-level name in a TOML text; 1 if no line
    does."""
    word = re.escape(name)
    sets = re.compile(rf"""\s*(["']?){word}\1\s*[=.]|\s*\[+\s*{word}\b""")
    for number, line in enumerate(text.splitlines(), 1):
        if sets.match(line):
            return number
    return 1


def _value(name: str, value: Any, where: str) -> float:
    """Return the number of a parameter; a text may contain its unit after the number.

    Errors: VecxError for an unknown name, a wrong unit, or a value that is not a number
    """
    units = {row.name: row.unit for row in ROWS}
    if name not in units:
        near = get_close_matches(name, units, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise VecxError(f"{where}: unknown parameter {shown(name)}{hint}; `vecx help beam` lists "
                        "them")
    if isinstance(value, str):
        number, _, unit = value.strip().partition(" ")
        with contextlib.suppress(ValueError):
            found = float(number)
            if unit.strip() == units[name]:
                return found
            raise VecxError(f"{where}: {name} is {shown(value)}, but its unit is {units[name]}; "
                            "write the number with this unit, or without a unit")
    if not isinstance(value, int | float) or (isinstance(value, bool) and name not in SWITCHES):
        raise VecxError(f"{where}: {name} must be a number ({units[name]}), not {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise VecxError(f"{where}: {name} is too large: {shown(value)}") from None


_FIELD = {
    "d_ramp_on": "p_ramp_on", "d_ramp_off": "p_ramp_off", "d_x": "p_x", "d_y": "p_y", "d_z": "p_z",
    "d_zero": "p_zero", "d_blank_on": "p_blank_on", "d_blank_off": "p_blank_off",
    "tau_zero": "p_tau_zero", "zero_residual": "p_residue", "tau_sh_y": "p_tau_y",
    "zref_gain": "p_zref_gain", "drift_x": "p_drift_x", "drift_y": "p_drift_y",
    "drift_ramp_factor": "p_drift_f", "noise_sigma": "p_noise", "z_droop_tau": "p_droop",
    "cmp_cycles_per_bit": "p_cmp", "cmp_noise": "p_cmp_noise", "dac_inl": "p_dac_inl",
}
SEED_BITS = 59          # of a seed, in the record


def fields_of(analog: Analog) -> dict[str, float]:
    """Return, by name, the values that the parameters give to fields of a record."""
    values = asdict(analog)
    return {**{field: values[name] for name, field in _FIELD.items()},
            "p_zref": analog.d_zref + analog.tau_sh_zref,
            "p_zref_ramp": int(analog.zref_needs_ramp), "p_ninth": int(analog.sr_ninth_bit)}


def apply(m: Any, board: Any, analog: Analog, seed: int) -> None:
    """Set the record's fields from the parameters, and derive random DAC errors and noise from
    `seed`."""
    for field, value in fields_of(analog).items():
        setattr(m, field, value)
    m.p_seed = abs(seed) & (1 << SEED_BITS) - 1
    chance = random.Random(m.p_seed)
    m.noise, m.cmp_noise = (chance.randrange(1, 0x7FFFFFFF) for _ in range(2))
    m.vx = m.vy = m.zref = m.z = 0.0
    lay_out(m, board)


def lay_out(m: Any, board: Any) -> None:
    """Compute the tables of the board that depend on the record's parameters and seed."""
    for left, tau in ((board.y_left, m.p_tau_y), (board.zero_left, m.p_tau_zero)):
        left[:] = [decay(-cycles / tau) if tau > 0 else 0.0 for cycles in range(DECAYS)]
    chance = random.Random(m.p_seed)
    for _ in range(2):          # skip the two of `apply`
        chance.randrange(1, 0x7FFFFFFF)
    for code in range(256):
        value = code - 256 if code & 0x80 else code
        board.dac[code] = value + 127 * m.p_dac_inl * chance.uniform(-1, 1) * (value != 0)
