"""Commands that look: at values, source, instructions, memory, the picture, strokes, wires."""

from pathlib import Path

from .. import files
from ..console.frame import Frame
from ..errors import UsageError, VecxError, printable
from . import analyser, kinds, shown, strokes
from . import breakpoints as points
from .now import present
from .plain_base import Lines

INSTRUCTIONS, LINES_MAX = 12, 200


class Looking(Lines):
    """A session that is looked at; nothing of it changes."""

    def do_print(self, rest: str) -> None:
        """print EXPR: its value; the assembler's syntax and the machine's words: `help words`.
        print WHERE as KIND [COUNT]: byte, signed, word, sword, text or bytes of memory."""
        self.say(kinds.looked_at(rest, self.session)())

    def do_display(self, rest: str) -> None:
        """display EXPR, display WHERE as KIND [COUNT]: show it at every stop; `display` alone shows
        none any more."""
        if rest:
            self._displays.append((rest, kinds.looked_at(rest, self.session)))
        else:
            self._displays.clear()

    def do_registers(self, _: str) -> None:
        """registers: those of the CPU."""
        self.say(shown.registers_line(self.session))

    def do_list(self, rest: str) -> None:
        """list [N]: source around the next instruction, N lines before and behind."""
        lines = shown.source_lines(self.session, self.sources, self._number(rest or "5"))
        self.say(*(lines or ["no source is known here; `disassemble` shows instructions"]))

    def do_disassemble(self, rest: str) -> None:
        """disassemble [WHERE] [COUNT]: instructions."""
        at, count = self._range(rest or f"${self.session.machine.registers.pc:X}", INSTRUCTIONS)
        self.say(*shown.instruction_lines(self.session, at, min(count, LINES_MAX)))

    def do_memory(self, rest: str) -> None:
        """memory WHERE [COUNT]: bytes."""
        at, count = self._range(self._needed(rest, "a place"), 16)
        self.say(*shown.memory_lines(self.session, at, min(count, 16 * LINES_MAX)))

    def _range(self, text: str, usual: int) -> tuple[int, int]:
        where, _, count = text.partition(" ")
        return points.place_of(where, self.session.machine), self._number(count or str(usual))

    def do_stack(self, _: str) -> None:
        """stack: the routines that the program stands in."""
        self.say(*shown.stack_lines(self.session))

    def do_past(self, _: str) -> None:
        """past: how far back one can go, and what that takes."""
        self.say(self.session.timeline.words())

    def do_picture(self, _: str) -> None:
        """picture: what the frame has drawn so far, the beam's place marked with +."""
        x, y = present(self.session.machine)[:2].tolist()
        segments = self.session.machine.pending.segments()[0]
        self.say(*shown.picture_lines(segments, (x, y)), f"beam at {x:.1f}, {y:.1f}")

    def do_strokes(self, rest: str) -> None:
        """strokes [FRAME]: those of the frame so far, or of one of the last 64, and their lines."""
        if rest:
            frame = self._frame(rest)
            segments, causes = frame.segments, frame.causes
        else:
            segments, causes = self.session.machine.pending.segments()
        self.say(*(shown.stroke_lines(segments, causes, self.session) or ["no strokes yet"]))

    def do_stroke(self, rest: str) -> None:
        """stroke N|X,Y [FRAME]: which writes made a stroke, and where their values were read; X,Y
        is the stroke nearest to that point, in screen units.  FRAME: the last one."""
        which, _, number = self._needed(rest, "the number of a stroke").partition(" ")
        frame = self._frame(number)
        if "," in which:
            try:
                x, y = map(float, which.split(","))
            except ValueError:
                raise UsageError(f"{printable(which)} is no point; give X,Y in screen units") \
                    from None
            index = strokes.nearest(frame, x, y)
        else:
            index = self._number(which)
        origin = strokes.FrameLog(self.session, frame).origin(index)
        self.say(*strokes.in_words(origin, self.session))

    def do_drew(self, rest: str) -> None:
        """drew FILE:LINE|ROUTINE [FRAME]: the strokes that a line drew, or a routine, with all that
        it called."""
        where, _, number = self._needed(rest, "a place").partition(" ")
        frame = self._frame(number)
        found = strokes.FrameLog(self.session, frame).drawn_by(self._addresses(where))
        lines = shown.stroke_lines(frame.segments, frame.causes, self.session)
        nothing = f"it drew nothing in frame {frame.index}"
        self.say(*([lines[stroke] for stroke in found] or [nothing]))

    def do_wires(self, rest: str) -> None:
        """wires [FRAME] [FILE]: the wires of the frame so far, or of one of the last 64, on an axis
        of cycles: a page is written and opened in the browser.  With FILE it is only written."""
        number, _, name = rest.partition(" ")
        if number and not number.isdigit():
            number, name = "", rest
        frame = self._frame(number) if number else None
        path = Path(name.strip()) if name.strip() else None
        page = analyser.frame_page(self.session, frame)
        if path:
            files.write(path, page)
            self.say(f"{path} written")
        else:
            self.say(f"{analyser.opened(page)} written, and given to the browser")

    def _addresses(self, where: str) -> list[int]:
        """Return the addresses of a line's code, or of a routine's."""
        if ":" in where:
            words, _ = self.session.line_address(where)
            file, _, line = words.split(" ")[0].rpartition(":")
            return [address for number, address in self.session.lines_of(file)
                    if number == int(line)]
        at = points.place_of(where, self.session.machine)
        routine = self.session.debug_at(at).routine_at(at)
        return list(range(at, at + routine.size)) if routine else [at]

    def _frame(self, text: str) -> Frame:
        frame = shown.frame_numbered(self.session, self._number(text) if text else None)
        if frame is None:
            raise VecxError("no such frame is at hand: the last 64 that have ended are")
        return frame
