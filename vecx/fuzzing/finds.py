"""Files for a fault: a movie that replays it, and a test that fails until the program is fixed."""

import os
from pathlib import Path

from .. import files
from ..console.roms import bundled
from ..machine import Machine
from ..play import movie
from ..play.movie import Movie, Recorder
from .corpus import Find
from .faults import LASTS, STATE, STRICT_KINDS, Fault, Judge, strict_faults
from .plays import UNKNOWN, Play, enter
from .target import SILENT_FRAMES_MAX, Recipe

AFTER_FRAMES = 5        # recorded after a play
TEST = '''"""{kind}: {text}

Found by `vecx fuzz`.  The test plays the movie's inputs, and fails while the program has the fault.
"""

from pathlib import Path

from vecx.fuzzing.finds import shown_by

FOLDER = Path(__file__).parent


def test_{name}():
    """The inputs of {movie} do not show this fault."""
    assert shown_by(FOLDER / "{movie}", {cart},
                    {kind!r}, {key!r}{more}) == []
'''


def recorded(recipe: Recipe, title_frames: int, play: Play) -> Movie:
    """Run a play on a machine with picture and sound, and return a movie that begins at the start
    of the recipe."""
    machine = recipe.machine()
    recorder = Recorder(machine)

    def run(frames: int) -> None:
        for _ in range(frames):
            recorder.frame(machine.run_frames(1)[0].index)
            machine.take_sound()

    run(title_frames)
    before = UNKNOWN
    for frames, pads in play:
        enter(machine, pads, before)
        before = pads
        run(frames)
    run(AFTER_FRAMES)
    return recorder.stop()


def write(find: Find, folder: Path, recipe: Recipe, title_frames: int) -> list[Path]:
    """Write the movie and the test of a find; return their paths.

    Errors: VecxError if a file cannot be written
    """
    path = folder / f"{find.name}.movie"
    recorded(recipe, title_frames, find.play).save(path)
    cartridge = recipe.arguments["cart"].cartridge
    where = cartridge.source or cartridge.name
    cart = repr(cartridge.name) if cartridge.name in bundled() and not os.path.exists(where) \
        else f"FOLDER / {Path(os.path.relpath(where, folder)).as_posix()!r}"
    kind, key, text = find.fault
    name = find.name.replace("-", "_")
    test = folder / f"test_{name}.py"
    files.write(test, TEST.format(kind=kind, key=key, text=text.replace('"""', "'''")
                                  .replace("\\", "/"), name=name, movie=path.name, cart=cart,
                                  more=", unconfirmed=True" if recipe.unconfirmed else ""))
    return [path, test]


def shown_by(path: str | Path, cart: str | Path, kind: str, key: str = "", *,
             unconfirmed: bool = False) -> list[str]:
    """Play the inputs of a movie on a cartridge; return the faults of the given kind that occur.

    The cartridge may have been changed since the movie was recorded.

    Args:   kind  crash, hang, overrun, state, lasts, strict or screen
            key   for state the expression; for lasts FRAMES:EXPR; else any fault of the kind counts
            unconfirmed  whether findings that depend on chance count without a witness
    Errors: VecxError for a damaged movie, or one that begins with a snapshot of another cartridge

    >>> from vecx.fuzzing.finds import recorded, shown_by
    >>> from vecx.fuzzing.target import Recipe, recipe_of
    >>> recorded(recipe_of(Machine("connect4")), 230, ((4, 8), (30, 0))).save("quiet.movie")
    >>> shown_by("quiet.movie", "connect4", "overrun")
    []
    >>> shown_by("quiet.movie", "connect4", "state", "frame > 250")
    ['`frame > 250` is true']
    """
    found = movie.load(path)
    strict = kind in STRICT_KINDS
    machine = found.machine(cart) if not strict else \
        Machine(cart, **found.settings, strict=True)
    if unconfirmed and machine.strict:
        machine.strict.try_none()
    if found.start:
        machine.restore(found.start)
    for cycle, what, value in sorted(found.inputs, key=lambda row: row[0]):
        machine.enter(what, value, cycle)
    frames, _, expression = key.partition(":")
    judge = Judge(machine, (key,) if kind == STATE else (),
                  ((int(frames), expression),) if kind == LASTS else ())
    faults: list[Fault] = []
    for _ in range(len(found.frames) + SILENT_FRAMES_MAX):
        if judge.look(machine.run_frames(1), faults):
            break
        machine.take_sound()
    if strict:
        faults += strict_faults(machine)
    return [fault.text for fault in faults if fault.kind == kind]
