"""The debugger as lines of text: commands in, answers out, for a terminal or a pipe.

A command is a method called do_NAME; its docstring is the text of `help`.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TextIO

from ... import files
from ...compiling.interrupt import interrupts_go_to
from ...console.frame import Frame
from ...console.variables import Variable
from ...errors import UsageError, VecxError, printable
from ...files import Sources
from .. import breakpoints, expressions, strokes
from .. import locals as local_variables
from ..breakpoints import MARKS, Breakpoint, Kind
from ..expressions import banked_place_of
from ..probe import present
from ..session import Session
from ..stops import Stop
from . import values, views, wording
from .prompt import Prompt, serve_typed

SHORT = {"s": "step", "o": "over", "n": "over", "f": "out", "b": "back", "bo": "backover",
         "c": "continue", "cb": "continueback", "l": "list", "p": "print", "bt": "stack",
         "r": "registers", "m": "memory", "d": "disassemble", "q": "quit", "h": "help",
         # gdb's names
         "where": "stack", "backtrace": "stack", "next": "line", "stepi": "step", "nexti": "over",
         "finish": "out", "i": "info", "exit": "quit"}
EXAMINE = re.compile(r"x(?:/(\d{0,6})([a-z]*))?\s+(\S.*)")      # of gdb: x/16xb $C880
UNIT_BYTES = {"h": 2, "w": 4, "g": 8}
INFO = ("registers", "breakpoints", "stack")
REPEATED = ("step", "over", "out", "back", "backover", "line", "continue", "continueback")
INSTRUCTIONS, LINES_MAX = 12, 200
REGISTERS = ("a", "b", "d", "x", "y", "u", "s", "pc", "dp", "cc")
PART_OF_C = re.compile(r"->|\w\[|^\*")
OPTIONS = re.compile(r"\s(if|after|once|log)\b")


class Lines:
    """Drives a session by lines of text.

    Args: output   for the answers
          restart  makes the session that `restart` continues with
          changed  names the sources that have changed since the assembly
          frames   limit of frames for `continue`, None for no limit
          logs     whether to print log points and warnings
    """

    def __init__(self, session: Session, output: TextIO, *,
                 restart: Callable[[], Session] | None = None,
                 changed: Callable[[Session], list[str]] = lambda session: [],
                 frames: int | None = None, logs: bool = True) -> None:
        self.session, self.output = session, output
        self._restart, self._changed, self._frames = restart, changed, frames
        self._reported_changes: list[str] = []
        self._logs = logs
        self.sources = Sources()
        self._displays: list[tuple[str, Callable[[], str]]] = []
        self._last = ""
        self.ended = False
        self._subscriptions = self._subscribed()

    def _subscribed(self) -> list[Callable[[], None]]:
        return [self.session.on_stop.subscribe(self._show_stop),
                *([self.session.on_message.subscribe(self.say)] if self._logs else [])]

    def close(self) -> None:
        for leave in self._subscriptions:
            leave()
        self._subscriptions = []

    def say(self, *lines: str) -> None:
        for line in lines:
            self.output.write(f"{printable(line)}\n")

    def run(self, lines: TextIO) -> int:
        """Execute commands until `quit` or the end of input; return 1 if one failed."""
        failed = False
        self.say(*views.where_lines(self.session))
        while not self.ended and (line := lines.readline()):
            failed |= not self.serve(line)
        return int(failed)

    def run_in_terminal(self, history: Path) -> None:
        """Execute commands typed at a prompt; Ctrl-C does not end the session.

        Args: history  file of the lines of previous sessions
        """
        self.say(*views.where_lines(self.session))
        serve_typed(self, Prompt(self.words, history))

    def words(self, before: str) -> list[str]:
        """Return the words that can complete the beginning of a line, sorted."""
        if not before.strip():
            return sorted({*(name.removeprefix("do_") for name in vars(Lines)
                             if name.startswith("do_")), *SHORT})
        if before.split()[0] in ("help", "h"):
            return ["words", *self.words("")]
        machine = self.session.machine
        names = {*machine.symbols, *machine.bios_debug.values, *REGISTERS}
        return sorted(name for name in names if "." not in name)

    def serve(self, line: str, *, pausing: bool = False) -> bool:
        """Execute the command in a line; `#` begins a comment.  On failure, print the error and
        return False.

        Args: pausing  obey a pause that was requested before

        Ctrl-C pauses the program, if it runs; it is not raised as an exception, which Python would
        lose in the callback of a weak reference.
        """
        if not pausing:
            self.session.carry_on()
        if line.lstrip().startswith("#"):
            return True
        examine = EXAMINE.fullmatch(line.strip())
        text = _examine(examine) if examine else line.strip() or self._last
        name, _, rest = text.partition(" ")
        name = SHORT.get(name, name)
        self._last = text if name in REPEATED else ""
        try:
            if text:
                with self._interruptible():
                    self._command(name)(rest.strip())
        except VecxError as fault:
            self.say(f"error: {fault}")
            return False
        finally:
            self.output.flush()
        return True

    # --- commands that run the program -----------------------------------------------------------

    def do_step(self, rest: str) -> None:
        """step [N]: run N instructions, by default one."""
        self._go(self.session.step, rest)

    def do_over(self, rest: str) -> None:
        """over [N]: run an instruction, including all that it calls."""
        self._go(self.session.over, rest)

    def do_out(self, rest: str) -> None:
        """out: run until the current routine has returned."""
        self._go(self.session.out, rest)

    def do_line(self, rest: str) -> None:
        """line [N]: run to the next source line, including all that it calls."""
        self._go(lambda count: self.session.step_line(count, into=False), rest)

    def do_back(self, rest: str) -> None:
        """back [N]: go back by N instructions, by default one."""
        self._go(self.session.back, rest)

    def do_backover(self, rest: str) -> None:
        """backover [N]: go back by one instruction, over a routine that has returned."""
        self._go(self.session.back_over, rest)

    def do_continue(self, rest: str) -> None:
        """continue: run until a breakpoint, or Ctrl-C."""
        self._go(lambda count: self.session.run(count=count, frames=self._frames), rest)

    def do_continueback(self, rest: str) -> None:
        """continueback: go back to the last place where a breakpoint stopped the program, or would
        have stopped it."""
        self._go(self.session.run_back, rest)

    def do_until(self, rest: str) -> None:
        """until WHERE: run to a symbol, $ADDRESS or FILE:LINE; `until frame N` and `until cycle N`
        also go back."""
        kind, _, number = self._needed(rest, "a place").partition(" ")
        if kind in ("frame", "cycle"):
            count = self._number(number)
            run = self.session.run_to_frame if kind == "frame" else self.session.run_to_cycle
            self._go(lambda _: run(count), "")
        else:
            self._go(lambda _: self.session.run_to(rest), "")

    def do_lastwrite(self, rest: str) -> None:
        """lastwrite WHERE [COUNT]: go back to before the last write to a byte, or to any of COUNT
        bytes."""
        where, _, count = self._needed(rest, "a place").partition(" ")
        size = self._number(count or "1")
        self._go(lambda _: self.session.back_to_write(where, size), "")

    def _go(self, move: Callable[[int], object], rest: str) -> None:
        move(max(1, self._number(rest or "1")))

    def _show_stop(self, stop: Stop) -> None:
        machine = self.session.machine
        since = machine.cycles - machine.chips.frame_begin
        self.say(f"{wording.heading(stop, self.session)}  "
                 f"[frame {machine.frames} + {since:,}, cycle {machine.cycles:,}]")
        self._show_place()
        self._report_changes()

    def _show_place(self) -> None:
        self.say(*views.where_lines(self.session))
        at = self.session.inspector.here()
        line = self.sources.line(at.file, at.line) if at.file else ""
        if line:
            self.say(f"{at.line:6}  {line.expandtabs()}")
        for text, value in self._displays:
            self.say(f"  {text} = {value()}")

    def _report_changes(self) -> None:
        changed = self._changed(self.session)
        if changed and changed != self._reported_changes:
            self.say(f"{', '.join(changed)}: changed since the program was assembled; `restart` "
                     "assembles it again; until then, line numbers refer to the old source")
        self._reported_changes = changed

    def _interruptible(self) -> AbstractContextManager[None]:
        """Make Ctrl-C pause the program instead of ending the debugger."""
        return interrupts_go_to(lambda *_: self.session.pause())

    # --- breakpoints -----------------------------------------------------------------------------

    def do_break(self, rest: str) -> None:
        """break WHERE [if EXPR] [after N] [once] [log TEXT]: stop at a place.  WHERE is a symbol,
        $ADDRESS, BANK:ADDRESS, FILE:LINE or :LINE; `break if EXPR` stops wherever EXPR is true;
        `break on EVENT` stops at overrun, strict, interrupt, new, vectors N, rect
        X0,Y0,X1,Y1."""
        where, more = self._options(self._needed(rest, "a place"))
        if not where and more.get("condition"):
            self._added(self.session.breakpoints.add_condition(**more))
        elif where.startswith("on "):
            self._added(self.session.breakpoints.add_event(where[3:].strip(), **more))
        else:
            self._added(self.session.breakpoints.add(self._needed(where, "a place"), **more))

    def do_watch(self, rest: str) -> None:
        """watch [read|write|access|change] WHERE [COUNT] [if EXPR] ...: stop at an access to bytes;
        by default when they change.  Registers of the VIA have names such as ORB; `watch x` stops
        when a register of the CPU has changed.  `watch r->y` and `watch rocks[1].y` watch the place
        that they name now."""
        where, more = self._options(self._needed(rest, "a place"))
        words = where.split()
        if len(words) == 1 and words[0].lower() in breakpoints.REGISTERS:
            self._added(self.session.breakpoints.add_register(words[0], **more))
            return
        kinds = {kind.value: kind for kind in MARKS}
        kind = kinds[words.pop(0)] if words and words[0] in kinds else Kind.CHANGE
        count = self._number(words.pop()) if len(words) > 1 else 1
        where = self._needed(" ".join(words), "a place")
        if variable := self._part_of_c(where):
            where, count = f"${variable.address:04X}", variable.size
        self._added(self.session.breakpoints.add(where, kind, max(1, count), **more))

    def _part_of_c(self, where: str) -> Variable | None:
        """Return the variable that a place such as `r->y` or `rocks[1].y` names now, or None."""
        return self.session.inspector.expression(where).accessed() if PART_OF_C.search(where) \
            else None

    def _options(self, text: str) -> tuple[str, dict[str, Any]]:
        """Return the text before the options of a breakpoint, and the options."""
        text, more = f" {text}", dict[str, Any]()
        head, log, message = text.partition(" log ")        # its text takes the rest of the line
        if log:
            more["message"] = message.strip()
        where, *rest = OPTIONS.split(head)
        for word, value in zip(rest[::2], map(str.strip, rest[1::2]), strict=True):
            if word == "once":
                more["once"] = True
            elif word == "after":
                more["after"] = self._number(value)
            elif word == "if":
                more["condition"] = self._needed(value, "an expression after `if`")
        return where.strip(), more

    def _added(self, point: Breakpoint) -> None:
        self.say(wording.added(point, self.session))

    def do_breakpoints(self, _: str) -> None:
        """breakpoints: list the breakpoints."""
        self.say(*[wording.breakpoint_line(point, self.session)
                   for point in self.session.breakpoints] or ["no breakpoints"])

    def do_delete(self, rest: str) -> None:
        """delete N: remove breakpoint N."""
        number = self._number(self._needed(rest, "the number of a breakpoint"))
        self.session.breakpoints.remove(number)

    # --- commands that change the machine --------------------------------------------------------

    def do_set(self, rest: str) -> None:
        """set REGISTER = EXPR, set WHERE = EXPR[, EXPR ...]: change a register, or bytes.  If you
        have gone back in time, this discards the recorded future."""
        name, sign, text = (part.strip() for part in rest.partition("="))
        if not sign or not name or not text:
            raise UsageError("use set REGISTER = VALUE or set PLACE = VALUE, such as "
                             "set a = $7F")
        values = [self.session.inspector.evaluate(part) for part in text.split(",")]
        if name.lower() in REGISTERS:
            branched = self.session.set_register(name.lower(), values[0])
        elif (variable := self._part_of_c(name)) and variable.is_number and len(values) == 1:
            branched = self.session.set_memory(variable.address, variable.encoded(values[0]))
        else:
            address, bank = banked_place_of(name, self.session.machine)
            size = self._size(name) if len(values) == 1 else 1
            most = (1 << 8 * size) - 1
            if any(not 0 <= value <= most for value in values):
                raise UsageError(f"{name} must be 0 to {most}" if size > 1 else
                                 "a byte must be 0 to 255; write a word as two bytes")
            data = b"".join(value.to_bytes(size, "big") for value in values)
            branched = self.session.set_memory(address, data, bank)
        self._confirm_change(branched)

    def _size(self, name: str) -> int:
        """Return how many bytes of a variable an expression reads: 2 for a word, or else 1."""
        symbol = self.session.machine.names.symbol(name)
        cell = self.session.inspector.expression(f"[{name}]").cell() if symbol else None
        return cell[1] if cell else 1

    def do_press(self, rest: str) -> None:
        """press BUTTON [PLAYER]: hold a button down.  If you have gone back in time, this discards
        the recorded future."""
        self._enter(rest, self.session.machine.press)

    def do_release(self, rest: str) -> None:
        """release BUTTON [PLAYER]: release a button."""
        self._enter(rest, self.session.machine.release)

    def _enter(self, rest: str, work: Callable[[int, int], None]) -> None:
        button, _, player = self._needed(rest, "a button, 1 to 4").partition(" ")
        numbers = self._number(button), self._number(player or "1")
        if not 1 <= numbers[0] <= 4 or numbers[1] not in (1, 2):
            raise UsageError("use button 1 to 4 and player 1 or 2")
        branched = self.session.timeline.branch()
        work(*numbers)
        self._confirm_change(branched)

    def _confirm_change(self, branched: bool) -> None:
        self.say("changed; the recorded future was discarded" if branched else "changed")

    # --- commands that show the machine ----------------------------------------------------------

    def do_print(self, rest: str) -> None:
        """print EXPR: show the value of an expression (`help words` lists names); print WHERE as
        KIND [COUNT]: show memory as byte, signed, word, sword, text or bytes."""
        self.say(values.value_of(rest, self.session)())

    def do_display(self, rest: str) -> None:
        """display EXPR, display WHERE as KIND [COUNT]: print this value at every stop; `display`
        alone removes all."""
        if rest:
            self._displays.append((rest, values.value_of(rest, self.session)))
        else:
            self._displays.clear()

    def do_here(self, _: str) -> None:
        """here: show the next instruction with its source line, the registers, and what `display`
        shows."""
        self._show_place()

    def do_registers(self, _: str) -> None:
        """registers: show the CPU's registers."""
        self.say(views.registers_line(self.session))

    def do_info(self, rest: str) -> None:
        """info registers|breakpoints|stack: run one of these three commands, as in gdb."""
        found = [name for name in INFO if rest and name.startswith(rest)]
        if len(found) != 1:
            raise UsageError(f"use info {', '.join(INFO)}; `list` shows the source")
        self._command(found[0])("")

    def do_list(self, rest: str) -> None:
        """list [N]: show the source around the next instruction, N lines before and after."""
        lines = views.source_lines(self.session, self.sources, self._number(rest or "5"))
        self.say(*(lines or ["no source for this address; use `disassemble`"]))

    def do_disassemble(self, rest: str) -> None:
        """disassemble [WHERE] [COUNT]: show instructions."""
        at, bank, count = self._range(rest or f"${self.session.machine.registers.pc:X}",
                                      INSTRUCTIONS)
        self.say(*views.instruction_lines(self.session, at, min(count, LINES_MAX), bank))

    def do_memory(self, rest: str) -> None:
        """memory WHERE [COUNT]: show bytes of memory."""
        at, bank, count = self._range(self._needed(rest, "a place"), 16)
        self.say(*views.memory_lines(self.session, at, min(count, 16 * LINES_MAX), bank))

    def _range(self, text: str, default: int) -> tuple[int, int, int]:
        where, _, count = text.partition(" ")
        return *banked_place_of(where, self.session.machine), self._number(count or str(default))

    def do_locals(self, rest: str) -> None:
        """locals [N]: show the parameters and local variables of the running function in C, or of
        caller N on the stack."""
        session = self.session
        number = self._number(rest) if rest else 0
        found = local_variables.lines(session.machine, session.inspector.tracer, number)
        self.say("\n".join(found) or "there are no local variables here")

    def do_stack(self, _: str) -> None:
        """stack: show the active routines."""
        self.say(*views.stack_lines(self.session))

    def do_past(self, _: str) -> None:
        """past: show the earliest cycle that can be returned to, and the memory used."""
        self.say(self.session.timeline.words())

    def do_picture(self, _: str) -> None:
        """picture: show what the frame has drawn so far; + marks the beam."""
        x, y = present(self.session.machine)[:2].tolist()
        segments = self.session.machine.output.segments()[0]
        self.say(*views.picture_lines(segments, (x, y)), f"beam at {x:.1f}, {y:.1f}")

    def do_strokes(self, rest: str) -> None:
        """strokes [FRAME]: list the strokes of the current frame so far, or of one of the last 64
        frames, with the program's lines that drew them; points are only counted."""
        log = self.session.strokes.log(self._frame(rest) if rest else None)
        lines = views.stroke_lines(log, range(len(log.segments)), self.session)
        self.say(*(lines or ["no strokes yet"]))

    def do_stroke(self, rest: str) -> None:
        """stroke N|X,Y [FRAME]: show the writes that drew a stroke, and where their values were
        read.  X,Y selects the stroke nearest to a point in screen units.  FRAME: by default the
        last frame."""
        which, _, number = self._needed(rest, "the number of a stroke").partition(" ")
        frame = self._frame(number)
        if "," in which:
            try:
                x, y = map(float, which.split(","))
            except ValueError:
                raise UsageError(f"{printable(which)} is not a point; use X,Y in screen units") \
                    from None
            index = strokes.nearest(frame, x, y)
        else:
            index = self._number(which)
        origin = self.session.strokes.log(frame).origin(index)
        self.say(*views.origin_lines(origin, self.session))

    def do_drew(self, rest: str) -> None:
        """drew FILE:LINE|ROUTINE [FRAME]: list the strokes drawn by a line or routine, including
        all that it called.  FRAME: by default the last frame."""
        where, _, number = self._needed(rest, "a place").partition(" ")
        frame = self._frame(number) if number or self.session.timeline.frames else None
        drawn = self.session.strokes.log(frame)
        if ":" in where:
            line = self.session.inspector.line_address(where)[0]
            found = drawn.drawn_by_line(self.session.inspector.places_of(line.file, line.line))
        else:
            found = drawn.drawn_by_routine(*banked_place_of(where, self.session.machine))
        lines = views.stroke_lines(drawn, found, self.session)
        if not lines:
            so_far = " so far" if frame is None else ""
            lines = [f"that place drew nothing in frame {drawn.index}{so_far}"]
        self.say(*lines)

    def do_wires(self, rest: str) -> None:
        """wires [FRAME] [FILE]: write a page with a timing diagram of the wires, for the current
        frame so far or one of the last 64 frames, and open the page in the browser; with FILE, only
        write it."""
        number, _, name = rest.partition(" ")
        if number and not number.isdigit():
            number, name = "", rest
        frame = self._frame(number) if number else None
        path = Path(name.strip()) if name.strip() else None
        page = views.frame_page(self.session, frame)
        if path:
            files.write(path, page)
            self.say(f"{path} written")
        else:
            self.say(f"{views.opened(page)} written and opened in the browser")

    def _frame(self, text: str) -> Frame:
        frame = views.frame_numbered(self.session, self._number(text) if text else None)
        if frame is None:
            raise VecxError("this frame is not available; use one of the last 64 complete frames")
        return frame

    # --- other commands --------------------------------------------------------------------------

    def do_restart(self, _: str) -> None:
        """restart: assemble the program again and start at power-on, keeping breakpoints."""
        if self._restart is None:
            raise VecxError("`restart` is not available in this session")
        self.close()
        old, self.session = self.session, self._restart()
        self._subscriptions = self._subscribed()
        self.sources.forget()
        self._reported_changes, self._displays = [], []
        faults = self.session.breakpoints.adopt(old.breakpoints)[1]
        self.say(*(f"breakpoint {point.number} was removed: {fault}"
                   for point, fault in faults.items()), *views.where_lines(self.session))

    def do_help(self, rest: str) -> None:
        """help [COMMAND]: list commands; `help words` lists the names in expressions."""
        if rest == "words":
            self.say(*(expressions.__doc__ or "").strip().splitlines())
            return
        short = {name: letter for letter, name in reversed(SHORT.items())}
        names = [SHORT.get(rest, rest)] if rest else \
            [name.removeprefix("do_") for name in vars(Lines) if name.startswith("do_")]
        for name in names:
            words = " ".join((self._command(name).__doc__ or "").split())
            self.say(words + (f"  ({short[name]})" if name in short else ""))

    def do_quit(self, _: str) -> None:
        """quit: end the debugger."""
        self.ended = True

    def _command(self, name: str) -> Callable[[str], None]:
        do: Callable[[str], None] | None = getattr(self, f"do_{name}", None)
        if do is None:
            raise UsageError(f"unknown command {printable(name)!r}; `help` lists all commands")
        return do

    def _needed(self, text: str, what: str) -> str:
        if not text:
            raise UsageError(f"{what} is missing; see `help`")
        return text

    def _number(self, text: str) -> int:
        text = text.strip()
        if not text.isascii() or not text.isdigit() or len(text) > 15:
            raise UsageError(f"{printable(text[:40])!r} is not a whole number of 0 or more")
        return int(text)


def is_command(text: str) -> bool:
    """Return whether a line is a command rather than an expression."""
    name = text.partition(" ")[0]
    return bool(EXAMINE.fullmatch(text.strip())) or hasattr(Lines, f"do_{SHORT.get(name, name)}")


def _examine(match: re.Match[str]) -> str:
    """Return gdb's `x/16xb WHERE` as `memory WHERE 16`, and `x/3i WHERE` as `disassemble`."""
    count, form, where = int(match[1] or 1), match[2] or "", match[3]
    if "i" in form:
        return f"disassemble {where} {count}"
    return f"memory {where} {count * max(UNIT_BYTES.get(unit, 1) for unit in form or 'b')}"
