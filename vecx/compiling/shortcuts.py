"""What numba does again for each of our functions is done once, or not, while they compile.

`taken` replaces functions of numba's meanwhile; `lean` says when.  Each group of replacements
tells what it replaces and what it saves: user CPU seconds of a first compile of all that playing
needs, which takes 5.5 s with numba 0.68.1; medians of seven runs.  `python
tests/shortcut_savings.py` measures them again.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

from numba.core import base, errors, event, ir, lowering, postproc, transforms, typeinfer, types
from numba.core.typing import context

Replacement = tuple[Any, str, Callable[..., Any]]
_KNOWN: dict[Any, Any] = {}     # types of the calls that have been looked up


@contextlib.contextmanager
def taken() -> Iterator[None]:
    """Take all short cuts meanwhile; numba is as it was afterwards, also after an error."""
    with contextlib.ExitStack() as stack:
        for group in GROUPS:
            for owner, name, function in group():
                stack.callback(setattr, owner, name, getattr(owner, name))
                setattr(owner, name, function)
        yield


def lookups() -> list[Replacement]:
    """Look up the type of a call, or of a field, once, not at each place where it stands.

    Replaces: `Function.get_call_type` and `Dispatcher.get_call_type`, the type that an operator, a
              function of numba's, or one of ours has for given arguments;
              `find_matching_getattr_template`, the type of a field; `_has_loc`, whether a function
              of numba's wants to know its place
    Saves:    1.2 s
    """
    return [_remembered(types.Function, "get_call_type"),
            _remembered(types.Dispatcher, "get_call_type"),
            _remembered(context.BaseContext, "find_matching_getattr_template"),
            (base, "_has_loc", functools.cache(base._has_loc))]


def _remembered(owner: Any, name: str) -> Replacement:
    """A method that is asked each question of two parts, without keywords, once."""
    ask = getattr(owner, name)

    def answer(self: Any, one: Any, other: Any, *keywords: Any) -> Any:
        if any(keywords):
            return ask(self, one, other, *keywords)
        question = name, self, one, other
        if question not in _KNOWN:
            _KNOWN[question] = ask(self, one, other, *keywords)
        return _KNOWN[question]

    return owner, name, answer


def bookkeeping() -> list[Replacement]:
    """Find out how long variables live where their ends are marked, and only there; let the end
    of what has no references, a number or a record, be nothing to do; name a record in messages
    that nobody reads without all of its fields; write no account of all this, and words about an
    error where there is one.

    Replaces: `PostProcessor.run`, which finds lifetimes out in every pass; `_rec_list_vars`,
              which looks for the variables of a statement; `Lower.delvar`, `incref` and `decref`;
              `Record.__repr__`; `start_event`, `end_event`, `install_timer`, `new_error_context`
              and `WarningsFixer.catch_warnings`, which every step, statement or constraint enters
    Saves:    1.0 s; about a third of that by lifetimes, by names, by accounts
    """
    run = postproc.PostProcessor.run

    def run_where_marked(self: Any, emit_dels: bool = False, **settings: Any) -> None:
        if emit_dels:
            run(self, emit_dels, **settings)
            return
        self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
        self.func_ir.generator_info = None

    def list_variables(self: Any, part: Any) -> list[Any]:
        kind = type(part)
        if kind is ir.Var:
            return [part]
        if kind is dict:
            part = part.values()
        elif kind is not list and kind is not tuple:
            return list(part.list_vars()) if isinstance(part, ir.Inst) else []
        return [variable for each in part for variable in list_variables(self, each)]

    return [(postproc.PostProcessor, "run", run_where_marked),
            (ir.Inst, "_rec_list_vars", list_variables), *_references(lowering.Lower),
            (types.Record, "__repr__", types.Record.__str__), *_accounts()]


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


def _accounts() -> list[Replacement]:
    """What numba writes down of its own work: when steps begin and end, where it is, warnings."""
    nothing = contextlib.nullcontext
    return [(event, "install_timer", lambda kind, callback: nothing()),
            *((event, name, lambda *arguments, **settings: None)
              for name in ("start_event", "end_event")),
            (errors.WarningsFixer, "catch_warnings",  # type: ignore[attr-defined]
             lambda self, filename=None, lineno=None: nothing()),
            *((module, "new_error_context", functools.partial(_OnError, module.new_error_context))
              for module in (lowering, typeinfer))]


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


GROUPS: tuple[Callable[[], list[Replacement]], ...] = (lookups, bookkeeping)
