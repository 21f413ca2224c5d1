"""Hostile files for the libretro core: content, overlays and save states, of random bytes.

    python -m tests.hostile.cores [--seconds N] [--seed N]

Goal: whatever a front end gives to the core, it refuses or runs it, without a crash or an endless
loop.  Method: content is random bytes, a game with changed bytes, or of an extreme size; a PNG
beside it has changed bytes; states are random bytes, truncated, those of other content, or have
changed bytes and a correct checksum.  What is accepted runs for some frames, with picture and
sound.  A crash ends the process; a watchdog ends it if it hangs, and prints where.
"""

import argparse
import faulthandler
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.vecx.libretro.host import HEAD_BYTES, Front, playing
from tests.vecx.libretro.sums import with_sum
from vecx import libretro
from vecx.console.roms import DATA

PATIENCE = 60           # the maximum of seconds for one content
STATES = 150            # for each content
SIZES = 1, 31, 32, 4095, 8192, 0x8000, 0xC000, 0xC001, 0x10000, 0x10001
CHOICES = {"preset": libretro.PRESETS, "size": ("330 x 410", "600 x 750"), "glass": ("off", "on"),
           "rotation": ("0", "90"), "frames": ("shown in parts", "shown whole"),
           "glow": ("off", "100%"), "cart_ram": libretro.RAMS, "port_2": ("none", "3D imager")}


def changed(chance: random.Random, data: bytes, first: int = 0, most: int = 8) -> bytes:
    """Return data with up to `most` other bytes from `first` on."""
    result = bytearray(data)
    for _ in range(chance.randint(1, most)):
        result[chance.randrange(first, len(result))] = chance.randrange(256)
    return bytes(result)


def content(chance: random.Random) -> bytes:
    """Return the bytes of a cartridge."""
    game = (DATA / f"{chance.choice(('connect4', 'reversi'))}.bin").read_bytes()
    kind = chance.randrange(4)
    if kind == 0:
        return chance.randbytes(chance.choice(SIZES))
    if kind == 1:
        return game[:0x30] + chance.randbytes(chance.choice((64, 4000, 0x8000 - 0x30, 0xFFD0)))
    return changed(chance, game, 0x20) if kind == 2 else game


def state(chance: random.Random, saved: bytes, others: list[bytes]) -> bytes:
    """Return the bytes of a state."""
    kind = chance.randrange(8)
    if kind == 0:
        return chance.randbytes(chance.choice((0, 1, HEAD_BYTES, len(saved), 2 * len(saved))))
    if kind == 1:
        return saved[:chance.randrange(len(saved))]
    if kind == 2:
        return chance.choice(others)
    if kind == 3:
        return changed(chance, saved)
    if kind == 4:
        return with_sum(saved[:HEAD_BYTES] + chance.randbytes(len(saved) - HEAD_BYTES))
    data = bytearray(saved)
    for _ in range(chance.randint(1, 3)):       # whole numbers at their extremes
        at = chance.randrange(HEAD_BYTES // 8, len(data) // 8) * 8
        data[at:at + 8] = chance.choice((chance.randbytes(8), bytes(8), b"\xff" * 8,
                                         chance.randrange(-4, 1 << 17).to_bytes(8, "little",
                                                                                signed=True)))
    return with_sum(bytes(data))


def attempt(core: Path, chance: random.Random, others: list[bytes], count: Counter[str]) -> None:
    """Try one content, with an overlay and with states."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "some.bin"
        path.write_bytes(content(chance))
        overlay = (DATA / "overlays" / "reversi.png").read_bytes()
        path.with_name("some.png").write_bytes(changed(chance, overlay, 16, 2))
        front = Front()
        options = {name: chance.choice(values) for name, values in CHOICES.items()}
        try:
            with playing(core, path, options, front):
                front.run(chance.randint(1, 200))
                count["content"] += 1
                for _ in range(STATES):
                    saved = front.save()
                    accepted = front.load(state(chance, saved, others))
                    count["states accepted" if accepted else "states refused"] += 1
                    front.run(chance.randint(1, 3))
                others[chance.randrange(len(others))] = front.save()
        except RuntimeError:
            count["content refused"] += 1
            assert front.messages, "refused without a message"
        count["overlays refused"] += any("overlay" in text for text in front.messages)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.cores")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    faulthandler.enable()
    others: list[bytes] = [b""] * 8
    end, seed, count = time.monotonic() + args.seconds, args.seed, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for name, data in libretro.core_files(libretro.this_platform()).items():
            (Path(folder) / name).write_bytes(data)
        core = next(path for path in Path(folder).iterdir() if path.suffix != ".info")
        while time.monotonic() < end:
            print(f"seed {seed}", file=sys.stderr)
            faulthandler.dump_traceback_later(PATIENCE, exit=True)
            attempt(core, random.Random(seed), others, count)
            faulthandler.cancel_dump_traceback_later()
            seed += 1
    print(", ".join(f"{name}: {number:,}" for name, number in sorted(count.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
