"""What numba does again for each of our functions is done once, or not, while they compile.

The type of a call or an attribute is looked up once, not at each place where it stands; so is how
a function of numba's wants to be called.  Nobody asks how long each function takes, and warnings
are Python's own.  How long variables live is found out where their ends are marked, not after each
pass too; ends of numbers and records are nothing to do.  Kept machine code is loaded without the
declarations that only compiling asks for.  Nothing of ours needs what numba's last look at byte
code finds.  A record says its name in messages, not all of its fields, and settings are compared
as one.  Words about an error are made where there is one.  Before parts are linked, only values
are taken out of memory: all else is done once, on the whole.

This replaces functions of numba's meanwhile.  One that is not there is not replaced, and compiling
takes longer.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

Replacement = tuple[Any, str, Callable[..., Any]]
_KNOWN: dict[Any, Any] = {}     # types of the calls and attributes that have been looked up


@contextlib.contextmanager
def taken() -> Iterator[None]:
    """Take all short cuts meanwhile."""
    replaced = []
    try:
        for owner, name, function in _replacements():
            if hasattr(owner, name):
                replaced.append((owner, name, getattr(owner, name)))
                setattr(owner, name, function)
        yield
    finally:
        for owner, name, before in reversed(replaced):
            setattr(owner, name, before)


def _replacements() -> list[Replacement]:
    """Return whose functions are replaced, their names, and by what; none where numba has moved."""
    try:
        from numba.core import (
            base,
            caching,
            codegen,
            errors,
            event,
            interpreter,
            ir,
            lowering,
            postproc,
            targetconfig,
            transforms,
            typeinfer,
            types,
        )
        from numba.core.runtime import rtsys
        from numba.core.typing import context

        return [
            *_lookups(types, context, base),
            *_settings(types.Record, targetconfig.TargetConfig),
            *_lifetimes(postproc.PostProcessor, transforms),
            *_references(lowering.Lower),
            *_variables(ir),
            *((module, "new_error_context", functools.partial(_OnError, module.new_error_context))
              for module in (lowering, typeinfer)),
            *_optimisation(codegen.CPUCodeLibrary),
            *_loading(caching.Cache, rtsys),
            *_warnings(errors),
            (event, "install_timer", lambda kind, callback: contextlib.nullcontext()),
            *((event, name, _nothing) for name in ("start_event", "end_event")),
            (interpreter.Interpreter, "post_process", lambda self, passes, program: program)]
    except (ImportError, AttributeError):
        return []


def _nothing(*arguments: Any, **settings: Any) -> None:
    """Do nothing."""


def _lookups(types: Any, context: Any, base: Any) -> list[Replacement]:
    """Types of calls and attributes, and whether functions of numba's take a place."""
    found = [_remembered(owner, name)
             for owner, name in ((types.Function, "get_call_type"),
                                 (types.Dispatcher, "get_call_type"),
                                 (context.BaseContext, "find_matching_getattr_template"))
             if hasattr(owner, name)]
    if hasattr(base, "_has_loc"):
        found.append((base, "_has_loc", functools.cache(base._has_loc)))
    return found


def _remembered(owner: Any, name: str) -> Replacement:
    """A method of numba's that is asked each question of two parts, without keywords, once."""
    ask = getattr(owner, name)

    def answer(self: Any, one: Any, other: Any, *keywords: Any) -> Any:
        if any(keywords):
            return ask(self, one, other, *keywords)
        question = name, self, one, other
        if question not in _KNOWN:
            _KNOWN[question] = ask(self, one, other, *keywords)
        return _KNOWN[question]

    return owner, name, answer


def _warnings(errors: Any) -> list[Replacement]:
    """Warnings as they come, not those of each constraint of types gathered."""
    return [(errors.WarningsFixer, "catch_warnings",
             lambda self, filename=None, lineno=None: contextlib.nullcontext())]


def _settings(record: Any, config: Any) -> list[Replacement]:
    """Records by their names, settings as one: numba writes down and compares them all the time."""
    compared = config.__eq__

    def equal(self: Any, other: Any) -> Any:
        return self is other or (self._values == other._values if type(self) is type(other)
                                 else compared(self, other))

    return [(record, "__repr__", record.__str__),
            (config, "__hash__", lambda self: len(self.options)), (config, "__eq__", equal)]


def _optimisation(library: Any) -> list[Replacement]:
    """Before linking, only values are taken out of memory; all else is done on the whole."""

    from llvmlite.binding import create_new_function_pass_manager

    tools: list[Any] = []

    def optimize(self: Any, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        if not tools:
            tools.extend((create_new_function_pass_manager(), self._codegen._pass_builder()))
            tools[0].add_sroa_pass()
        passes, builder = tools
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    return [(library, "_optimize_functions", optimize)]


def _lifetimes(processor: Any, transforms: Any) -> list[Replacement]:
    """Lifetimes of variables, only where their ends are marked: before machine code is made."""
    run = processor.run

    def run_where_marked(self: Any, emit_dels: bool = False, **settings: Any) -> None:
        if emit_dels:
            run(self, emit_dels, **settings)
            return
        self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.generator_info = None

    return [(processor, "run", run_where_marked)]


def _loading(cache: Any, runtime: Any) -> list[Replacement]:
    """Kept machine code, without what only compiling asks for: the declarations of all of numba."""
    def load_overload(self: Any, signature: Any, target: Any) -> Any:
        runtime.initialize(target)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target)

    return [(cache, "load_overload", load_overload)]


def _references(lower: Any) -> list[Replacement]:
    """Ends of variables, and counts of references, only of what has references."""
    delete, count, uncount = lower.delvar, lower.incref, lower.decref

    kinds: dict[Any, bool] = {}

    def has_any(self: Any, kind: Any) -> bool:
        if kind not in kinds:
            kinds[kind] = self.context.data_model_manager[kind].contains_nrt_meminfo()
        return kinds[kind]

    def delvar(self: Any, name: str) -> None:
        if has_any(self, self.typeof(name)):
            delete(self, name)

    def incref(self: Any, kind: Any, value: Any) -> None:
        if has_any(self, kind):
            count(self, kind, value)

    def decref(self: Any, kind: Any, value: Any) -> None:
        if has_any(self, kind):
            uncount(self, kind, value)

    return [(lower, "delvar", delvar), (lower, "incref", incref), (lower, "decref", decref)]


def _variables(ir: Any) -> list[Replacement]:
    """The variables of a statement, by the kinds of its parts."""

    def list_variables(self: Any, part: Any) -> list[Any]:
        kind = type(part)
        if kind is ir.Var:
            return [part]
        if kind is dict:
            part = part.values()
        elif kind is not list and kind is not tuple:
            return list(part.list_vars()) if isinstance(part, ir.Inst) else []
        return [variable for each in part for variable in list_variables(self, each)]

    return [(ir.Inst, "_rec_list_vars", list_variables)]


class _OnError:
    """A context of numba's that says where an error was: made where there is one."""

    __slots__ = ("_arguments", "_make")

    def __init__(self, make: Callable[..., Any], *arguments: Any, **settings: Any) -> None:
        self._make = make
        self._arguments = arguments, settings

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> Any:
        if kind is None:
            return None
        arguments, settings = self._arguments
        context = self._make(*arguments, **settings)
        context.__enter__()
        return context.__exit__(kind, error, trace)
