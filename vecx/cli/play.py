"""`vecx play`: play a bundled game in a terminal or over a pipe."""

import argparse
import sys
from typing import TYPE_CHECKING

from ..compiling.interrupt import ended_by_interrupt

if TYPE_CHECKING:
    from ..play.terminal import Connect4, Reversi

LEVELS = {"reversi": ("beginner", "novice", "expert", "master"),
          "connect4": ("easy", "medium", "good", "hard")}
TYPED_MAX = 40          # characters of a wrong move that the message repeats


def add_parser(sub: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = sub.add_parser(
        "play", help="play a bundled game in the terminal",
        description="Play a bundled game in the terminal.  Moves are read from standard input, "
                    "one per line.  A move is a column and a row for reversi (`4 2`), and a column "
                    "for connect4.  The moves are played on the cartridge itself.  The command "
                    "ends when the game or the input ends.",
        epilog="levels: " + "; ".join(f"{game}: {', '.join(levels)}"
                                      for game, levels in LEVELS.items()))
    parser.add_argument("game", choices=LEVELS, metavar="GAME", help=" or ".join(LEVELS))
    parser.add_argument("--ai", metavar="LEVEL", help="let the computer play as player 2 at this "
                                                      "level")
    parser.add_argument("--first", choices=("white", "black"), metavar="COLOUR",
                        help="reversi: the colour of player 1, who moves first: white, as in the "
                             "class project, or black, as in the window (default: white)")
    parser.add_argument("--seed", type=int, default=0, metavar="N",
                        help="seed of the machine (default: 0)")
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
    from ..play.terminal import Connect4, Reversi

    with ended_by_interrupt():
        if args.game == "reversi":
            play(Reversi(args.ai, args.seed, args.first or "white"))
        else:
            play(Connect4(args.ai, args.seed))
    return 0


def play(game: "Reversi | Connect4") -> None:
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
        if line in ("", "?", "h", "help"):
            say(game.help if line else game.board())
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


def ask(prompt: str) -> str | None:
    """Return the move that the user typed, or None at the end of the input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print(flush=True)
        return None
    if not sys.stdin.isatty():
        print(line.strip(), flush=True)
    return line.strip().lower()


def say(text: str) -> None:
    if text:
        print(text, flush=True)
