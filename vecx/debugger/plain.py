"""The debugger in plain lines: a command a line, answers as text; a terminal or a pipe drives it.

plain_base.py reads the lines, plain_looking.py has the commands that change nothing; here are those
that go, stop and change.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TextIO

from ..compiling.interrupt import interrupts_go_to
from ..errors import UsageError, VecxError
from . import breakpoints as points
from . import expressions, shown
from .plain_base import SHORT
from .plain_looking import Looking
from .session import Session, Stop

REGISTERS = ("a", "b", "d", "x", "y", "u", "s", "pc", "dp", "cc")
OPTIONS = re.compile(r"\s(if|after|once|log)\b")


class Plain(Looking):
    """A session that is told what to do in lines.

    Args: output      where answers go
          begin_anew  makes the session that `restart` goes on with
          changed     names the sources that are not what they were when they were assembled
    """

    def __init__(self, session: Session, output: TextIO, *,
                 begin_anew: Callable[[], Session] | None = None,
                 changed: Callable[[Session], list[str]] = lambda session: []) -> None:
        super().__init__(session, output)
        self._begin_anew, self._changed = begin_anew, changed
        self._told_changed: list[str] = []

    # --- going -----------------------------------------------------------------------------------

    def do_step(self, rest: str) -> None:
        """step [N]: run an instruction, or N."""
        self._go(self.session.step, rest)

    def do_over(self, rest: str) -> None:
        """over [N]: run an instruction, what it calls as a whole."""
        self._go(self.session.over, rest)

    def do_out(self, rest: str) -> None:
        """out: run until the routine has returned."""
        self._go(self.session.out, rest)

    def do_line(self, rest: str) -> None:
        """line [N]: run to the next line of source, what it calls as a whole."""
        self._go(lambda: self.session.step_line(into=False), rest)

    def do_back(self, rest: str) -> None:
        """back [N]: go back to before the last instruction."""
        self._go(self.session.back, rest)

    def do_backover(self, rest: str) -> None:
        """backover [N]: go back, through a routine that has returned as a whole."""
        self._go(self.session.back_over, rest)

    def do_continue(self, rest: str) -> None:
        """continue: run until a breakpoint, or Ctrl-C."""
        self._go(self.session.run, rest)

    def do_continueback(self, rest: str) -> None:
        """continueback: go back to where a breakpoint last stopped the program, or would have."""
        self._go(self.session.run_back, rest)

    def do_until(self, rest: str) -> None:
        """until WHERE: run to a symbol, $ADDRESS, FILE:LINE, or `frame N`, `cycle N` (or back)."""
        kind, _, number = self._needed(rest, "a place").partition(" ")
        if kind in ("frame", "cycle"):
            count = self._number(number)
            run = self.session.run_to_frame if kind == "frame" else self.session.run_to_cycle
            self._go(lambda: run(count), "")
        else:
            self._go(lambda: self.session.run_to(rest), "")

    def do_lastwrite(self, rest: str) -> None:
        """lastwrite WHERE [COUNT]: go back to before the last write of a byte."""
        where, _, count = self._needed(rest, "a place").partition(" ")
        self._go(lambda: self.session.back_to_write(where, self._number(count or "1")), "")

    def _go(self, move: Callable[[], Stop], rest: str) -> None:
        count = max(1, self._number(rest or "1"))
        with self._interruptible():
            for _ in range(count):
                stop = move()
                if stop.point or stop.why in ("pause", "halted", "begin"):
                    break
        self.say(*shown.stop_lines(self.session, stop))
        at = self.session.here()
        line = self.sources.line(at.file, at.line) if at.file else ""
        if line:
            self.say(f"{at.line:6}  {line.expandtabs()}")
        for text, value in self._displays:
            self.say(f"  {text} = {value()}")
        self._tell_changed()

    def _tell_changed(self) -> None:
        changed = self._changed(self.session)
        if changed and changed != self._told_changed:
            self.say(f"{', '.join(changed)}: changed since the program was assembled; `restart` "
                     "begins with the new one, until then lines are those of the old one")
        self._told_changed = changed

    def _interruptible(self) -> AbstractContextManager[None]:
        """Let Ctrl-C pause the program, not end the debugger."""
        def pause(*_: Any) -> None:
            self.session.paused = True

        return interrupts_go_to(pause)

    # --- stopping --------------------------------------------------------------------------------

    def do_break(self, rest: str) -> None:
        """break WHERE [if EXPR] [after N] [once] [log TEXT]: stop there.  WHERE is a symbol,
        $ADDRESS, FILE:LINE or :LINE; `break if EXPR` stops wherever it holds; `break on
        EVENT` stops at overrun, strict, interrupt, new, vectors N, rect X0,Y0,X1,Y1."""
        where, more = self._options(self._needed(rest, "a place"))
        if not where and more.get("condition"):
            self._added(self.session.add_if(**more))
        elif where.startswith("on "):
            self._added(self.session.add_event(where[3:].strip(), **more))
        else:
            self._added(self.session.add_break(self._needed(where, "a place"), **more))

    def do_watch(self, rest: str) -> None:
        """watch [read|write|access|change] WHERE [COUNT] [if EXPR] ...: stop where bytes are
        accessed; without a word where they change.  A register of the VIA has its name: ORB."""
        where, more = self._options(self._needed(rest, "a place"))
        words = where.split()
        kind = words.pop(0) if words and words[0] in points.MARKS else points.CHANGE
        count = self._number(words.pop()) if len(words) > 1 else 1
        self._added(self.session.add_break(self._needed(" ".join(words), "a place"), kind,
                                           max(1, count), **more))

    def _options(self, text: str) -> tuple[str, dict[str, Any]]:
        """Cut a breakpoint's options off; return what stands before them, and them."""
        text, more = f" {text}", dict[str, Any]()
        head, log, message = text.partition(" log ")        # its text is all that follows
        if log:
            more["message"] = message.strip()
        where, *rest = OPTIONS.split(head)
        for word, value in zip(rest[::2], map(str.strip, rest[1::2]), strict=True):
            if word == "once":
                more["once"] = True
            elif word == "after":
                more["after"] = self._number(value)
            elif word == "if":
                more["condition"] = self._needed(value, "an expression behind `if`")
        return where.strip(), more

    def _added(self, point: points.Breakpoint) -> None:
        at = f" at ${point.first:04X}" if point.kind in points.MARKS else ""
        self.say(f"breakpoint {point}{at}")

    def do_breakpoints(self, _: str) -> None:
        """breakpoints: list them."""
        self.say(*(map(str, self.session.breakpoints) if self.session.breakpoints
                   else ["no breakpoints"]))

    def do_delete(self, rest: str) -> None:
        """delete N: remove breakpoint N."""
        self.session.remove(self._number(self._needed(rest, "the number of a breakpoint")))

    # --- changing --------------------------------------------------------------------------------

    def do_set(self, rest: str) -> None:
        """set REGISTER = EXPR, set WHERE = EXPR[, EXPR ...]: change a register, or bytes; in the
        past this begins a new future."""
        name, sign, text = (part.strip() for part in rest.partition("="))
        if not sign or not name or not text:
            raise UsageError("give a register or a place, =, and a value, as set a = $7F")
        values = [self.session.evaluate(part) for part in text.split(",")]
        if name.lower() in REGISTERS:
            anew = self.session.set_register(name.lower(), values[0])
        elif any(not 0 <= value <= 255 for value in values):
            raise UsageError("a byte can be 0 to 255; give a word as two bytes")
        else:
            anew = self.session.set_memory(points.place_of(name, self.session.machine),
                                           bytes(values))
        self._say_anew(anew)

    def do_press(self, rest: str) -> None:
        """press BUTTON [PLAYER]: hold a button down; in the past this begins a new future."""
        self._enter(rest, self.session.machine.press)

    def do_release(self, rest: str) -> None:
        """release BUTTON [PLAYER]: let go of a button."""
        self._enter(rest, self.session.machine.release)

    def _enter(self, rest: str, work: Callable[[int, int], None]) -> None:
        button, _, player = self._needed(rest, "a button, 1 to 4").partition(" ")
        numbers = self._number(button), self._number(player or "1")
        if not 1 <= numbers[0] <= 4 or numbers[1] not in (1, 2):
            raise UsageError("there are buttons 1 to 4 and players 1 and 2")
        anew = self.session.timeline.begin_anew()
        work(*numbers)
        self._say_anew(anew)

    def _say_anew(self, anew: bool) -> None:
        self.say("changed; a new future begins here, the old one is forgotten" if anew
                 else "changed")

    def do_restart(self, _: str) -> None:
        """restart: assemble the program anew and begin at power-on, with the same breakpoints."""
        if self._begin_anew is None:
            raise VecxError("this program cannot be begun anew from here")
        old, self.session = self.session, self._begin_anew()
        self.session.say = self.say
        self.sources.forget()
        self._told_changed, self._displays = [], []
        self.say(*self.session.take_breakpoints(old), *shown.where_lines(self.session))

    def do_help(self, rest: str) -> None:
        """help [COMMAND]: what there is; `help words` the words of expressions."""
        if rest == "words":
            self.say(*(expressions.__doc__ or "").strip().splitlines())
            return
        short = {name: letter for letter, name in reversed(SHORT.items())}
        names = [SHORT.get(rest, rest)] if rest else \
            [name.removeprefix("do_") for part in (Plain, Looking) for name in vars(part)
             if name.startswith("do_")]
        for name in names:
            words = " ".join((self._command(name).__doc__ or "").split())
            self.say(words + (f"  ({short[name]})" if name in short else ""))

    def do_quit(self, _: str) -> None:
        """quit: end."""
        self.ended = True
