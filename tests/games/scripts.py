"""Scripts of inputs as text, and two scripts that cover most of each game.

A word is a button, which is pressed for three frames; a direction of the stick, which is held for
the number of frames in the next word; or a number of frames, `+20`.  `2:4` and `2:left` are inputs
of the second controller.
"""

import random
from collections.abc import Iterator

from vecx.machine import Machine

CONNECT4 = (
    "+20 down +12 up +12 down +12 up +8 4 +20 4 +60 right +40 4 +60 right +3 4 +60 2 +20 3 +20 "
    "left +60 4 +60 4 +60 4 +60 4 +60 4 +60 4 +60 4 +30 1 +60 1 +30 4 +60 right +20 4 +60 "
    "right +8 4 +60 1 +20 2 +60 down +6 4 +30 4 +200 right +8 4 +220 left +16 4 +260 4 +220 "
    "1 +20 2 +30 down +4 down +4 4 +20 4 +300")
REVERSI = (
    "+20 right +10 right +10 down +10 right +10 left +10 down +10 right +10 left +10 down +6 "
    "down +6 down +6 4 +60 1 +20 up +6 up +6 4 +60 3 +90 4 +200 2 +40 up +6 4 +60 right +30 "
    "down +12 4 +60 3 +120 4 +260 3 +120 4 +260 1 +30 down +8 1 +40 1 +20 down +8 down +8 4 +120 "
    "up +20 left +20 4 +60")
STICK = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def steps(machine: Machine, script: str) -> Iterator[tuple[str, int]]:
    """Perform each word of a script; yield it and the number of frames to run."""
    words = script.split()
    machine.write("Vec_Random_Seed", bytes((1, 2, 3)))      # else RAM decides the moves
    for word, after in zip(words, [*words[1:], "0"], strict=True):
        hand, _, what = word.rpartition(":")
        player = int(hand or 1)
        if what in STICK:
            machine.stick(*STICK[what], player)
        elif what.isdigit():
            machine.press(int(what), player)
        yield word, int(what if what.startswith("+") else after if what in STICK else "+3")
        machine.stick(0, 0, player)
        if what.isdigit():
            machine.release(int(what), player)


def by_chance(seed: int, count: int) -> str:
    """Return a random script of presses and pushes with pauses."""
    chance = random.Random(seed)
    words = []
    for _ in range(count):
        hand = chance.choice(("", "", "2:"))
        words.append(hand + chance.choice((*STICK, *STICK, *"44444123")))
        words.append(f"+{chance.choice((3, 5, 8, 12, 40))}")
    return " ".join(words)
