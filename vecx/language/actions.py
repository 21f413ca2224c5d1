"""Corrections that an editor offers for the hints of a diagnostic.

A hint in the words of HINTS can be applied by itself.  Other hints need a decision of the author.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .problems import Problem

_BETTER = re.compile(r"did you mean (.+?)\?$")
_WRITE = re.compile(r"write `([^`]+)`(?: for the number itself|$)")
_BRANCH = re.compile(r"(?:use|the shorter) (L?B[A-Z]{2,3})\b")
_LINE_ABOVE = re.compile(r"write `((?:setdp|include|org) [^`]+)`")
_CAPITALS = "write text in capital letters"
_COMMENT = "a comment begins with `;`"


class Fix(NamedTuple):
    """A correction: its title, the columns of the line to replace, and the new text.

    start, end  columns from 0; both -1: the text is a line of its own above
    """

    title: str
    start: int
    end: int
    text: str


def fixes(found: Problem, line: str) -> list[Fix]:
    """Return the corrections of a diagnostic, given the text of its line."""
    made: list[Fix] = []
    for hint in (*found.hints, found.text):
        if match := _BETTER.search(hint):
            made += [Fix(f"Replace by {word}", found.start, found.end, word.strip("`\""))
                     for word in re.split(r",? or |, ", match[1])]
        elif match := _WRITE.search(hint):
            made.append(Fix(f"Replace by {match[1]}", found.start, found.end, match[1]))
        elif match := _BRANCH.search(hint):
            operation = re.match(r"[^ \t;]*[ \t]+([^ \t;]+)", line)
            if operation:
                new = match[1].lower() if operation[1].islower() else match[1]
                made.append(Fix(f"Replace by {new}", operation.start(1), operation.end(1), new))
        elif match := _LINE_ABOVE.search(hint):
            made.append(Fix(f"Insert {match[1]}", -1, -1, f"                {match[1]}"))
        elif hint == _CAPITALS:
            made.append(Fix("Use capital letters", found.start, found.end,
                            line[found.start:found.end].upper()))
        elif hint == _COMMENT:
            at = line.find("//")
            made.append(Fix("Begin the comment with ;", at, at + 2, ";"))
    return made
