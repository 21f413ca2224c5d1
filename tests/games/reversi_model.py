"""Reversi in plain Python: rules, a positional player, an exact solver, the cartridge's values.

A board is a list of 100: row x 10 + column, squares at rows and columns 1 to 8; 0 empty, 2 white,
3 black, 255 border.
"""

import random

EMPTY, WHITE, BLACK, BORDER = 0, 2, 3, 255
SQUARES = tuple(row * 10 + column for row in range(1, 9) for column in range(1, 9))
STEPS = (-11, -10, -9, -1, 1, 9, 10, 11)
INFINITE = 10_000

# The values of the squares for the positional player; written for these tests.
_QUARTER = ((100, -20, 10, 5), (-20, -50, -2, -2), (10, -2, -1, -1), (5, -2, -1, -1))
WORTH = {row * 10 + column: _QUARTER[min(row, 9 - row) - 1][min(column, 9 - column) - 1]
         for row in range(1, 9) for column in range(1, 9)}


def other(player: int) -> int:
    """Return the other player."""
    return WHITE + BLACK - player


def start() -> list[int]:
    """Return the board before the first move."""
    board = [BORDER] * 100
    for square in SQUARES:
        board[square] = EMPTY
    board[44] = board[55] = WHITE
    board[45] = board[54] = BLACK
    return board


def turns(board: list[int], player: int, square: int) -> list[int]:
    """Return the squares whose discs a move turns; empty if it is not legal."""
    if board[square] != EMPTY:
        return []
    found, rival = [], WHITE + BLACK - player
    for step in STEPS:
        at = square + step
        if board[at] != rival:
            continue
        row = [at]
        at += step
        while board[at] == rival:
            row.append(at)
            at += step
        if board[at] == player:
            found += row
    return found


def moves(board: list[int], player: int) -> list[int]:
    """Return the legal moves, row by row."""
    return [square for square in SQUARES if turns(board, player, square)]


def play(board: list[int], player: int, square: int) -> list[int]:
    """Return the board after a legal move."""
    after = list(board)
    for at in [square, *turns(board, player, square)]:
        after[at] = player
    return after


def to_move(board: list[int], player: int) -> int:
    """Return who moves if it is `player`'s turn: `player`, the other one, or 0 at the end."""
    if moves(board, player):
        return player
    return other(player) if moves(board, other(player)) else 0


def lead(board: list[int], player: int) -> int:
    """Return by how many discs a player is ahead."""
    return board.count(player) - board.count(other(player))


def perft(board: list[int], player: int, depth: int) -> int:
    """Return the number of sequences of moves; a pass is a move."""
    if depth == 0:
        return 1
    legal = moves(board, player)
    if not legal:
        return perft(board, other(player), depth - 1) if moves(board, other(player)) else 1
    return sum(perft(play(board, player, square), other(player), depth - 1) for square in legal)


def solve(board: list[int], player: int, alpha: int = -65, beta: int = 65) -> int:
    """Return by how many discs a player wins with best play of both sides."""
    legal = moves(board, player)
    if not legal:
        if not moves(board, other(player)):
            return lead(board, player)
        return -solve(board, other(player), -beta, -alpha)
    for square in legal:
        alpha = max(alpha, -solve(play(board, player, square), other(player), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def positional(board: list[int], player: int, depth: int, alpha: int = -INFINITE,
               beta: int = INFINITE) -> tuple[int, int]:
    """Return the value of a position by its squares at this depth, and the best move (or 0)."""
    legal = moves(board, player)
    if depth == 0 or not (legal or moves(board, other(player))):
        return sum(WORTH[square] * ((board[square] == player) - (board[square] == other(player)))
                   for square in SQUARES), 0
    if not legal:
        return -positional(board, other(player), depth - 1, -beta, -alpha)[0], 0
    best = 0
    for square in legal:
        worth = -positional(play(board, player, square), other(player), depth - 1, -beta,
                            -alpha)[0]
        if worth > alpha or not best:
            alpha, best = max(alpha, worth), square
        if alpha >= beta:
            break
    return alpha, best


# The cartridge's values while more squares are empty than the first number: those of the ten kinds
# of squares (KINDS, for a quarter of the board), of an empty square next to a disc, and the values
# that a taken corner adds to C-, A- and X-squares.  Copied from tbl_judged in
# games/reversi/think.asm.
JUDGED = ((45, (126, -14, 15, 6, -56, 0, -2, 0, 1, -2), 2, (24, -28, 33)),
          (30, (101, -10, 8, 6, -57, -1, -2, 3, -1, -1), 2, (41, -24, 49)),
          (15, (74, -5, 5, 6, -48, -3, -1, 3, 0, 0), 3, (39, -22, 52)),
          (0, (59, -2, 6, 5, -38, -4, 1, 1, 2, 1), 4, (34, -18, 43)))
KINDS = ((0, 1, 2, 3), (1, 4, 5, 6), (2, 5, 7, 8), (3, 6, 8, 9))
BESIDE_CORNER = {1: 0, 2: 1, 4: 2}      # kind: index in the last three values


def worths(board: list[int]) -> tuple[list[int], int]:
    """Return the value of each square for its disc, and of an empty square next to it."""
    _, kinds, near, beside = next(row for row in JUDGED if board.count(EMPTY) > row[0])
    found = [0] * 100
    for square in SQUARES:
        row, column = divmod(square, 10)
        kind = KINDS[min(row, 9 - row) - 1][min(column, 9 - column) - 1]
        corner = (10 if row < 5 else 80) + (1 if column < 5 else 8)
        found[square] = kinds[kind] - near * sum(board[square + step] == EMPTY for step in STEPS)
        if board[corner] != EMPTY and kind in BESIDE_CORNER:
            found[square] += beside[BESIDE_CORNER[kind]]
    return found, near


def judged(board: list[int], player: int, depth: int, worth: list[int], near: int, total: int,
           alpha: int = -INFINITE, beta: int = INFINITE) -> int:
    """Return the value of a position as the cartridge's search finds it, `depth` plies ahead.

    Args: worth, near  the results of `worths`, or the values after the previous move
          total        the value of the position's discs for the player
    """
    best, passes = -INFINITE, True
    for square in SQUARES:
        discs = turns(board, player, square)
        if not discs:
            continue
        passes = False
        gained = total + worth[square] + 2 * sum(worth[at] for at in discs)
        if depth > 1:
            after, then = play(board, player, square), list(worth)
            for at in (square + step for step in STEPS):
                then[at] += near
                gained += near * ((after[at] == player) - (after[at] == other(player)))
            gained = -judged(after, other(player), depth - 1, then, near, -gained, -beta,
                             -max(alpha, best))
        best = max(best, gained)
        if best >= beta:
            break
    if not passes:
        return best
    if not moves(board, other(player)):
        return 128 * lead(board, player)
    return -judged(board, other(player), depth, worth, near, -total, -beta, -alpha)


def mobile(board: list[int], player: int, depth: int, alpha: int = -INFINITE,
           beta: int = INFINITE) -> tuple[int, int]:
    """Return value and move like `positional`, but count mobility at the last ply.

    There each legal move counts 8.  The end of a game counts by its discs.
    """
    legal = moves(board, player)
    if not legal and not moves(board, other(player)):
        return 100 * lead(board, player), 0
    if depth == 0:
        worth = 8 * (len(legal) - len(moves(board, other(player))))
        return worth + sum(WORTH[square] * ((board[square] == player)
                                            - (board[square] == other(player)))
                           for square in SQUARES), 0
    if not legal:
        return -mobile(board, other(player), depth - 1, -beta, -alpha)[0], 0
    best = 0
    for square in sorted(legal, key=WORTH.__getitem__, reverse=True):
        worth = -mobile(play(board, player, square), other(player), depth - 1, -beta, -alpha)[0]
        if worth > alpha or not best:
            alpha, best = max(alpha, worth), square
        if alpha >= beta:
            break
    return alpha, best


def opening(draw: random.Random, plies: int) -> tuple[list[int], int]:
    """Return a random position after this many plies, and who is to move."""
    while True:
        board, player = start(), BLACK
        for _ in range(plies):
            player = to_move(board, player)
            if not player:
                break
            board = play(board, player, draw.choice(moves(board, player)))
            player = other(player)
        player = player and to_move(board, player)
        if player:
            return board, player


def random_board(draw: random.Random) -> list[int]:
    """Return a random board."""
    board, empty = start(), draw.random()
    for square in SQUARES:
        board[square] = EMPTY if draw.random() < empty else draw.choice((WHITE, BLACK))
    return board


def last_squares(square: int, empty: int, draw: random.Random, *, rich: bool) -> list[int]:
    """Return a board with few empty squares, one of which black can take."""
    board = start()
    for place in SQUARES:
        board[place] = WHITE if rich else draw.choice((WHITE, BLACK))
    near = {square + step for step in STEPS}
    for step in STEPS:
        end = square + step
        while board[end] != BORDER:
            end += step
        if end - step not in near | {square}:
            board[end - step] = BLACK
            board[square + step] = WHITE
    board[square] = EMPTY
    free = [place for place in SQUARES if place != square and place not in near]
    for place in draw.sample(free, empty - 1):
        board[place] = EMPTY
    return board
