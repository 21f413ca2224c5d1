"""Record MAME running our ROM and our Connect-4, for tests/vecx/test_peer.py.

    python tests/reference/mame/record.py [path of mame]

Method: a minute is played on our own machine first, to learn in which frame a button or a stick
moves; then MAME plays it by the same script, through its controller fields.  record.lua writes down
every write to the VIA with its cycle, and what the controllers read.

Files: game.npz, a minute and more of Connect-4 for two; idle.npz, 20 seconds without a cartridge
and without input.
    registers, values   uint8[n]: what each write wrote, in order
    gaps     uint32[n]: cycles since the write before, the first since power-on
    inputs   int64[k, 6]: frame, buttons (active low), x1 y1 x2 y2 as pots; a frame begins with a
             write of T2's high byte
    ram      uint8[1024]: RAM at power-on
    version  of MAME
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from vecx import Machine

HERE = Path(__file__).parent
DATA = HERE.parent.parent.parent / "vecx" / "data"
FRAMES = 3000           # a minute
IDLE_SECONDS = 20
CYCLES_PER_SECOND = 1_500_000
COLUMNS = (4, 2, 5, 2, 6, 5, 6, 5, 5, 4, 0, 6, 3)      # dropped by turns; X wins
HELD, PAUSE = 4, 6                                          # frames
MENU_FRAMES_MAX = 900
FALL_FRAMES_MAX = 200
STATE_PLAYING = 1
AFTER_FRAMES = 100


class Hand:
    """A hand on the controllers of our machine, which writes down what it does."""

    def __init__(self, cart: str) -> None:
        self.m = Machine(cart, preset="ideal")
        self.frame = 0
        self.events: list[str] = []

    def wait(self, frames: int) -> None:
        """Let frames go by."""
        self.m.run_frames(frames)
        self.frame += frames

    def do(self, field: str, value: int, rest: int) -> None:
        """Move button 4 (b) or the stick's x of a player, for MAME and here, for so long."""
        self.events.append(f"{self.frame} {field} {value}")
        player = int(field[1])
        if field[0] == "b":
            (self.m.press if value else self.m.release)(4, player)
        else:
            self.m.stick((value - 128) / 127, 0, player)
        self.wait(rest)

    def push(self, field: str, value: int, rest: int) -> None:
        """Move and let go."""
        self.do(field, value, HELD)
        self.do(field, rest, PAUSE)

    def play_games(self) -> None:
        """From the menu on one game after the other, to the end of the last within the time."""
        while self.m.read("v_state_frames")[0] < PAUSE:
            self.wait(1)
            if self.frame > MENU_FRAMES_MAX:
                raise SystemExit("record: the menu does not come")
        while True:
            self.push("b1", 1, 0)
            self.wait(PAUSE)
            self.play_game()
            print("game ends in state", self.m.read("game_state")[0])
            self.wait(AFTER_FRAMES)
            if self.frame >= FRAMES:
                return

    def play_game(self) -> None:
        """One game for two."""
        for turn, column in enumerate(COLUMNS):
            if self.m.read("game_state")[0] != STATE_PLAYING:
                break
            player = 1 + turn % 2
            while (cursor := self.m.read("cursor_col")[0]) != column:
                self.push(f"x{player}", 255 if cursor < column else 0, 128)
            count = self.m.read("move_count")[0]
            self.push(f"b{player}", 1, 0)
            for _ in range(FALL_FRAMES_MAX):
                if self.m.read("move_count")[0] > count and self.m.read("v_phase")[0] != 1:
                    break
                self.wait(1)
            self.wait(PAUSE)


def run_mame(mame: str, cart: Path | None, events: list[str], seconds: int) -> list[str]:
    """Run MAME with our ROM; return the lines that record.lua wrote.

    Errors: SystemExit where it wrote none
    """
    with tempfile.TemporaryDirectory() as room:
        roms = Path(room) / "vectrex"
        roms.mkdir()
        (roms / "exec_rom.bin").write_bytes((DATA / "exec.bin").read_bytes())
        script, out = Path(room) / "events", Path(room) / "out"
        script.write_text("".join(f"{event}\n" for event in events))
        command = [mame, "vectrex", "-bios", "0", "-rompath", room, "-video", "none", "-sound",
                   "none", "-nothrottle", "-seconds_to_run", str(seconds), "-skip_gameinfo",
                   "-autoboot_script", str(HERE / "record.lua"), "-autoboot_delay", "0"]
        if cart:
            command += ["-cart", str(cart)]
        environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "VECX_EVENTS": str(script),
                                    "VECX_OUT": str(out)}
        subprocess.run(command, cwd=room, env=environment, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not out.exists():
            raise SystemExit("record: MAME wrote nothing")
        return out.read_text().splitlines()


def save(name: str, lines: list[str], version: str) -> None:
    """Put the lines of a run into a file."""
    ram = bytes.fromhex(lines[0].removeprefix("r "))
    rows = [line.split() for line in lines[1:]]
    writes = np.array([row[1:] for row in rows if row[0] == "w"], np.int64)
    inputs = np.array([row[1:] for row in rows if row[0] == "i"], np.int64).reshape(-1, 6)
    # Gaps repeat from frame to frame, clocks do not: they are packed as gaps.
    gaps = np.diff(writes[:, 0], prepend=0).astype(np.uint32)
    np.savez_compressed(HERE / f"{name}.npz", registers=writes[:, 1].astype(np.uint8),
                        values=writes[:, 2].astype(np.uint8), gaps=gaps, inputs=inputs,
                        ram=np.frombuffer(ram, np.uint8), version=np.array(version))
    print(f"{name}: {len(writes):,} writes, {(HERE / f'{name}.npz').stat().st_size:,} bytes")


def main() -> None:
    """Record, and keep the images that were recorded."""
    mame = sys.argv[1] if len(sys.argv) > 1 else "mame"
    version = subprocess.run([mame, "-version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    for name in ("exec.bin", "connect4.bin"):
        (HERE / name).write_bytes((DATA / name).read_bytes())
    hand = Hand("connect4")
    hand.play_games()
    seconds = hand.m.cycles // CYCLES_PER_SECOND
    save("game", run_mame(mame, HERE / "connect4.bin", hand.events, seconds), version)
    save("idle", run_mame(mame, None, [], IDLE_SECONDS), version)


if __name__ == "__main__":
    main()
