"""Tunes as the executive ROM plays them."""

from roms.tables import note_table


class Tune:
    """A tune as described in docs/generated/exec-rom.md and the header of roms/music.asm."""

    def __init__(self, data: bytes, envelope: bytes, vibrato: bytes) -> None:
        self.data, self.at, self.playing = data, 0, True
        self.nibbles = [nibble for byte in envelope for nibble in (byte >> 4, byte & 15)]
        self.waves = [byte - ((byte & 0x80) << 1) for byte in vibrato]
        self.step, self.period, self.wave = [31] * 3, [0] * 3, [0] * 3
        self.counter = [0] * 3
        self.voice, self.left = 1, 0
        self.registers = [0] * 14
        self.registers[7] = 0x3F
        self.fetch()

    def frame(self) -> None:
        """Run one frame."""
        if not self.playing:
            return
        for voice in range(3):
            self.step[voice] = min(31, self.step[voice] + 1)
            self.counter[voice] += 1
            if self.counter[voice] > 7 + voice:
                self.counter[voice] = 0
            self.wave[voice] = self.waves[self.counter[voice] & 7]
        self.left = (self.left - 1) & 0xFF
        if self.left == 0:
            self.fetch()
        else:
            self.update()

    def fetch(self) -> None:
        """Read the next notes and their duration."""
        while True:
            self.voice = (self.voice - 1) % 3
            note = self.data[self.at]
            self.at += 1
            self.step[self.voice] = 0
            tone, noise = 1 << self.voice, 8 << self.voice
            on, off = (noise, tone) if note & 0x40 else (tone, noise)
            self.registers[7] = (self.registers[7] | off) & ~on
            if note & 0x40:
                self.registers[6] = note & 0x1F
            else:
                self.period[self.voice] = note_table()[note & 0x3F]
            if not note & 0x80:
                break
        duration = self.data[self.at]
        if duration & 0x80:
            self.playing = False
            self.registers = [0] * 14
            self.registers[7] = 0x3F
            return
        self.at += 1
        self.left = duration & 0x3F
        self.update()

    def update(self) -> None:
        """Compute amplitudes and periods."""
        for voice in range(3):
            self.registers[8 + voice] = self.nibbles[self.step[voice]]
            period = (self.period[voice] + self.wave[voice]) & 0xFFFF
            self.registers[2 * voice], self.registers[2 * voice + 1] = period & 0xFF, period >> 8
