"""Converts text to strokes, in a vector font like those of games.

A letter is 8 units wide and 12 high, the next one begins PITCH to its right.  Small letters are
drawn as capitals; a character that the font lacks is drawn as a box.
"""

import unicodedata
from functools import cache
from itertools import pairwise

WIDE, HIGH, PITCH, ROW = 8, 12, 11, 19      # units; ROW from one line to the next
# 202c 606c 0484 0888
FONT = """
! 4042 474c
" 2c29 6c69
# 202c 606c 0484 0888
$ 008086060c8c 404c
% 008c 0c1c1b0b0c 7080817170
& 80083c6905025084
' 4c49
( 60424a6c
) 20424a2c
* 4b41 0983 0389
+ 4a42 0686
, 4320
- 1676
. 4041
/ 008c
0 000c8c8000 2468
1 194c40
2 0c8c86060080
3 00808c0c 2686
4 606c0484
5 8c0c07878000
6 8c0c00808606
7 0c8c40
8 000c8c8000 0686
9 00808c0c0686
: 4344 4849
; 4320 4849
< 7b1671
= 1878 1474
> 1b7611
? 0c8c874645 4241
@ 80000c8c83434888
A 004c80 7414
B 000c7a068400
C 80000c8c
D 000c4c88844000
E 80000c8c 6606
F 000c8c 6606
G 8c0c00808656
H 000c 8c80 8606
I 404c
J 0400808c
K 000c 8c0680
L 0c0080
M 000c468c80
N 000c808c
O 000c8c8000
P 000c8c8606
Q 000c8c8000 4480
R 000c8c8606 2680
S 008086060c8c
T 404c 0c8c
U 0c00808c
V 0c408c
W 0c2048608c
X 008c 0c80
Y 40480c 8c48
Z 0c8c0080
[ 60303c6c
\\ 0c80
] 20505c2c
^ 1a4c7a
_ 0080
` 3c59
{ 60404526474c6c
| 4045 474c
} 20404566474c2c
~ 05275487
"""
BOX = "000c8c8000"


@cache
def _strokes() -> dict[str, list[list[tuple[int, int]]]]:
    """For each letter return its lines; a line is a list of points."""
    found: dict[str, list[list[tuple[int, int]]]] = {" ": []}
    for row in FONT.strip().splitlines():
        letter, *lines = row.split()
        found[letter] = [_points(line) for line in lines]
    return found


def _points(line: str) -> list[tuple[int, int]]:
    return [(int(line[i], 16), int(line[i + 1], 16)) for i in range(0, len(line), 2)]


def plain(text: str) -> str:
    """Return a text in letters of the font, with \\0 for each character that the font lacks."""
    folded = unicodedata.normalize("NFKD", text.replace("\u2013", "-").replace("\u2026", "..."))
    letters = (letter for letter in folded.upper() if not unicodedata.combining(letter))
    return "".join(letter if letter in _strokes() else "\0" for letter in letters)


def width(text: str) -> int:
    """Return the units from the left edge of the first letter to the right edge of the last one."""
    return max(0, len(plain(text)) * PITCH - PITCH + WIDE)


def strokes(text: str, x: float = 0.0, y: float = 0.0) -> list[tuple[float, float, float, float]]:
    """Return a text's strokes, x0 y0 x1 y1 in units; the first letter begins at x, y."""
    found = []
    for number, letter in enumerate(plain(text)):
        left = x + number * PITCH
        for line in _strokes().get(letter) or ([_points(BOX)] if letter == "\0" else []):
            found += [(left + a[0], y + a[1], left + b[0], y + b[1]) for a, b in pairwise(line)]
    return found
