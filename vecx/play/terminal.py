"""Play the bundled games from a terminal: typed moves become presses of buttons.

A game's state is read from the RAM cells named in docs/reversi.md and docs/connect4.md; moves are
entered with the stick and button 4, hints and moves taken back with the buttons that a player
would use.  This module contains no rules of the games.
"""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from ..console.cartridge import SPACE
from ..errors import VecxError
from ..machine import Machine
from . import save_states

FRAMES_MOST = 1_500         # 30 s: longer than any move or tune
TAP_FRAMES = 2
BEGIN_CYCLES = 60_000       # after them the game has cleared its variables
BOOT_CYCLES_MOST = 60_000_000
DIGITS_MAX = 9              # of a typed number
SEED_BYTES = 3
COMMANDS = "hint, undo, save, save FILE and quit are commands."
COLUMNS = "abcdefgh"
SQUARE = re.compile(r"([a-hA-H])\s*([1-8])")


class Hand:
    """A game on a machine: it starts in its menu and is played by pressing buttons."""

    start_button = 4
    name: str               # of the bundled cartridge
    numbers: int            # typed for a move
    help: str               # how moves are typed

    def __init__(self, seed: int = 0) -> None:
        """Start the cartridge.  Args: seed  decides the computer's luck"""
        self.m = Machine(self.name, preset="ideal", seed=seed)
        self.m.run_to(0, SPACE, max_cycles=BOOT_CYCLES_MOST)
        self.m.run_cycles(BEGIN_CYCLES)
        self.until(lambda: self.byte("v_state_frames") >= 5)
        luck = random.Random(seed).randrange(1, 1 << 8 * SEED_BYTES)    # 0 would stay 0
        self.m.write("Vec_Random_Seed", luck.to_bytes(SEED_BYTES, "big"))

    @property
    def no_undo(self) -> str:
        """Why there is nothing to take back."""
        return "There is no move to take back."

    def save(self, path: Path) -> None:
        """Save the game to a file.  Errors: VecxError if it cannot be written."""
        save_states.save(path, self.m, b"")

    def load(self, path: Path) -> None:
        """Continue a saved game.  Errors: VecxError if the file holds no game of this cartridge."""
        save_states.load(path, self.m)

    def byte(self, name: str) -> int:
        return self.m.read(name)[0]

    def until(self, ready: Callable[[], bool]) -> None:
        """Run until a condition is true.  Errors: VecxError after FRAMES_MOST frames."""
        for _ in range(FRAMES_MOST):
            if ready():
                return
            self.m.run_frames(1)
        raise VecxError("the cartridge does not respond; please report this as a bug of vecx")

    def tap(self, button: int, player: int = 1) -> None:
        self.m.press(button, player)
        self.m.run_frames(TAP_FRAMES)
        self.m.release(button, player)
        self.m.run_frames(TAP_FRAMES)

    def push(self, x: int, y: int) -> None:
        self.m.stick(x, y)
        self.m.run_frames(TAP_FRAMES)
        self.m.stick(0, 0)
        self.m.run_frames(TAP_FRAMES)

    def numbers_of(self, text: str) -> list[int] | None:
        """Return the numbers of a typed move, which count from 0; None if the text is not a
        move."""
        words = text.replace(",", " ").split()
        if len(words) != self.numbers or not all(word.isdecimal() for word in words):
            return None
        return [int(word[:DIGITS_MAX]) for word in words]

    def line(self, number: int) -> None:
        while self.byte("v_menu") != number:
            self.push(0, -1 if self.byte("v_menu") < number else 1)


class Reversi(Hand):
    """Reversi on the terminal: player 1 has ● and moves first; x and y count from 0."""

    name = "reversi"
    levels = ("beginner", "novice", "expert", "master")
    numbers = 2
    help = "Type x and y, counted from 0 (4 2), or the name of the square on the screen (e3); an " \
        f"empty line shows the board.  {COMMANDS}"
    heading = "Gameboard:"
    colours = {"white": 2, "black": 3}      # noqa: RUF012
    REASONS = {12: "the only move", 13: "a corner", 14: "at the edge",     # noqa: RUF012
               15: "leaves the other side few moves", 16: "leads to most discs"}
    HUMAN, FLIP, PASS, OVER, PAUSE = 1, 3, 4, 5, 7
    UNDO = 1                # its line in the pause

    def __init__(self, level: str | None, seed: int = 0, first: str = "white") -> None:
        """Start a game.  With a level, the computer plays second; without one, two people play.

        Args: first  the colour of player 1
        """
        super().__init__(seed)
        self.first = self.colours[first]
        for line, cell in ((2, "human_side"), (3, "first_player")):
            self.line(line)
            while self.byte(cell) != self.first:
                self.push(1, 0)
        self.line(1 if level is None else 0)
        while level is not None and self.byte("skill") != self.levels.index(level):
            self.push(1, 0)
        self.tap(self.start_button)
        self.wait()

    def load(self, path: Path) -> None:
        """Continue a saved game; player 1 has the colour that player 1 had."""
        super().load(path)
        self.first = self.byte("first_player")

    def hint(self) -> str:
        """Ask for a hint; return the move, and what it is good for."""
        self.tap(3)
        self.until(lambda: self.byte("game_state") == self.HUMAN)
        row, column = divmod(self.byte("hint_move"), 10)
        return f"Hint: {column - 1} {row - 1} ({self.REASONS[self.byte('message')]})"

    def undo(self) -> bool:
        """Take back the player's last move, or with two players the last move; return whether there
        was one.
        """
        self.tap(1)
        while self.byte("v_pause_item") != self.UNDO:
            self.push(0, -1)
        self.tap(4)
        done = self.byte("game_state") != self.PAUSE
        if not done:
            self.tap(1)
        self.wait()
        return done

    def numbers_of(self, text: str) -> list[int] | None:
        """Return the numbers of a move; a square such as e3 is accepted as well."""
        square = SQUARE.fullmatch(text.strip())
        if square:
            return [COLUMNS.index(square[1].lower()), int(square[2]) - 1]
        return super().numbers_of(text)

    def wait(self) -> None:
        """Wait until the game expects a move or a pass, or is over."""
        self.until(lambda: self.byte("game_state") in (self.HUMAN, self.PASS, self.OVER))
        self.m.run_frames(6)        # the game checks one square per frame

    @property
    def player(self) -> int:
        return 1 if self.byte("current_player") == self.first else 2

    @property
    def over(self) -> bool:
        return self.byte("game_state") == self.OVER

    def prompt(self) -> str:
        return f"Player {self.player}, make a move (x y):"

    def advance(self) -> Iterator[str]:
        """Continue until a human is to move or the game is over; yield messages."""
        while True:
            before = self.byte("move_count")
            player = self.player
            self.until(lambda before=before: self.byte("move_count") != before  # type: ignore[misc]
                       or self.byte("game_state") in (self.HUMAN, self.PASS, self.OVER))
            if self.byte("move_count") != before:
                row, column = divmod(self.byte("last_move"), 10)
                yield f"Player {player}, make a move (x y):{column - 1} {row - 1}"
                self.wait_flips()
                yield "" if self.over else self.board()
            elif self.byte("game_state") == self.PASS:
                yield f"Player {self.player} must pass."
                passes = self.byte("pass_count")
                while self.byte("pass_count") == passes:
                    self.tap(2)
                self.wait_flips()
                if self.byte("game_state") == self.HUMAN:
                    yield self.board()
            else:
                self.wait()
                return

    def wait_flips(self) -> None:
        self.until(lambda: self.byte("game_state") != self.FLIP)

    def enter(self, numbers: list[int]) -> bool:
        """Play a move; return False if the cartridge refuses it."""
        column, row = numbers[0] + 1, numbers[1] + 1
        if not (1 <= row <= 8 and 1 <= column <= 8):
            return False
        while self.byte("cursor_row") != row:
            self.push(0, 1 if self.byte("cursor_row") > row else -1)
        while self.byte("cursor_col") != column:
            self.push(-1 if self.byte("cursor_col") > column else 1, 0)
        before = self.byte("move_count")
        self.tap(4)
        self.m.run_frames(TAP_FRAMES)
        if self.byte("move_count") == before:
            return False
        self.wait_flips()
        return True

    def board(self, *, moves: bool = True) -> str:
        """Return the board as text, with the numbers of rows and columns at its edges."""
        cells = self.m.read("board", 100)
        legal = self.m.read("legal_moves", self.byte("legal_count")) if moves else b""
        rows = []
        for row in range(1, 9):
            signs = ["X" if row * 10 + column in legal else
                     {0: " ", self.first: "●"}.get(cells[row * 10 + column], "○")
                     for column in range(1, 9)]
            rows.append(f"{row - 1} | {' '.join(signs)} |")
        edge = "-" * 17
        return "\n".join(["    0 1 2 3 4 5 6 7", f"  .{edge}.", *rows, f"  '{edge}'", ""])

    def result(self) -> str:
        counts = [self.byte("white_count"), self.byte("black_count")]
        if counts[0] == counts[1]:
            return "Tie game."
        winner = 1 if counts[0] > counts[1] else 2
        if self.first == self.colours["black"]:
            winner = 3 - winner
        return f"Player {winner} wins! ({max(counts)} - {min(counts)})"


class Connect4(Hand):
    """Connect-4 on the terminal: player 1 has X and moves first; columns count from 0."""

    name = "connect4"
    levels = ("easy", "medium", "good", "hard")
    numbers = 1
    help = f"Type a column, 0 to 6; an empty line shows the board.  {COMMANDS}"
    heading = "Gameboard:"
    PLAYING = 1
    RESULTS = {2: "Player 1 wins!", 3: "Player 2 wins!", 4: "Tie game."}    # noqa: RUF012

    def __init__(self, level: str | None, seed: int = 0) -> None:
        """Start a game.  With a level, the computer plays O; without one, two people play."""
        super().__init__(seed)
        self.line(0 if level is None else 1 + self.levels.index(level))
        self.tap(self.start_button)
        self.until(self.choosing)

    @property
    def no_undo(self) -> str:
        """Why there is nothing to take back."""
        return super().no_undo if self.byte("game_mode") else \
            "Two players take nothing back; undo works with --ai."

    def hint(self) -> str:
        """Ask for a hint; return the column."""
        self.tap(3)
        self.until(self.choosing)
        return f"Hint: {self.byte('cursor_col')}"

    def undo(self) -> bool:
        """Take back the player's last move and the computer's answer; return whether there was one:
        two players take nothing back.
        """
        before = self.byte("move_count")
        self.tap(2)
        return self.byte("move_count") != before

    def choosing(self) -> bool:
        return self.byte("game_state") == self.PLAYING and self.byte("v_phase") == 0

    @property
    def player(self) -> int:
        return self.byte("current_player")

    @property
    def over(self) -> bool:
        return self.byte("game_state") in self.RESULTS

    def prompt(self) -> str:
        return f"Player {self.player}, choose a column (0-6):"

    def advance(self) -> Iterator[str]:
        while not (self.over or self.choosing()):
            before, player = self.byte("move_count"), self.player
            self.until(lambda before=before: self.over or self.choosing()   # type: ignore[misc]
                       or self.byte("move_count") != before)
            if self.byte("move_count") != before:
                yield f"Player {player}, choose a column (0-6):{self.byte('last_col')}"
                self.until(lambda: self.over or self.choosing())
                yield "" if self.over else self.board()

    def enter(self, numbers: list[int]) -> bool:
        if not 0 <= numbers[0] <= 6:
            return False
        while self.byte("cursor_col") != numbers[0]:
            self.push(-1 if self.byte("cursor_col") > numbers[0] else 1, 0)
        before = self.byte("move_count")
        self.tap(4)
        if self.byte("move_count") == before:
            return False
        self.until(lambda: self.over or self.byte("v_phase") != 1)
        return True

    def board(self, *, moves: bool = True) -> str:
        """Return the board, with row 0 at the bottom."""
        cells = self.m.read("game_board", 42)
        rows = ["| " + " ".join(" XO"[cell] for cell in cells[row * 7:row * 7 + 7]) + " |"
                for row in reversed(range(6))]
        edge = "-" * 15
        return "\n".join(["  0 1 2 3 4 5 6", f".{edge}.", *rows, f"'{edge}'", ""])

    def result(self) -> str:
        return self.RESULTS[self.byte("game_state")]
