"""A 6522 that is stepped cycle by cycle: the reference for the closed form.

A cycle consists of the events at its beginning (`tick`), then at most one access.  Pins are
constant inputs.
"""

T1, T2, SHIFT = 0x40, 0x20, 0x04


class SlowVia:
    """The registers as in the data sheet; counters contain what a read in this cycle returns."""

    def __init__(self, t1: int = 0, t2: int = 0) -> None:
        self.cycle = 0
        self.ora = self.orb = self.ddra = self.ddrb = 0
        self.acr = self.pcr = self.ifr = self.ier = self.sr = 0
        self.t1_latch = 0
        self.t1, self.t1_armed, self.t1_out = t1, False, False
        self.t2_latch = 0
        self.t2_low, self.t2_high, self.t2_armed, self.t2_reload = t2 & 255, t2 >> 8, False, False
        self.t2_mode = "timed"          # the clock of T2 at the next tick
        self.pb7 = 1
        self.load_t1 = self.load_t2 = False
        self.left = 0                   # remaining shifts
        self.cb1 = 1
        self.delay: list[int] = []      # cycles in which a shift happens
        self.last_shift = -1
        self.cb2 = 0
        self.set_now = 0                # flags set in this cycle

    def tick(self) -> None:
        """Advance to the next cycle."""
        self.cycle += 1
        self.set_now = 0
        if self.cycle in self.delay:    # first: T2 gives no ninth pulse after the eighth bit
            self.delay.remove(self.cycle)
            self._shift()
        self._tick_t1()
        self._tick_t2()
        self.t2_mode = self._mode_of(self.acr)

    @staticmethod
    def _mode_of(acr: int) -> str:
        if acr & 0x20:
            return "pulses"
        return "shift" if acr >> 2 & 7 in (1, 4, 5) else "timed"

    def _flag(self, bit: int) -> None:
        self.ifr |= bit
        self.set_now |= bit

    def _tick_t1(self) -> None:
        if self.load_t1 or self.t1_out:
            self.t1, self.t1_out, self.load_t1 = self.t1_latch, False, False
            return
        self.t1 -= 1
        if self.t1 < 0:
            self.t1, self.t1_out = 0xFFFF, True
            if self.t1_armed:
                self._flag(T1)
                if self.acr & 0x80:
                    self.pb7 ^= 1
                if not self.acr & 0x40:
                    self.t1_armed = False

    def _tick_t2(self) -> None:
        if self.load_t2:
            self.load_t2, self.t2_reload = False, False
            return
        if self.t2_mode == "pulses":
            self.t2_reload = False
            return
        if self.t2_mode == "shift" and self.t2_reload:
            self.t2_low, self.t2_reload = self.t2_latch, False
            return
        self.t2_reload = False
        self.t2_low -= 1
        if self.t2_low < 0:
            self.t2_low = 0xFF
            self.t2_high -= 1
            if self.t2_mode == "shift":
                self.t2_reload = True
                self._clock_shift()
            if self.t2_high < 0:
                self.t2_high = 0xFF
                if self.t2_armed:
                    self.t2_armed = False
                    self._flag(T2)

    def _clock_shift(self) -> None:
        mode = self.acr >> 2 & 7
        if mode == 4 or self.left or not self.cb1:
            self.cb1 ^= 1
            if self.cb1 == (1 if mode == 1 else 0):
                self.delay.append(self.cycle + 2)
            elif not self.left:
                self.last_shift = self.cycle

    def _shift(self) -> None:
        mode = self.acr >> 2 & 7
        if mode >= 4:
            self.cb2 = self.sr >> 7
            self.sr = (self.sr << 1 | self.sr >> 7) & 0xFF
        else:
            self.sr = (self.sr << 1 | 1) & 0xFF
        if mode == 4:
            return
        self.left -= 1
        if not self.left:
            self._flag(SHIFT)
            self.last_shift = self.cycle
        elif mode in (2, 6):
            self.delay.append(self.cycle + 2)

    def _start_shift(self) -> None:
        mode = self.acr >> 2 & 7
        self.ifr &= ~SHIFT
        if mode in (0, 4) or self.left or not self.cb1 or self.cycle <= self.last_shift:
            return
        self.left = 8
        if mode in (2, 6):
            self.delay.append(self.cycle + (2 if mode == 6 else 3))

    @property
    def cb2_level(self) -> int:
        """Return the level of CB2, which floats high as an input."""
        mode = self.acr >> 2 & 7
        if mode >= 4:
            return self.cb2
        return 0 if mode == 0 and self.pcr >> 5 == 6 else 1

    def read(self, register: int) -> int:
        """Read a register in this cycle."""
        if register == 0:
            value = self.orb & self.ddrb | 0xFF & ~self.ddrb
            return value & 0x7F | self.pb7 << 7 if self.acr & 0x80 else value
        if register in (1, 15):
            return self.ora & self.ddra | 0xFF & ~self.ddra
        if register == 4:
            self.ifr &= ~T1
            return self.t1 & 0xFF
        if register == 8:
            self.ifr &= ~T2
            return self.t2_low
        if register == 10:
            value = self.sr
            self._start_shift()
            return value
        if register == 13:
            return self.ifr | 0x80 * (self.ifr & self.ier != 0)
        return {2: self.ddrb, 3: self.ddra, 5: self.t1 >> 8, 6: self.t1_latch & 0xFF,
                7: self.t1_latch >> 8, 9: self.t2_high, 11: self.acr, 12: self.pcr,
                14: self.ier | 0x80}[register]

    def write(self, register: int, value: int) -> None:
        """Write a register in this cycle."""
        if register == 0:
            self._port_b(lambda: setattr(self, "orb", value))
        elif register == 2:
            self._port_b(lambda: setattr(self, "ddrb", value))
        elif register in (1, 15):
            self.ora = value
        elif register == 3:
            self.ddra = value
        elif register in (4, 6):
            self.t1_latch = self.t1_latch & 0xFF00 | value
        elif register in (5, 7):
            self.t1_latch = self.t1_latch & 0xFF | value << 8
            self.ifr &= ~T1
            if register == 5:
                self.load_t1 = self.t1_armed = True
                if self.acr & 0x80:
                    self.pb7 = 0
        elif register == 8:
            self.t2_latch = value
        elif register == 9:
            self.t2_low, self.t2_high = self.t2_latch, value
            self.load_t2 = self.t2_armed = True
            self.ifr &= ~T2
        elif register == 10:
            self.sr = value
            self._start_shift()
        elif register == 11:
            self._write_acr(value)
        elif register == 12:
            self.pcr = value
        elif register == 13:
            self.ifr &= ~(value & ~(self.set_now & (T1 | T2))) & 0x7F
        else:
            self.ier = self.ier | value & 0x7F if value & 0x80 else self.ier & ~value

    def _port_b(self, change) -> None:
        """Update PB6, whose falling edges T2 may count."""
        before = (self.orb if self.ddrb & 0x40 else 0xFF) & 0x40
        change()
        after = (self.orb if self.ddrb & 0x40 else 0xFF) & 0x40
        if self.t2_mode == "pulses" and before and not after:
            count = (self.t2_high << 8 | self.t2_low) - 1
            if count < 0 and self.t2_armed:
                self.t2_armed = False
                self._flag(T2)
            self.t2_high, self.t2_low = count >> 8 & 0xFF, count & 0xFF

    def _write_acr(self, value: int) -> None:
        if self.t1_out and not value & 0x40:
            self.t1_armed = False
        if not value & 0x80:
            self.pb7 = 1
        if (value ^ self.acr) & 0x1C:
            self.left, self.cb1, self.delay = 0, 1, []
        self.acr = value
