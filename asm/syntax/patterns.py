"""Regular expressions that are compiled when they are first used: most sources need few of them."""

from __future__ import annotations

import re
from typing import Any, cast


class _Pattern:
    """Stands for a compiled expression; what was asked for once is an attribute of its own."""

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        method = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, method)
        return method


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what is used as the compiled expression, without compiling it yet."""
    return cast("re.Pattern[str]", _Pattern(text, flags))
