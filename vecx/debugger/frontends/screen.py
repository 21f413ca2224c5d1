"""The debugger on the whole terminal: source, instructions, stack, picture, a command line.

Commands are those of lines.py and run in a thread; function keys are shortcuts for commands.  A
narrow terminal shows only the source and the instructions.
"""

import io
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Input, RichLog, Static

from ..probe import present
from . import views
from .lines import Lines
from .prompt import History

PICTURE_ROWS_MAX, PICTURE_SHAPE = 24, 2.0     # columns per row of a square
WIDE_COLUMNS = 64       # from which on there is room for two columns
KEYS = (("f5", "continue", "Run"), ("f6", "continueback", "Run back"), ("f7", "back", "Back"),
        ("f8", "step", "Step"), ("f9", "backover", "Back over"), ("f10", "over", "Over"),
        ("f11", "out", "Out"))


class Pane(Static):
    """A part of the screen; it is filled again whenever its size changes."""

    def on_resize(self) -> None:
        self.app.call_later(self.app.show)      # type: ignore[attr-defined]


class CommandLine(Input):
    """The command line; Up and Down recall earlier commands."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("up", "recall(-1)", show=False),
                                             Binding("down", "recall(1)", show=False)]

    def __init__(self, history: History) -> None:
        super().__init__(id="command", placeholder="a command, such as `break main`; `help` lists "
                                                   "them")
        self.history = history

    def action_recall(self, by: int) -> None:
        self.value = self.history.moved(by)
        self.cursor_position = len(self.value)


class Screen(App[None]):
    """The debugger as an application of textual.

    Args: history  of the command line
    """

    CSS = """
    .-narrow #right { display: none; }
    #left, #right { width: 1fr; }
    #source { height: 1fr; border: round $primary; }
    #code { height: 1fr; border: round $primary; }
    #stack { height: 6; max-height: 40%; border: round $primary; }
    #picture { height: 1fr; border: round $primary; }
    #log { height: 6; min-height: 3; max-height: 20%; border: round $primary; }
    Static { text-wrap: nowrap; text-overflow: ellipsis; }
    #command { height: 1; border: none; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"serve('{command}')", words) for key, command, words in KEYS),
        Binding("escape", "pause", "Pause"), Binding("ctrl+q", "quit", "Quit")]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, lines: Lines, history: History | None = None) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_COLUMNS, "-wide")]
        self.lines, self._history = lines, history or History()
        self.busy = False

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="left"):
                yield Pane(id="source")
                yield Pane(id="code")
            with Vertical(id="right"):
                yield Pane(id="stack")
                yield Pane(id="picture")
        yield RichLog(id="log", wrap=True)
        yield CommandLine(self._history)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        self.query_one("#command", Input).focus()
        self._watch_session()

    def _watch_session(self) -> None:
        """Update the panes whenever the program stops, whichever front end ran it."""
        self._watched = self.lines.session
        self._watched.on_stop.subscribe(lambda _: self.call_later(self.show))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.input.clear()
        self._history.add(event.value)
        self.action_serve(event.value)

    def action_serve(self, command: str) -> None:
        """Serve a command, unless another one is running."""
        if self.busy:
            self._write_log("the program is running: Escape pauses it\n")
            return
        self.lines.session.carry_on()
        self.busy = True
        self._serve(command)

    def action_pause(self) -> None:
        if self.busy:
            self.lines.session.pause()

    @work(thread=True)
    def _serve(self, command: str) -> None:
        self.lines.output = answer = io.StringIO()
        self.lines.serve(command, pausing=True)
        self.call_from_thread(self._served, command, answer.getvalue())

    def _served(self, command: str, answer: str) -> None:
        self.lines.session.carry_on()
        self.busy = False
        if self.lines.ended:
            self.exit()
        if self.lines.session is not self._watched:     # after `restart`
            self._watch_session()
        if command:
            self._write_log(f"> {command}\n")
        self._write_log(answer)
        self.show()

    def _write_log(self, text: str) -> None:
        for line in text.splitlines():
            self.query_one("#log", RichLog).write(Text(line))

    def show(self) -> None:
        """Update the panes, unless the program runs."""
        if self.busy:
            return
        session = self.lines.session
        machine = session.machine
        source, code, stack, picture = (self.query_one(f"#{name}", Pane)
                                        for name in ("source", "code", "stack", "picture"))
        lines = views.source_lines(session, self.lines.sources, max(1, source.size.height // 2))
        self._fill(source, lines or ["no source for this address"], str(session.inspector.here()))
        around = session.inspector.instructions_before(machine.registers.pc, code.size.height // 3)
        self._fill(code, views.instruction_lines(session, around[0], code.size.height),
                   f"frame {machine.frames} + {machine.cycles - machine.chips.frame_begin:,}")
        registers = wrap(views.registers_line(session).strip(), max(20, stack.size.width))
        self._fill(stack, [*registers, *views.stack_lines(session)], f"cycle {machine.cycles:,}")
        x, y = present(machine)[:2].tolist()
        rows = min(picture.size.height, PICTURE_ROWS_MAX)
        columns = min(picture.size.width, int(rows * PICTURE_SHAPE * 0.75))
        segments = machine.output.segments()[0]
        self._fill(picture, views.picture_lines(segments, (x, y), max(columns, 1), max(rows, 1)),
                   f"drawn so far; beam {x:.0f}, {y:.0f}")

    @staticmethod
    def _fill(pane: Pane, lines: list[str], title: str) -> None:
        """Show as many lines as fit, among them the current line, which begins with `>`."""
        text, rows = Text(no_wrap=True, overflow="ellipsis"), max(1, pane.size.height)
        current = next((at for at, line in enumerate(lines) if line.startswith(">")), 0)
        first = 0 if current < rows else current - (rows - 1) // 2
        for line in lines[first:first + rows]:
            text.append(f"{line}\n", "bold reverse" if line.startswith(">") else "")
        pane.border_title = Text(title).plain.replace("[", "\\[")
        pane.update(text)
