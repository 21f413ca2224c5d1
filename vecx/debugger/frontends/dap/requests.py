"""The arguments of the requests, as the Debug Adapter Protocol describes them.

Only what vecx uses is described; other fields are ignored.  Lines and columns count from 0 or 1, as
the editor has said in `initialize`.  Breakpoints are read one by one, so that one with a mistake
does not affect the others.

Source: microsoft.github.io/debug-adapter-protocol, version 1.71.
"""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ....errors import UsageError

A = TypeVar("A")
Count = Annotated[int, Meta(ge=0, le=0x10000)]
Skip = Annotated[int, Meta(ge=-0x10000, le=0x10000)]
Line = Annotated[int, Meta(ge=0, le=1 << 31)]


class Nothing(Struct):
    """A request without arguments."""


class Source(Struct):
    """A source: its path, or its name, or the number by which the adapter has named it."""

    path: str | None = None
    name: str | None = None
    sourceReference: int | None = None


class Conditions(Struct):
    """What every breakpoint may have."""

    condition: str | None = None
    hitCondition: str | None = None
    logMessage: str | None = None


class SourceBreakpoint(Conditions, kw_only=True):
    line: Line


class FunctionBreakpoint(Conditions, kw_only=True):
    name: str


class InstructionBreakpoint(Conditions, kw_only=True):
    instructionReference: str
    offset: int | None = None


class DataBreakpoint(Conditions, kw_only=True):
    dataId: str
    accessType: str | None = None


class Scopes(Struct):
    frameId: Annotated[int, Meta(ge=0)] = 0


class Initialize(Struct):
    linesStartAt1: bool = True
    columnsStartAt1: bool = True


class Launch(Struct):
    """A launch configuration: see docs/editors.md."""

    program: str | None = None
    preset: str = "hardware"
    seed: int = 0
    strict: bool | str = False
    stopOnEntry: bool | Literal["program"] = False
    noDebug: bool = False
    picture: bool = False
    include: list[str] = []
    bios: str | None = None
    frame: Annotated[int, Meta(ge=0)] = 0
    symbols: str | list[str] | None = None
    sources: list[str] = []
    dialect: str | None = None
    defines: dict[str, int] | None = None
    optimise: bool = True
    inputs: str | None = None
    movie: str | None = None
    state: str | None = None


class Attach(Struct):
    stopOnEntry: bool = False
    picture: bool = False


class Cancel(Struct):
    requestId: int | None = None


class SetBreakpoints(Struct):
    source: Source
    breakpoints: list[Any] | None = None     # each a SourceBreakpoint


class BreakpointLocations(Struct):
    source: Source
    line: Line
    endLine: Line | None = None


class SetFunctionBreakpoints(Struct):
    breakpoints: list[Any]      # each a FunctionBreakpoint


class SetInstructionBreakpoints(Struct):
    breakpoints: list[Any]      # each an InstructionBreakpoint


class DataBreakpointInfo(Struct):
    name: str
    variablesReference: int | None = None


class SetDataBreakpoints(Struct):
    breakpoints: list[Any]      # each a DataBreakpoint


class SetExceptionBreakpoints(Struct):
    filters: list[str]


class Step(Struct):
    granularity: str | None = None


class GotoTargets(Struct):
    source: Source
    line: Line


class Goto(Struct):
    targetId: Annotated[int, Meta(ge=0, le=0xFFFF)]


class StackTrace(Struct):
    startFrame: Count | None = None
    levels: Count | None = None


class SourceText(Struct):
    source: Source | None = None
    sourceReference: int = 0


class Completions(Struct):
    text: str
    column: Line


class Variables(Struct):
    variablesReference: int
    start: Count | None = None
    count: Count | None = None


class SetVariable(Struct):
    variablesReference: int
    name: str
    value: str


class SetExpression(Struct):
    expression: str
    value: str
    frameId: Count | None = None


class Evaluate(Struct):
    expression: str
    frameId: Count | None = None
    context: str | None = None


class ReadMemory(Struct):
    memoryReference: str
    count: Count
    offset: int | None = None


class WriteMemory(Struct):
    memoryReference: str
    data: bytes
    offset: int | None = None


class Disassemble(Struct):
    memoryReference: str
    instructionCount: Count
    offset: int | None = None
    instructionOffset: Skip | None = None


class Picture(Struct):
    on: bool


class Key(Struct):
    """A key, with the name that it has in play/inputs.py."""

    key: str
    down: bool


class Stroke(Struct):
    frame: Line
    stroke: Line


def read(name: str, arguments: Any, kind: type[A]) -> A:
    """Return the arguments of a request.

    Args:   name       of the request, for the message
            arguments  as the editor has sent them
            kind       their description, a class of this module
    Errors: UsageError names the field that is missing or has another type
    """
    try:
        return msgspec.convert({} if arguments is None else arguments, kind)
    except msgspec.ValidationError as fault:
        raise UsageError(f"malformed arguments for {name}: {fault}") from None
