"""Tournaments between Reversi's levels and players written in Python, in the emulator.

    python -m tests.games.reversi_tournament --first master --second expert --games 60
    python -m tests.games.reversi_tournament --first master --second positional --games 30

    python -m tests.games.reversi_tournament --first expert --second mobility3 --games 60
    python -m tests.games.reversi_tournament --first master --second master --image old/reversi.bin

Each opening is random, and is played with both colours.  The cartridge chooses moves as if it were
the computer's turn; the Python model checks and makes the moves.

Exit status: 0 if the first player won at least 70 % of the games, 1 if not.
"""

import argparse
import random
import sys
from collections import Counter

from tests.games import reversi_model as model
from tests.games.players import symbols_of
from vecx.machine import Machine

SKILLS = ("beginner", "novice", "expert", "master")
PLAYERS = (*SKILLS, "positional", "mobility1", "mobility3", "mobility4", "random")
HUMAN, THINK, FLIP = 1, 2, 3
FRAMES_MOST = 1_200
CYCLES_MOST = 30_000


class Cartridge:
    """The cartridge in a two-player game, which can be asked for moves."""

    def __init__(self, seed: int = 0, preset: str = "hardware", *, strict: bool = False,
                 image: str = "reversi") -> None:
        self.m = Machine(image, preset=preset, seed=seed, strict=strict,
                         symbols=symbols_of(image))
        self.m.run_until("pc < $C000 && [v_state_frames] == 5", frames=900)
        self.m.run_frames(5 + seed % 50)
        self.frames_most: Counter[str] = Counter()
        self.cycles_most = 0
        for stick in ((0, -1), (0, 0)):
            self.m.stick(*stick)
            self.m.run_frames(2)
        self.tap(4)
        self.until(HUMAN)

    def state(self) -> int:
        """The state of the game."""
        return self.m.read("game_state")[0]

    def tap(self, button: int) -> None:
        """Press and release a button."""
        self.m.press(button)
        self.frames(2)
        self.m.release(button)
        self.frames(2)

    def frames(self, count: int) -> None:
        """Run some frames, and note the most expensive one."""
        for frame in self.m.run_frames(count):
            self.cycles_most = max(self.cycles_most, frame.budget.work_cycles)

    def until(self, state: int) -> int:
        """Run until the game reaches a state; return the number of frames."""
        for count in range(FRAMES_MOST):
            if self.state() == state:
                return count
            self.frames(1)
        raise AssertionError(f"the game stays in state {self.state()}")

    def set_position(self, board: list[int], player: int) -> None:
        """Put a position on the board, as after a move; the game finds the legal moves next.

        It also sets v_find_at and v_phase, which docs/reversi.md does not describe.
        """
        self.m.write("board", bytes(board))
        self.m.write("black_count", bytes(board.count(colour)
                                          for colour in (model.BLACK, model.WHITE)))
        self.m.write("current_player", player)
        self.m.write("legal_count", 0)
        self.m.write("v_find_at", 0)
        self.m.write("v_phase", 1)
        self.m.write("game_state", FLIP)

    def lay(self, board: list[int], player: int) -> None:
        """Put a position on the board, and let the game find the legal moves."""
        self.set_position(board, player)
        self.until(HUMAN)

    def choose(self, board: list[int], player: int, skill: str) -> int:
        """Return the move that a skill chooses as the computer player."""
        for cell, value in (("game_mode", 0), ("human_side", model.other(player)),
                            ("skill", SKILLS.index(skill))):
            self.m.write(cell, value)
        self.set_position(board, player)
        self.until(THINK)
        count = 0
        while self.state() == THINK and not self.m.read("v_think_done")[0]:
            self.frames(1)
            count += 1
        self.frames_most[skill] = max(self.frames_most[skill], count)
        self.m.write("game_mode", 1)
        move = int(self.m.read("v_think_best")[0])
        assert move in model.moves(board, player), f"{skill} plays {move}, which is not legal"
        return move


def choose(cartridge: Cartridge, name: str, board: list[int], player: int,
           draw: random.Random) -> int:
    """Return the move of a player given by name."""
    if name == "random":
        return draw.choice(model.moves(board, player))
    if name == "positional":
        return model.positional(board, player, 3)[1]
    if name.startswith("mobility"):
        return model.mobile(board, player, int(name[-1]))[1]
    return cartridge.choose(board, player, name)


def game(cartridges: dict[int, Cartridge], names: dict[int, str], board: list[int], player: int,
         draw: random.Random) -> int:
    """Play a game to its end; return by how many discs black leads."""
    while player:
        board = model.play(board, player,
                           choose(cartridges[player], names[player], board, player, draw))
        player = model.to_move(board, model.other(player))
    return model.lead(board, model.BLACK)


def tournament(first: str, second: str, games: int, seed: int, *, loud: bool = False,
               image: str = "reversi") -> Counter[str]:
    """Play games in pairs; return the numbers of games won, lost and drawn by the first player.

    Args: image  the cartridge of the second player: an image next to its `.symbols.json`
    """
    draw, cartridge, result = random.Random(seed), Cartridge(seed), Counter[str]()
    other = cartridge if image == "reversi" else Cartridge(seed, image=image)
    for number in range(games // 2):
        board, player = model.opening(draw, 8)
        for black in (True, False):
            names = {model.BLACK: first if black else second,
                     model.WHITE: second if black else first}
            cartridges = {model.BLACK: cartridge if black else other,
                          model.WHITE: other if black else cartridge}
            ahead = game(cartridges, names, board, player, draw) * (1 if black else -1)
            result["won" if ahead > 0 else "lost" if ahead < 0 else "drawn"] += 1
        if loud:
            print(number + 1, dict(result), flush=True)
    if loud:
        print(f"most expensive frame {cartridge.cycles_most}, longest thought in frames "
              f"{dict(cartridge.frames_most)}")
    return result


def main() -> int:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description="Let two players of Reversi play each other.")
    parser.add_argument("--first", choices=PLAYERS, default="master")
    parser.add_argument("--second", choices=PLAYERS, default="expert")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--image", default="reversi", metavar="FILE",
                        help="cartridge of the second one, with its symbols next to it")
    args = parser.parse_args()
    result = tournament(args.first, args.second, args.games, args.seed, loud=True,
                        image=args.image)
    print(f"{args.first} against {args.second}: {result['won']} won, {result['lost']} lost, "
          f"{result['drawn']} drawn of {sum(result.values())}")
    return 0 if result["won"] >= 0.7 * sum(result.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
