"""Tunes and explosions, compared with their definitions frame by frame."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.roms.tunes import Tune
from vecx.console import roms as images
from vecx.machine import Machine

ROOT = Path(__file__).parent.parent.parent
TUNE, ENVELOPE, VIBRATO, EXPLOSION = 0x1000, 0x1200, 0x1220, 0x1300
SYMBOLS = images.load_debug(ROOT / "vecx" / "data" / "exec.symbols.json").values
WORK = SYMBOLS["Vec_Music_Work"]


class Rom:
    """The ROM's sound routines, called with DP = $C8."""

    def __init__(self, caller: Callable[..., Machine]) -> None:
        self.caller = caller
        self.machine: Machine = caller.machine  # type: ignore[attr-defined]

    def call(self, name: str, u: int) -> None:
        """Run a routine."""
        self.caller(name, u=u, dp=0xC8)

    def registers(self) -> list[int]:
        """Return the work area in the order of sound registers 0 to 13."""
        return list(reversed(self.machine.read(WORK, 14)))


@pytest.fixture
def rom(call: Callable[..., Machine]) -> Rom:
    """Return a machine with our ROM and initialised system RAM."""
    call.machine.write(0xC800, bytes(128))      # type: ignore[attr-defined]
    return Rom(call)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(12))
def test_random_tunes(rom: Rom, seed: int) -> None:
    """Random tunes sound as defined until their end."""
    draw = random.Random(seed)
    notes = bytearray()
    for _ in range(30):
        for _ in range(draw.randrange(4)):
            notes.append(0x80 | draw.randrange(0x80))
        notes += bytes((draw.randrange(0x80), draw.randrange(1, 30)))
    notes += b"\x3f\x80"
    envelope, vibrato = draw.randbytes(16), bytes(draw.randrange(-9, 10) & 0xFF for _ in range(8))
    tables = ENVELOPE.to_bytes(2, "big") + VIBRATO.to_bytes(2, "big")
    for at, data in ((TUNE, tables + notes), (ENVELOPE, envelope), (VIBRATO, vibrato)):
        rom.machine.write(at, bytes(data))
    rom.machine.write(SYMBOLS["Vec_Music_Flag"], 1)
    tune = Tune(bytes(notes), envelope, vibrato)
    rom.call("Init_Music_chk", TUNE)
    for frame in range(600):
        assert rom.registers() == tune.registers, frame
        assert bool(rom.machine.read(SYMBOLS["Vec_Music_Flag"])[0]) == tune.playing
        rom.call("Init_Music_chk", TUNE)
        tune.frame()
    assert not tune.playing


def test_tune_that_begins_with_noise(rom: Rom) -> None:
    """Voice 0 keeps its period until its first tone; voices 1 and 2 begin with 0."""
    tables = ENVELOPE.to_bytes(2, "big") + VIBRATO.to_bytes(2, "big")
    notes = bytes((0x45, 3, 0x47, 3, 0x49, 3, 0x4A, 3, 20, 3, 21, 3, 22, 3, 23, 0x80))
    for at, data in ((TUNE, tables + notes), (ENVELOPE, bytes(range(16))), (VIBRATO, bytes(8))):
        rom.machine.write(at, data)
    rom.machine.write(SYMBOLS["Vec_Music_Freq"], bytes.fromhex("0123 0456 0789"))
    rom.machine.write(SYMBOLS["Vec_Music_Flag"], 1)
    tune = Tune(notes, bytes(range(16)), bytes(8))
    tune.period[0] = 0x123
    tune.update()
    rom.call("Init_Music_chk", TUNE)
    for frame in range(24):
        assert rom.registers() == tune.registers, frame
        rom.call("Init_Music_chk", TUNE)
        tune.frame()
    assert not tune.playing


TUNES = [name for name in SYMBOLS if name.startswith("Music_") and name != "Music_Stop_test"]


@pytest.mark.parametrize("name", TUNES)
def test_bundled_tune_is_short_and_audible(rom: Rom, name: str) -> None:
    """Each tune of the ROM lasts one to nine seconds, and is audible most of the time."""
    rom.machine.write(SYMBOLS["Vec_Music_Flag"], 1)
    frames = audible = 0
    while rom.machine.read(SYMBOLS["Vec_Music_Flag"])[0]:
        rom.call("Init_Music_chk", SYMBOLS[name])
        registers = rom.registers()
        frames += 1
        audible += any(registers[8:11]) and registers[7] != 0x3F
        assert frames < 450
    assert frames > 50
    assert audible > frames / 2


def test_tunes_differ() -> None:
    """No two tunes have the same beginning."""
    image = (ROOT / "vecx" / "data" / "exec.bin").read_bytes()
    starts = {image[SYMBOLS[name] - 0xE000 + 4:SYMBOLS[name] - 0xE000 + 12] for name in TUNES}
    assert len(starts) == len(TUNES) == 14


class Tones:
    """The tones of an explosion: in each frame the next lower voice, at a random period."""

    def __init__(self, voices: int, seed: int) -> None:
        self.voices, self.voice, self.seed = voices & 7, 2, seed
        self.periods = [0] * 3

    def frame(self) -> None:
        """Run one frame."""
        if not self.voices:
            return
        self.voice = next(voice for voice in ((self.voice - i) % 3 for i in (1, 2, 3))
                          if self.voices >> voice & 1)
        self.seed = (self.seed << 1 | (self.seed >> 13 ^ self.seed >> 16) & 1) & 0xFFFFFF
        coarse = self.seed & 15
        coarse = 2 * coarse + 5 if coarse <= 5 else coarse
        self.periods[self.voice] = coarse << 8 | self.seed >> 8 & 0xFF


@pytest.mark.parametrize("seed", range(20))
def test_explosion(rom: Rom, seed: int) -> None:
    """An explosion starts at 127, falls by its speed, shapes noise and volume, and ends."""
    draw = random.Random(seed)
    voices, speed = draw.randrange(64), draw.choice((2, 3, 4, 8, 32))
    noise, loud = draw.choice((0, 1, 0x93)), draw.choice((0, 1, 0x8C))
    rom.machine.write(EXPLOSION, bytes((voices, noise, loud, speed)))
    rom.machine.write(SYMBOLS["Vec_Seed_Ptr"], SYMBOLS["Vec_Random_Seed"].to_bytes(2, "big"))
    rom.machine.write(SYMBOLS["Vec_Random_Seed"], b"\x12\x34\x56")
    rom.call("Init_Music_Buf", 0)
    rom.machine.write(SYMBOLS["Vec_Expl_Flag"], 0x80)
    time, tones = 127, Tones(voices, 0x563412)
    while time >= 0:
        rom.call("Explosion_Snd", EXPLOSION)
        registers = rom.registers()
        tones.frame()
        assert [registers[2 * i] | registers[2 * i + 1] << 8 for i in range(3)] == tones.periods
        fall = time >> 2
        if voices & 0x38:
            assert registers[6] == {0: fall, 1: ~fall & 0xFF, 0x93: 0x93}[noise]
        level = fall >> 1
        level += 7 < level < 15
        want = {0: level, 1: level ^ 15, 0x8C: 0x8C}[loud]
        for voice in range(3):
            sounds = (voices | voices >> 3) >> voice & 1
            assert registers[8 + voice] == (want if sounds else 0)
        assert registers[7] == 0x3F & ~voices
        time -= speed
    rom.call("Explosion_Snd", EXPLOSION)
    assert rom.registers()[8:11] == [0, 0, 0]
    assert rom.machine.read(SYMBOLS["Vec_Expl_Timer"]) == b"\0"


def test_tune_under_another_direct_page(rom: Rom) -> None:
    """With DP = $D0 a tune uses the VIA's registers; amplitudes and periods are still written.

    The flag is then the latch of timer 1, and the addresses of the tables are in ports and timers.
    """
    machine = rom.machine
    freq, twang = SYMBOLS["Vec_Music_Freq"], SYMBOLS["Vec_Music_Twang"]
    draw = random.Random(13)
    for _ in range(10):
        machine.write(WORK, b"\xee" * 14)
        machine.write(freq, draw.randbytes(6))
        machine.write(SYMBOLS["Vec_ADSR_Timers"], bytes(draw.randrange(31) for _ in range(3)))
        machine.chips.state.t1l = 0xFFFF
        rom.caller("Init_Music_chk", u=TUNE, dp=0xD0)
        registers = rom.registers()
        for voice in range(3):
            base = int.from_bytes(machine.read(freq + 2 * voice, 2), "big")
            bend = machine.read(twang + 2 * voice + 1)[0]
            period = base + (bend ^ 0x80) - 0x80 & 0xFFFF
            assert registers[2 * voice] | registers[2 * voice + 1] << 8 == period
            assert registers[8 + voice] < 16
        assert registers[6:8] == [0xEE, 0xEE] and registers[11:] == [0xEE] * 3
