"""The machine: a Vectrex with a cartridge in it, run from Python.

>>> from vecx import Machine
>>> m = Machine("connect4", preset="ideal")
>>> frames = m.run_frames(200)
>>> frames[-1].budget.vectors > 0
True

What it does is in four files of console/, which can be read alone: running.py, entering.py,
looking.py (calling.py stands on these) and keeping.py; core.py is the ground of all.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from .console.calling import Calling
from .console.cartridge_slot import Range
from .console.keeping import Keeping
from .console.roms import Ready
from .errors import check_type
from .strict.checker import Strict
from .strict.finding import Finding


class Machine(Calling, Keeping):
    """A Vectrex with a cartridge in it, at power-on.

    Args:
        cart     a bundled name, a path to an image or an .asm source, bytes, what is `Ready`, or
                 None
        bios     an executive ROM (path or bytes); None for our own
        preset   ideal, hardware, worn, or the path of a .toml file
        seed     draws what differs from machine to machine: DAC errors, noise, RAM at power-on
        ram      contents at power-on: zero, ff or random; None: zero for ideal, else random
        symbols  a symbol file for an image that has none of its own
        strict   note what hardware would not forgive, in `findings`; a text selects which, see
                 docs/strict.md
        cart_ram first and last address of RAM in the cartridge
        device   what is plugged into port 2 from power-on: imager, the 3D imager, or none
        include_dirs  folders where INCLUDE of an .asm source looks, as -I on the command line
    Errors: VecxError for anything given that cannot be used

    >>> from vecx import Machine
    >>> m = Machine("connect4", preset="hardware", seed=1)
    >>> m.run_frames(300)[-1].budget.vectors > 50
    True
    >>> Machine("connect4", preset="new")
    Traceback (most recent call last):
    ...
    vecx.errors.VecxError: no preset 'new': give ideal, hardware, worn or a .toml file
    """

    # Called with every machine that is made from then on, at power-on: for who follows them all.
    made: ClassVar[list[Callable[["Machine"], object]]] = []

    def __init__(self, cart: str | Path | bytes | Ready | None = None,
                 bios: str | Path | bytes | None = None, preset: str = "hardware", seed: int = 0, *,
                 ram: str | None = None, symbols: str | Path | None = None,
                 strict: bool | str = False, cart_ram: Range | None = None,
                 device: str | None = None, include_dirs: Sequence[str | Path] = ()) -> None:
        super().__init__(cart, bios, preset, seed, ram=ram, symbols=symbols, cart_ram=cart_ram,
                         device=device, include_dirs=include_dirs)
        check_type("strict", strict, (bool, str), "True, or names of rules")
        self.strict: Strict | None = None
        if strict is not False:
            self.strict = Strict(self, "" if strict is True else strict)
            self.attach(self.strict)
        for call in self.made:
            call(self)

    @property
    def findings(self) -> list[Finding]:
        """What the strict machine has found so far; of another machine nothing.

        >>> m = Machine("connect4", preset="ideal", strict=True)
        >>> _ = m.run_frames(100)
        >>> m.findings
        []
        """
        return self.strict.findings if self.strict else []
