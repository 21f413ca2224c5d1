"""The window: opens, plays, listens to keys, closes; on SDL's dummy screen."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent.parent

KEYS = """
import pygame, sys
from vecx.display import window
from vecx.machine import Machine

machine = Machine("connect4", preset="ideal")
player = window.Player(machine, 0.5, True, 1.0)

def key(name, kind=pygame.KEYDOWN):
    pygame.event.post(pygame.event.Event(kind, key=pygame.key.key_code(name)))

key("a"); key("left"); player.events()
assert machine.m.buttons == 0xFE and machine.m.stick[0] == 1, machine.m.buttons
key("a", pygame.KEYUP); key("left", pygame.KEYUP); player.events()
assert machine.m.buttons == 0xFF and machine.m.stick[0] == 128
key("f"); player.events()
pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST)); player.events()
assert machine.m.buttons == 0xFF
for _ in range(30):
    player.frame()
assert player.screen.phosphor.light.max() > 0.1
before = machine.registers
key("p"); player.events()
assert player.paused
key("f5"); player.events()
assert machine.registers.pc == 0xF000, hex(machine.registers.pc)
key("f12"); player.events()
key("escape"); player.events()
assert not player.open
print(pygame.display.get_caption()[0])
player.close()
"""


def run(arguments: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own with a dummy screen and no sound."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
           "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, env=env, capture_output=True,
                          text=True, check=False, timeout=120)


def test_keys_work_the_machine_and_the_window(tmp_path):
    """Controllers, pause, reset, picture and leave answer to their keys; the title is the
    cartridge's."""
    done = run(["-c", KEYS], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "CONNECT" in done.stdout.upper()
    assert (tmp_path / "connect4.png").stat().st_size > 1000


def test_play_ends_after_the_frames_asked_for(tmp_path):
    """`vecx run` with --frames opens, plays, writes its picture and closes with status 0."""
    done = run(["-m", "vecx", "run", "connect4", "--mute", "--frames", "20", "--speed", "20",
                "--png", "last.png"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert (tmp_path / "last.png").stat().st_size > 1000


def test_stats_print_frames_and_share(tmp_path):
    """--stats plays so many seconds and prints one line."""
    done = run(["-m", "vecx", "run", "connect4", "--mute", "--stats", "2"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "frames a second" in done.stdout and "% of one core" in done.stdout
