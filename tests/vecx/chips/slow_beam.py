"""A second model of the beam for tests: the circuit, stepped in small fractions of a cycle.

The wires switch the parts of the circuit after their delays.  Everything that has a time constant
is a differential equation: the Y hold charges through the multiplexer, and the integrators ramp,
drift and are discharged.  No closed form is used.

Not included: noise, the fading of an old brightness, and the acquisition of the zero reference,
which is only a delay here, as in the model under test.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

STEPS = 20              # per cycle
MUX_Y, MUX_ZREF, MUX_Z = 0, 1, 2


class Wires(NamedTuple):
    """The state of the wires from a moment on."""

    time: float
    ramp: int
    lit: int
    zero: int
    dac: int
    mux: int


@dataclass
class SlowBeam:
    """The circuit, and the lines that it has drawn.

    pieces  (x0, y0, x1, y1, begin, end) of lit lines between two changes of the wires
    """

    analog: Any
    x: float = 0.0
    y: float = 0.0
    y_hold: float = 0.0         # the voltage of the hold
    y_input: float = 0.0        # the voltage that charges it
    y_open: bool = False
    dac: float = 0.0            # as the X integrator sees it
    zref: float = 0.0
    z: float = 0.0
    ramp: int = 0
    lit: int = 0
    zero: int = 0
    rest_x: float = 0.0
    rest_y: float = 0.0
    pieces: list[tuple[float, ...]] = field(default_factory=list)

    def run(self, script: list[Wires], end: float) -> None:
        """Process the wires up to a moment, starting with everything off, multiplexer 4 and DAC
        0."""
        edges = sorted(self._edges(script), key=lambda edge: edge[0])
        now = 0.0
        for time, kind, value in [*edges, (end, "", 0.0)]:
            until = min(time, end)
            begin, x, y = now, self.x, self.y
            while now < until - 1e-12:
                step = min(1 / STEPS, until - now)
                self._step(step)
                now += step
            if self.lit and self.z > 0 and now > begin:
                self.pieces.append((x, y, self.x, self.y, begin, now))
            if time <= end:
                self._switch(kind, value)

    def _edges(self, script: list[Wires]) -> list[tuple[float, str, float]]:
        """Return (time, kind, value) of every delayed change."""
        a, found = self.analog, []
        last = Wires(0, 0, 0, 0, 0, 4)
        for now in script:
            if now.dac != last.dac:
                found.append((now.time + a.d_x, "dac", float(now.dac)))
            if now.mux == MUX_Y and (now.mux, now.dac) != (last.mux, last.dac):
                found.append((now.time + a.d_y, "open", float(now.dac)))
            elif last.mux == MUX_Y and now.mux != MUX_Y:
                found.append((now.time + a.d_y, "close", 0.0))
            changed = (now.mux, now.dac) != (last.mux, last.dac)
            if now.mux == MUX_ZREF and changed:
                found.append((now.time + a.d_zref + a.tau_sh_zref, "zref",
                              now.dac * a.zref_gain))
            if now.mux == MUX_Z and changed:
                found.append((now.time + a.d_z, "z", float(now.dac)))
            if now.ramp != last.ramp:
                delay = a.d_ramp_on if now.ramp else a.d_ramp_off
                found.append((now.time + delay, "ramp", float(now.ramp)))
            if now.lit != last.lit:
                delay = a.d_blank_off if now.lit else a.d_blank_on
                found.append((now.time + delay, "lit", float(now.lit)))
            if now.zero != last.zero:
                found.append((now.time + a.d_zero, "zero", float(now.zero)))
            last = now
        return found

    def _switch(self, kind: str, value: float) -> None:
        """Apply one change."""
        a = self.analog
        if kind == "open":
            self.y_input, self.y_open = value, True
            if a.tau_sh_y == 0:
                self.y_hold = value
        elif kind == "close":
            self.y_open = False
        elif kind == "zero":
            self.zero = int(value)
            if self.zero:
                self.rest_x, self.rest_y = a.zero_residual * self.x, a.zero_residual * self.y
                if a.tau_zero == 0:
                    self.x, self.y = self.rest_x, self.rest_y
        elif kind:
            setattr(self, kind, int(value) if kind in ("ramp", "lit") else value)

    def _step(self, h: float) -> None:
        """Advance by a small time, with the slope at the middle of the step."""
        a = self.analog
        before = self.y_hold
        if self.y_open and a.tau_sh_y > 0:
            slope = (self.y_input - before) / a.tau_sh_y
            middle = before + slope * h / 2
            self.y_hold = before + (self.y_input - middle) / a.tau_sh_y * h
        zref = self.zref if self.ramp or not a.zref_needs_ramp else 0.0
        drive_x = self.dac * self.ramp - zref
        drive_y = (before + self.y_hold) / 2 * self.ramp - zref
        if self.zero and a.tau_zero == 0:
            return
        share = a.drift_ramp_factor if self.ramp else 1.0
        for axis, drive, drift, rest in (("x", drive_x, a.drift_x, self.rest_x),
                                         ("y", drive_y, a.drift_y, self.rest_y)):
            p = getattr(self, axis)
            if self.zero:
                slope = drive - (p - rest) / a.tau_zero
                slope = drive - (p + slope * h / 2 - rest) / a.tau_zero
            else:
                slope = drive + drift * share
            setattr(self, axis, p + slope * h)
