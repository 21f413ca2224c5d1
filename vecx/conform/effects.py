"""Derives the effects of a series of VIA writes on the beam, the sound chip and the timers.

An executive ROM may write different values, at different times and more often, with the same
effect. So writes are converted to effects, and reduced to those that draw, light, sound or keep
time; two ROMs are compared by these.  docs/generated/exec-rom.md defines what counts as the same.

Effects, each a list that begins with its cycle (1 = first cycle of the routine):

    SH channel value     a sample/hold closed with this value on the DAC
    RAMP n y x           timer 1 started a ramp of n, Y held, X on the DAC
    RUN y x, STOP        a ramp under port B began, ended (text)
    X value              the DAC changed during a ramp
    SR value             shift register; None for the bits of text
    ZERO 0|1             integrators held at zero (0), released (1)
    BLANK bits           CB2's control changed
    PSG register value   a sound register written
    T1 n, T2 n           timers started
    ACR, DDRA, IFR, IER  registers written

Facts: tests/reference/bios/README.md.
"""

from collections.abc import Iterable
from typing import Any

Effect = list[Any]
Write = tuple[int, int, int]    # cycle, register 0..15, value

VIA_AT_ENTRY = {"ora": 0, "orb": 1, "sr": 0, "acr": 0x98, "pcr": 0xCC, "t1ll": 0x7F}
CHANNEL_ZERO, CHANNEL_BRIGHTNESS = 1, 2
CUT_CYCLES = 18         # a ramp of text stopped sooner drew nothing
BEAM_AND_TIME = {"RAMP", "RUN", "STOP", "SR", "ZERO", "PSG", "T2", "X"}


class _Wires:
    """The VIA's registers after the writes, and the effects so far."""

    def __init__(self, via: dict[str, int]) -> None:
        self.ora, self.orb, self.sr = via["ora"], via["orb"], via["sr"]
        self.acr, self.pcr, self.t1_low = via["acr"], via["pcr"], via["t1ll"]
        self.t2_low = 0
        self.ddra = 0xFF
        self.held = [0, 0, 0, 0]
        self.psg_register: int | None = None
        self.ramp_end = -1      # of a ramp that timer 1 ends
        self.running = not self.acr & 0x80 and not self.orb & 0x80
        self.effects: list[Effect] = []

    def add(self, cycle: int, name: str, *values: int | None) -> None:
        self.effects.append([cycle, name, *values])

    def start_or_stop(self, cycle: int, run: bool, y: int) -> None:
        if run and not self.running:
            self.add(cycle, "RUN", y, self.ora)
        elif self.running and not run:
            self.add(cycle, "STOP")
        self.running = run

    def port_b(self, cycle: int, value: int) -> None:
        """Apply a write to port B, which controls the multiplexer, the sound chip and the ramp of
        text."""
        old, self.orb = self.orb, value
        channel = old >> 1 & 3
        if not old & 1 and (value & 1 or value >> 1 & 3 != channel):
            self.held[channel] = self.ora
            self.add(cycle, "SH", channel, self.ora)
        if (value ^ old) & 0x18:
            if value & 0x18 == 0x18:
                self.psg_register = self.ora & 15
            elif value & 0x18 == 0x10:
                self.add(cycle, "PSG", self.psg_register, self.ora)
        if not self.acr & 0x80:
            self.start_or_stop(cycle, not value & 0x80, self.held[0] if value & 1 else self.ora)

    def port_a(self, cycle: int, value: int) -> None:
        """Apply a write to port A, the input of the DAC."""
        if value != self.ora and (cycle < self.ramp_end or self.running):
            self.add(cycle, "X", value)
        self.ora = value

    def timer_1(self, cycle: int, high: int) -> None:
        """Apply a write to the high byte of timer 1, which starts a ramp."""
        n = high << 8 | self.t1_low
        if self.acr & 0x80:
            self.add(cycle, "RAMP", n, self.held[0], self.ora)
        else:
            self.add(cycle, "T1", n)
        self.ramp_end = cycle + n + 2

    def shift(self, cycle: int, value: int) -> None:
        """Apply a write to the shift register, which turns the beam on and off."""
        if not self.acr & 0x80:
            self.add(cycle, "SR", None)
            self.sr = 1         # regardless of the bits, the next 0 counts
            return
        if value != self.sr or value not in (0, 255):
            self.add(cycle, "SR", value)
        self.sr = value

    def auxiliary(self, cycle: int, value: int) -> None:
        """Apply a write to ACR, which selects what controls the ramp."""
        old, self.acr = self.acr, value
        if value == old:
            return
        self.add(cycle, "ACR", value)
        if old & 0x80 and not value & 0x80:
            self.start_or_stop(cycle, not self.orb & 0x80, self.held[0])
        elif value & 0x80:
            self.start_or_stop(cycle, False, 0)

    def control(self, cycle: int, value: int) -> None:
        """Apply a write to PCR, which controls zeroing and blanking."""
        old, self.pcr = self.pcr, value
        if (value ^ old) & 0x0E:
            self.add(cycle, "ZERO", 0 if value & 0x0E == 0x0C else 1)
        if (value ^ old) & 0xE0:
            self.add(cycle, "BLANK", value >> 5)

    def write(self, cycle: int, register: int, value: int) -> None:
        match register:
            case 0:
                self.port_b(cycle, value)
            case 1 | 15:
                self.port_a(cycle, value)
            case 3:
                if value != self.ddra:
                    self.add(cycle, "DDRA", value)
                self.ddra = value
            case 4 | 6:
                self.t1_low = value
            case 5:
                self.timer_1(cycle, value)
            case 8:
                self.t2_low = value
            case 9:
                self.add(cycle, "T2", value << 8 | self.t2_low)
            case 10:
                self.shift(cycle, value)
            case 11:
                self.auxiliary(cycle, value)
            case 12:
                self.control(cycle, value)
            case 13 | 14:
                self.add(cycle, "IFR" if register == 13 else "IER", value)


def effects(writes: Iterable[Write], via: dict[str, int] | None = None) -> list[Effect]:
    wires = _Wires(VIA_AT_ENTRY | (via or {}))
    for write in writes:
        wires.write(*write)
    return wires.effects


def without_cut_ramps(rows: list[Effect]) -> list[Effect]:
    """Remove the last ramp of each text if it is stopped just after it began.

    The stop and the return of ACR to the timer come together; a ROM need not start that ramp.
    """
    drop = set()
    for i, row in enumerate(rows):
        if row[1] != "RUN":
            continue
        tail = rows[i + 1:i + 4]
        stop = next((n for n, e in enumerate(tail)
                     if e[1] == "STOP" and e[0] - row[0] < CUT_CYCLES), None)
        if stop is not None and any(e[1] == "ACR" and e[2] & 0x80 for e in tail):
            drop.add(i)
            if stop < 2:
                drop.add(i + 1 + stop)
    return [row for i, row in enumerate(rows) if i not in drop]


def essential(rows: list[Effect]) -> list[list[Any]]:
    """Return the effects that move or light the beam, make sound, or set the frame timer, without
    their times.

    Folded: the same value in the shift register again; a ramp with nothing on the DACs; a ramp
    interrupted and continued.  Removed: the sampling of Y (a RAMP contains it) and, within text, of
    the zero reference.
    """
    is_text = any(row[1] == "RUN" for row in rows)
    kept: list[list[Any]] = []
    idle = False
    for _, name, *values in without_cut_ramps(rows):
        event = [name, *values]
        if name == "SH":
            if values[0] == CHANNEL_BRIGHTNESS or (values[0] == CHANNEL_ZERO and not is_text):
                kept.append(event)
            continue
        if name not in BEAM_AND_TIME:
            continue
        if name == "RUN" and values == [0, 0]:
            idle = True
        elif name == "STOP" and idle:
            idle = False
        elif name == "SR" and values != [None] and kept and kept[-1] == event:
            continue
        elif name == "RUN" and len(kept) >= 2 and kept[-1] == ["STOP"] and kept[-2] == event:
            kept.pop()
        else:
            kept.append(event)
    return kept


def text_spacing(rows: list[Effect]) -> list[int]:
    """For each row of text, return the cycles between writes of successive characters to the shift
    register."""
    spacing, last = [], None
    for cycle, name, *values in without_cut_ramps(rows):
        if name == "RUN":
            last = None
        elif name == "SR":
            text = values == [None]
            if text and last is not None:
                spacing.append(cycle - last)
            last = cycle if text else None
    return spacing


def lit_windows(rows: list[Effect]) -> list[int]:
    """For each ramp, return how long the beam was fully on before the write that turned it off."""
    windows = []
    light: Effect | None = None
    ramp: Effect | None = None
    for row in without_cut_ramps(rows):
        if row[1] == "RAMP":
            ramp = row
        elif row[1] == "SR":
            if row[2] == 0 and light is not None and light[2] == 255 and ramp is not None:
                windows.append(row[0] - max(light[0], ramp[0]))
            light = row
    return windows


def text_ramps(rows: list[Effect]) -> list[tuple[list[int], int]]:
    """Return the ramps of text, one for each pulse: the Y and X values, and the cycles.

    On a console a pulse moves the beam for longer than its own length, so two make a row higher
    than one.
    """
    ramps: list[tuple[list[int], int]] = []
    begun: Effect | None = None
    for row in without_cut_ramps(rows):
        if row[1] == "RUN":
            begun = row
        elif row[1] == "STOP" and begun is not None:
            ramps.append((begun[2:], row[0] - begun[0]))
            begun = None
    return [ramp for ramp in ramps if ramp[0] != [0, 0]]
