"""The unfinished program: the statements and names that have been read so far.

Directives receive a draft.  They can add statements, define names and evaluate expressions.
The reader handles files, macros and conditions.
"""

from __future__ import annotations

from collections.abc import Mapping

from asm.assembler.items import Label, NumericLabel
from asm.assembler.layout import Layout
from asm.assembler.pass_state import Run
from asm.assembler.undefined import Missing
from asm.syntax import lexer, symbols
from asm.syntax.diagnostics import Fault, Place
from asm.syntax.expr import Expr, UndefinedError, local_name, numeric_name
from asm.syntax.macros import Macro
from asm.syntax.symbols import Symbol

_POSITIONAL = (symbols.LABEL, symbols.EQU, symbols.SET)     # may get a new value further down


class Draft:
    """The statements and names that have been read so far.

    run            the state of the pass at this statement
    layout         the statements; `append` adds one
    missing        symbols that nothing has defined
    macros         by lower-case name; entries of last_macros take precedence
    """

    def __init__(self, run: Run, defines: Mapping[str, int], known: Mapping[str, int],
                 last_macros: Mapping[str, Macro]) -> None:
        """Args: defines      symbols of the command line
              known        values of symbols from the previous reading of the source
              last_macros  macros from the previous reading; calls above a macro's definition
                           use them too
        """
        self.run = run
        self.missing = Missing(run)
        self.layout = Layout(run, self.missing)
        self.append = self.layout.append
        self.macros: dict[str, Macro] = {}
        self.last_macros = last_macros
        self._known = known
        for name, value in run.dialect.predefined:
            run.symbols[name] = Symbol(name, symbols.PREDEFINED, Place("", 1, ""), 0, value)
        start = Place("<command line>", 1, "")
        for name, value in defines.items():
            run.symbols[name] = Symbol(name, symbols.DEFINE, start, 0, value)

    def knows(self, name: str) -> bool:
        return self.full_name(name) in self.run.symbols or name.lower() in self.macros

    def full_name(self, name: str) -> str:
        """Return the full name of a symbol, given its name in the source."""
        if lexer.is_local(name, self.run.dialect):
            return local_name(self.run.scope, name)
        return name

    def define(self, name: str, kind: str, place: Place, start: int = 0) -> Symbol | None:
        """Enter a symbol.

        Returns: the symbol; None if it exists already and the dialect only warns
        Errors:  Fault E005 if the text cannot be a name or is too long, E022
        """
        if not lexer.LABEL.match(name) or name.isdecimal():
            raise Fault("E005", f"`{name}` cannot be a symbol", start, start + len(name),
                        hints=["a symbol must begin with a letter or _; letters, digits, _ . $ "
                               "can follow"])
        run = self.run
        full = local_name(run.scope, name) if lexer.is_local(name, run.dialect) else name
        if len(full) > symbols.NAME_MAX:
            raise Fault("E005", f"the name has {len(full)} characters; the maximum is "
                        f"{symbols.NAME_MAX}, including the name of its scope", start,
                        start + len(name))
        try:
            symbol = symbols.define(run.symbols, full, kind, place, start, start + len(name))
        except Fault as fault:
            if not run.dialect.duplicates:
                raise
            run.report.warn(place, "duplicate-label", fault.text, fault.start, fault.end,
                            notes=fault.notes)
            symbol = run.symbols[full]
            if symbol.kind not in _POSITIONAL or kind not in _POSITIONAL:
                return None
            symbol.definitions += 1
        if symbol.definitions == 2:
            run.repeated[full] = symbol
        return symbol

    def label(self, name: str, place: Place) -> None:
        """Define a label at the location counter."""
        start = place.text.find(name)
        symbols_known = self.run.symbols
        if name.isidentifier() and name.isascii() and name not in symbols_known \
                and len(name) <= symbols.NAME_MAX \
                and not self.run.dialect.scope_by_blank_line:   # as below
            symbol = symbols_known[name] = Symbol(name, symbols.LABEL, place, start)
            self.append(Label(place, symbol, name))
            if self._known:
                self.recall(symbol)
            return
        if name.isdecimal() or name == lexer.BANG:
            run = self.run
            full = numeric_name(name, run.numeric.get(name, 0) + 1)
            number = symbols.define(run.symbols, full, symbols.LABEL, place, start, start)
            self.append(NumericLabel(place, number, name))
            return
        local = lexer.is_local(name, self.run.dialect)
        defined: Symbol | None = None
        try:
            defined = self.define(name, symbols.LABEL, place, start)
        except Fault as fault:
            self.run.report.error(place, fault)
        if defined is not None:
            own = not local and not self.run.dialect.scope_by_blank_line
            self.append(Label(place, defined, name if own else ""))
            self.recall(defined)
        elif not local and not self.run.dialect.scope_by_blank_line:
            self.run.scope = name

    def recall(self, symbol: Symbol) -> None:
        """Set a symbol to the value from the previous reading of the source, if there was a
        value."""
        if symbol.name in self._known:
            symbol.value = self._known[symbol.name]

    def constant(self, expr: Expr) -> int:
        """Evaluate an expression that must be known while reading.  Errors: Fault E020"""
        run = self.run
        run.here = run.pc
        try:
            return expr.value(run)
        except UndefinedError as undefined:
            raise Fault("E020", f"`{undefined.name}` must be defined above this line",
                        undefined.start, undefined.end) from None
