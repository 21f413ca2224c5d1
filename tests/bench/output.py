"""`python -m tests.bench output`: the gain of a machine without picture and sound."""

import time
from collections.abc import Callable
from typing import Any

from . import scenes

BATCH, BATCHES, BEST_OF, WARM = 200, 20, 4, 300


def output_figures() -> dict[str, Any]:
    """Return microseconds per frame with and without output, for both games and each scene."""
    from vecx.machine import Machine

    carts = {"connect4": "connect4", "reversi": "reversi",
             **{name: scenes.scene_cart(name) for name in scenes.SCENES}}
    return {name: gain(lambda bare, cart=cart: Machine(cart, picture=not bare, sound=not bare))
            for name, cart in carts.items()}


def gain(make: Callable[[bool], Any]) -> dict[str, float]:
    """Run the same frames on a full machine and on one without output, in alternation.

    Returns: the time of each, from the minimum of each batch of frames
    """
    machines = {"full": make(False), "bare": make(True)}
    for machine in machines.values():
        machine.run_frames(WARM)
        machine.press(4)
        machine.run_frames(5)
        machine.release(4)
        machine.run_frames(WARM)
    kept = {name: machine.keep() for name, machine in machines.items()}
    best = {name: [float("inf")] * BATCHES for name in machines}
    for _ in range(BEST_OF):
        for name, machine in machines.items():
            machine.restore(kept[name])
            for batch, least in enumerate(best[name]):
                begin = time.process_time()
                machine.run_frames(BATCH)
                if name == "full":
                    machine.take_sound()
                best[name][batch] = min(least, time.process_time() - begin)
    us = {name: sum(batches) * 1e6 / (BATCH * BATCHES) for name, batches in best.items()}
    return {**{f"{name}_us": round(figure, 1) for name, figure in us.items()},
            "times": round(us["full"] / us["bare"], 2)}


def table(figures: dict[str, Any]) -> str:
    """Return the figures as text."""
    return "\n".join([f"{'':<10}{'full, us':>10}{'without':>10}{'times':>8}",
                      *(f"{name:<10}{row['full_us']:>10}{row['bare_us']:>10}{row['times']:>8}"
                        for name, row in figures.items())])
