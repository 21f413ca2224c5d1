"""Machine code that is kept for the next start: numba's cache, in a folder of our own.

numba finds the folder of its cache in settings of the whole process, which belong to the program
around us.  So each of our functions gets a cache that knows its folder; other functions and the
settings stay as they are.  What is damaged is removed and compiled again.
"""

import contextlib
import hashlib
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import caching
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from . import lean


class _Place(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """Where the machine code of a function is."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._py_file = function.__code__.co_filename
        self._lineno = function.__code__.co_firstlineno
        self._path = str(folder / self.get_suitable_cache_subpath(self._py_file))

    def get_cache_path(self) -> str:
        """Return the folder."""
        return self._path


class _Contents(caching.CompileResultCacheImpl):
    """What is written of a compiled function: a check sum, and what numba writes."""

    def __init__(self, function: Any, folder: Path) -> None:
        # numba's own looks for a place by its settings.
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Place(function, folder)
        source = Path(function.__code__.co_filename).stem
        self._filename_base = self.get_filename_base(f"{source}.{function.__qualname__}",
                                                     getattr(sys, "abiflags", ""))

    def reduce(self, data: Any) -> tuple[bytes, bytes]:
        """Return what is written."""
        code = dumps(super().reduce(data))
        return hashlib.sha256(code).digest(), code

    def rebuild(self, target_context: Any, payload: tuple[bytes, bytes]) -> Any:
        """Return the compiled function.  ValueError where it is not what was written."""
        digest, code = payload
        if hashlib.sha256(code).digest() != digest:
            raise ValueError("its check sum is wrong")
        return super().rebuild(target_context, pickle.loads(code))


class KeptCode(caching.FunctionCache):
    """The machine code of one function between runs."""

    def __init__(self, function: Any, folder: Path, say: Callable[[str], None]) -> None:
        """Args: folder  where that of all functions is;  say  tells the user a line."""
        self._impl_class: Any = lambda function: _Contents(function, folder)
        self._say = say
        super().__init__(function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function, None where none is kept; remove what is damaged."""
        if lean.is_wanted():
            # numba's own declares all of its functions here, which only compiling asks for: 0.18 s
            # of each later start.
            rtsys.initialize(target_context)
        else:
            target_context.refresh()
        try:
            return self._load_overload(sig, target_context)
        except Exception as fault:
            self._remove()
            self._say(f"the machine code of {self._py_func.__qualname__} was damaged "
                      f"({lean.in_words(fault)}); compiling it again")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled function, if it can be."""
        try:
            super().save_overload(sig, data)
        except (OSError, pickle.UnpicklingError) as fault:
            self._say(f"the machine code of {self._py_func.__qualname__} is not kept "
                      f"({lean.in_words(fault)})")

    def _remove(self) -> None:
        """Remove the index of the function's forms, and these."""
        beginning = f"{self._impl.filename_base}."
        with contextlib.suppress(OSError):
            for path in Path(self._cache_path).iterdir():
                if path.name.startswith(beginning):
                    path.unlink(missing_ok=True)
