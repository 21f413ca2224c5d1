"""The unfinished program: the statements and names that have been read so far.

Directives receive a draft.  They can add statements, define names and evaluate expressions.
The reader handles files, macros and conditions.
"""

from __future__ import annotations

from collections.abc import Mapping

from asm.assembler.items import Assign, NumericLabel, label_of
from asm.assembler.layout import Layout
from asm.assembler.pass_state import NO_STATEMENT, Run
from asm.assembler.undefined import Missing
from asm.syntax import lexer, symbols
from asm.syntax.diagnostics import Fault, Note, Place
from asm.syntax.expr import Expr, UndefinedError, local_name, numeric_name
from asm.syntax.macros import Macro
from asm.syntax.symbols import Symbol

_POSITIONAL = (symbols.LABEL, symbols.EQU, symbols.SET)     # may get a new value further down


class Draft:
    """The statements and names that have been read so far.

    run            the state of the pass at this statement
    layout         the statements; `append` adds one
    missing        symbols that nothing has defined
    structs        by name: the fields of a structure, each with its offset
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
        self.structs: dict[str, dict[str, int]] = {}
        self.last_macros = last_macros
        self._known = known
        for name, value in run.dialect.predefined:
            run.symbols[name] = Symbol(name, symbols.PREDEFINED, Place("", 1, ""), 0, value)
        start = Place("<command line>", 1, "")
        for name, value in defines.items():
            run.symbols[name] = Symbol(name, symbols.DEFINE, start, 0, value)

    def knows(self, name: str) -> bool:
        """Return whether a symbol or macro has this name; in asxxxx, only whether a symbol has."""
        return self.full_name(name) in self.run.symbols or (
            not self.run.dialect.colon_labels and name.lower() in self.macros)

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
        usual = name.isidentifier() and name.isascii()
        if not usual and (not lexer.can_be_symbol(name, self.run.dialect)
                          or name.isdecimal()):
            raise Fault("E005", f"`{name}` cannot be a symbol", start, start + len(name),
                        hints=["a symbol must begin with a letter or _; letters, digits, _ . $ "
                               "can follow"])
        full = name if usual else self.full_name(name)
        if len(full) > symbols.NAME_MAX:
            raise Fault("E005", f"the name has {len(full)} characters; the maximum is "
                        f"{symbols.NAME_MAX}, including the name of its scope", start,
                        start + len(name))
        known = self.run.symbols
        old = known.get(full)
        if old is None or old.kind == symbols.PREDEFINED:
            symbol = known[full] = Symbol(full, kind, place, start)
            return symbol
        return self._define_again(old, kind, place, start, start + len(name))

    def _define_again(self, old: Symbol, kind: str, place: Place, start: int,
                      end: int) -> Symbol | None:
        """Define a symbol that exists, as `define`."""
        run = self.run
        if old.kind != symbols.SET or kind != symbols.SET:
            on_command_line = old.kind == symbols.DEFINE
            where = "defined on the command line" if on_command_line else "first defined here"
            text = f"`{old.name}` is defined twice"
            note = Note(f"`{old.name}` is {where}", None if on_command_line else old.place,
                        old.start, old.start + len(old.name))
            if not run.dialect.duplicates:
                raise Fault("E022", text, start, end, notes=[note])
            run.report.warn(place, "duplicate-label", text, start, end, notes=[note])
            if old.kind not in _POSITIONAL or kind not in _POSITIONAL:
                return None
        old.definitions += 1
        run.repeated.setdefault(old.name, old)
        return old

    def label(self, name: str, place: Place) -> None:
        """Define a label at the location counter."""
        run, start = self.run, place.text.find(name)
        if name.isdecimal() or name == lexer.BANG:
            full = numeric_name(name, run.numeric.get(name, 0) + 1)
            run.symbols[full] = Symbol(full, symbols.LABEL, place, start)
            self.append(NumericLabel(full, name), place)
            return
        own = name if name.isidentifier() or not lexer.is_local(name, run.dialect) else ""
        if run.dialect.scope_by_blank_line:
            own = ""
        try:
            symbol = self.define(name, symbols.LABEL, place, start)
        except Fault as fault:
            run.report.error(place, fault)
            symbol = None
        if symbol is None:
            run.scope = own or run.scope
            return
        symbol.constant = False
        symbol.area = run.segment
        self.append(label_of(symbol.name, own, symbol.definitions == 1), place)
        if self._known:
            self.recall(symbol)

    def assign(self, name: str, kind: str, expr: Expr, needs: tuple[str, ...] | None,
               place: Place) -> None:
        """Define the symbol of EQU, SET or `=`.

        Args:   needs  the global symbols that the expression needs, as in Assign
        Errors: as `define`
        """
        symbol = self.define(name, kind, place)
        if symbol is None:
            return
        self.append(Assign(symbol.name, expr, needs, symbol.definitions == 1), place)
        if kind == symbols.EQU:
            self.recall(symbol)

    def recall(self, symbol: Symbol) -> None:
        """Set a symbol to the value from the previous reading of the source, if there was a
        value."""
        if symbol.name in self._known:
            symbol.value = self._known[symbol.name]

    def constant(self, expr: Expr) -> int:
        """Evaluate an expression that must be known while reading.  Errors: Fault E020"""
        run = self.run
        run.index = NO_STATEMENT
        try:
            return expr.value(run)
        except UndefinedError as undefined:
            raise Fault("E020", f"`{undefined.name}` must be defined above this line",
                        undefined.start, undefined.end) from None
