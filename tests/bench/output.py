"""`python -m tests.bench output`: the gain of a machine without picture and sound."""

import time
from collections.abc import Callable
from typing import Any

from . import scenes

FRAMES, BEST_OF, WARM = 200, 7, 300


def output_figures() -> dict[str, Any]:
    """Return microseconds per frame with and without output, for both games and each scene."""
    from vecx.machine import Machine

    carts = {"connect4": "connect4", "reversi": "reversi",
             **{name: scenes.scene_cart(name) for name in scenes.SCENES}}
    return {name: gain(lambda bare, cart=cart: Machine(cart, picture=not bare, sound=not bare))
            for name, cart in carts.items()}


def gain(make: Callable[[bool], Any]) -> dict[str, float]:
    """Run a full machine and one without output in alternation; return the minima."""
    machines = {"full": make(False), "bare": make(True)}
    for machine in machines.values():
        machine.run_frames(WARM)
        machine.press(4)
        machine.run_frames(5)
        machine.release(4)
        machine.run_frames(WARM)
    best = dict.fromkeys(machines, float("inf"))
    for _ in range(BEST_OF):
        for name, machine in machines.items():
            begin = time.process_time()
            machine.run_frames(FRAMES)
            if name == "full":
                machine.take_sound()
            best[name] = min(best[name], (time.process_time() - begin) * 1e6 / FRAMES)
    return {**{f"{name}_us": round(us, 1) for name, us in best.items()},
            "times": round(best["full"] / best["bare"], 2)}


def table(figures: dict[str, Any]) -> str:
    """Return the figures as text."""
    return "\n".join([f"{'':<10}{'full, us':>10}{'without':>10}{'times':>8}",
                      *(f"{name:<10}{row['full_us']:>10}{row['bare_us']:>10}{row['times']:>8}"
                        for name, row in figures.items())])
