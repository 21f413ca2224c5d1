"""`vecx play`: play a bundled game in a terminal or over a pipe."""

import argparse
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from ..compiling.interrupt import ended_by_interrupt
from ..errors import VecxError

if TYPE_CHECKING:
    from ..play.terminal import Connect4, Reversi

LEVELS = {"reversi": ("beginner", "novice", "expert", "master"),
          "connect4": ("easy", "medium", "good", "hard")}
SEED_END = 1 << 31
TYPED_MAX = 40          # characters of a wrong move that the message repeats


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "play", help="play a bundled game in the terminal",
        description="Play a bundled game in the terminal.  Moves are read from standard input, "
                    "one per line.  A move is a column and a row for reversi (`4 2`), and a column "
                    "for connect4.  The moves are played on the cartridge itself.  Other lines are "
                    "`hint`, `undo`, `save`, `save FILE`, `help` and `quit`.  The command ends "
                    "when the game or the input ends.",
        epilog="levels: " + "; ".join(f"{game}: {', '.join(levels)}"
                                      for game, levels in LEVELS.items()))
    parser.add_argument("game", choices=LEVELS, metavar="GAME", help=" or ".join(LEVELS))
    parser.add_argument("--ai", metavar="LEVEL", help="let the computer play as player 2 at this "
                                                      "level")
    parser.add_argument("--first", choices=("white", "black"), metavar="COLOUR",
                        help="reversi: the colour of player 1, who moves first: white, as in the "
                             "class project, or black, as in the window (default: white)")
    parser.add_argument("--seed", type=int, metavar="N",
                        help="seed of the machine and of the computer's luck: with the same seed, "
                             "the same moves have the same answers (default: from the clock)")
    parser.add_argument("--load", type=Path, metavar="FILE",
                        help="continue a game that `save` has saved")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    levels = LEVELS[args.game]
    if args.ai is not None and args.ai not in levels:
        print(f"vecx play: {args.game} has no level '{args.ai}'; choose from {', '.join(levels)}",
              file=sys.stderr)
        return 2
    if args.first and args.game != "reversi":
        print(f"vecx play: --first has no meaning for {args.game}; omit it", file=sys.stderr)
        return 2
    if args.load and (args.ai or args.first or args.seed is not None):
        print("vecx play: --load continues a game with its own players, level and luck; omit "
              "--ai, --first and --seed", file=sys.stderr)
        return 2
    from ..play.terminal import Connect4, Reversi

    seed = time.time_ns() % SEED_END if args.seed is None else args.seed
    game: Reversi | Connect4
    with ended_by_interrupt():
        if args.game == "reversi":
            game = Reversi(args.ai, seed, args.first or "white")
        else:
            game = Connect4(args.ai, seed)
        if args.load:
            game.load(args.load)
        play(game)
    return 0


def play(game: "Reversi | Connect4") -> None:
    """Play on standard input and output until the game, or the input, ends."""
    say(game.heading)
    say(game.board(moves=False))
    for text in game.advance():
        say(text)
    if not game.over:
        say(game.board())
    while not game.over:
        line = ask(game.prompt())
        if line is None:
            return
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word == "quit" and not rest:
            return
        if line in ("", "?", "h") or word == "help":
            say(game.help if line else game.board())
            continue
        if command(game, word, rest):
            continue
        numbers = game.numbers_of(line)
        if numbers is None or not game.enter(numbers):
            typed = ",".join(map(str, numbers)) if numbers else line[:TYPED_MAX]
            say(f"Invalid move ({typed}), try again.")
            if numbers is None:
                say(game.help)
            say(game.board())
            continue
        if not game.over:
            say(game.board())
        for text in game.advance():
            say(text)
    say("Game over!")
    say(game.board(moves=False))
    say(game.result())


def command(game: "Reversi | Connect4", word: str, rest: str) -> bool:
    """Perform a command that was typed instead of a move; return False if it is none."""
    if word == "hint" and not rest:
        say(game.hint())
    elif word == "undo" and not rest:
        if game.undo():
            for text in game.advance():
                say(text)
            say(game.board())
        else:
            say(game.no_undo)
    elif word == "save":
        path = Path(rest.strip() or f"{game.name}.state")
        try:
            game.save(path)
        except VecxError as fault:
            say(f"The game was not saved: {fault}")
        else:
            say(f"Saved; `vecx play {game.name} --load {shlex.quote(str(path))}` continues.")
    else:
        return False
    return True


def ask(prompt: str) -> str | None:
    """Return the line that the user typed, or None at the end of the input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print(flush=True)
        return None
    if not sys.stdin.isatty():
        print(line.strip(), flush=True)
    return line.strip()


def say(text: str) -> None:
    if text:
        print(text, flush=True)
