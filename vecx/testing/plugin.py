"""The pytest plug-in: options, marks and fixtures.

Settings in pytest's configuration: vecx_cart, vecx_symbols, vecx_include, vecx_dialect,
vecx_preset, vecx_begin.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..console.cartridge import SPACE
from ..console.includes import SourceOptions
from ..errors import VecxError

if TYPE_CHECKING:
    from asm.output.contracts import Contract

    from ..console.roms import Ready
    from ..console.snapshot import Kept
    from ..machine import Machine
    from .golden import Golden
    from .machine import MachineUnderTest

STATE_FRAMES = 300
BEGIN_CYCLES_MAX = 30_000_000       # 20 s: longer than any title
MARKS = (
    "cartridge(path, **options): the cartridge of a test, and other arguments of Machine",
    "budget(max_cycles=, max_vectors=, max_drift=, max_FIGURE=, preset=): limits for each frame of "
    "a test",
    "strict(names='', baseline=''): fail if the program does something that fails on hardware",
    "contracts(leave_out=()): run a test with the argument `contract` for each contract block",
)
ARGUMENTS = {"budget": ("max_cycles", "max_vectors", "max_drift", "preset"),
             "strict": ("names", "baseline"), "contracts": ("leave_out",),
             "cartridge": ("begin", "preset", "seed")}     # and what _check_arguments adds
CHECK: "pytest.StashKey[Callable[[], None]]" = pytest.StashKey()    # at the end of a test
PICTURES = "vecx-pictures"
OWN = Path(__file__).parents[1]     # functions of this package are omitted from tracebacks


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("vecx", "programs for the Vectrex")
    group.addoption("--cart", metavar="CART", help="the cartridge under test")
    group.addoption("--update-golden", action="store_true",
                    help="write the golden frames again, as they are now")
    group.addoption("--asm-cov", action="store_true",
                    help="measure which lines and branches of the .asm sources run")
    group.addoption("--asm-cov-rom", action="store_true",
                    help="also measure the sources of the executive ROM")
    group.addoption("--asm-cov-report", action="append", metavar="KIND[:PLACE]",
                    help="term, html, xml (Cobertura) or lcov; can be given more than once")
    group.addoption("--asm-cov-context", choices=("test",),
                    help="record which test ran each line")
    group.addoption("--asm-cov-fail-under", type=float, metavar="PERCENT",
                    help="fail if the coverage is below PERCENT")
    group.addoption("--asm-mutant", help="bytes to replace in machines with a certain image; "
                                         "`vecx mutate` uses this option")
    for name, what in (("vecx_cart", "the cartridge to test: a source, an image, a bundled name"),
                       ("vecx_symbols", "the symbol file of an image"),
                       ("vecx_preset", "ideal, hardware, worn or a .toml file (default: ideal)"),
                       ("vecx_begin", "where a test begins: a symbol, `power-on`, or `program`, "
                                      "the program's first instruction (default)"),
                       ("vecx_hangs", "whether a program that hangs fails its test: fail "
                                      "(default) or pass"),
                       ("vecx_max_cycles", "maximum number of cycles of a test (default: "
                                           "900000000)"),
                       ("asm_cov_file", "coverage data file (default: .coverage.asm)")):
        parser.addini(name, what, default="")
    parser.addini("vecx_dialect", "dialect of the source (default: the one that its first "
                  "line names, or vecx)")
    parser.addini("vecx_sources", "the other sources of a program in C", type="paths", default=[])
    parser.addini("vecx_include", "folders that INCLUDE searches", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks, and if requested, coverage and the patch of a mutant."""
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    if config.getoption("asm_mutant"):
        from .everywhere import change_of

        _call_with_each_machine(config, change_of(config.getoption("asm_mutant")))
    if config.getoption("asm_cov"):
        from .covering import Covering

        covering = Covering(config)
        config.pluginmanager.register(covering, "vecx-covering")
        _call_with_each_machine(config, covering.total.follow)


def _call_with_each_machine(config: pytest.Config, call: "Callable[[Machine], object]") -> None:
    """From now until pytest ends, call `call(machine)` for every new machine."""
    from .everywhere import each_machine

    until_the_end = ExitStack()
    until_the_end.enter_context(each_machine(call))
    config.add_cleanup(until_the_end.close)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".movie" or not file_path.name.startswith("test_"):
        return None
    from .movies import CART, MovieFile

    config = parent.config
    config.stash[CART] = lambda _: _cartridge_of(config)
    return MovieFile.from_parent(parent, path=file_path)


def _cartridge_of(config: pytest.Config, named: str = "") -> "Ready":
    """Return the cartridge under test.  Errors: VecxError"""
    from .cartridges import place_of, ready

    cart = named or config.getoption("cart") or config.getini("vecx_cart")
    if not cart:
        raise VecxError("no cartridge to test: run pytest in the folder of the project, set "
                        "`vecx_cart` in pytest's settings, or give --cart or the mark `cartridge`")
    folder = config.invocation_params.dir if config.getoption("cart") and not named \
        else config.rootpath
    symbols = config.getini("vecx_symbols")
    if symbols and (named or config.getoption("cart")):
        symbols = ""
    return ready(place_of(cart, folder), str(config.rootpath / symbols) if symbols else "",
                 SourceOptions(tuple(map(str, config.getini("vecx_include"))),
                               config.getini("vecx_dialect") or None,
                               more=() if named or config.getoption("cart")
                               else tuple(map(str, config.getini("vecx_sources")))))


def _plainly(make: Callable[[], Any]) -> Any:
    """Call a function; report a VecxError as a failure without traceback."""
    try:
        return make()
    except VecxError as fault:
        message = str(fault)
    return pytest.fail(message, pytrace=False)      # outside, or the report shows both errors


@pytest.fixture(scope="session")
def cartridge(pytestconfig: pytest.Config) -> "Ready":
    """Give the cartridge under test, assembled once: `cartridge.debug` has its symbols."""
    return _plainly(lambda: _cartridge_of(pytestconfig))


@pytest.fixture(scope="session")
def _begun() -> "dict[tuple[Any, ...], Kept]":
    """Return a cache of machine states at the start of the program, by the machine's arguments."""
    return {}


@pytest.fixture
def machine(request: pytest.FixtureRequest,
            _begun: "dict[tuple[Any, ...], Kept]") -> "Iterator[MachineUnderTest]":
    """Give a machine with the cartridge under test, at the start of its program."""
    marks = {name: request.node.get_closest_marker(name)
             for name in ("cartridge", "budget", "strict")}
    made = _plainly(lambda: _machine_for(request.config, marks, _begun))
    request.node.stash[CHECK] = lambda: _judge(request.config, made, marks)
    yield made


def _judge(config: pytest.Config, machine: "MachineUnderTest",
           marks: "dict[str, pytest.Mark | None]") -> None:
    """Fail the test if a frame exceeds a limit, or if the program would fail on hardware."""
    from .judging import over_budget, unforgiven

    budget, strict = marks["budget"], marks["strict"]
    if budget:
        limits = {name: limit for name, limit in budget.kwargs.items() if name != "preset"}
        wrong = _plainly(lambda: over_budget(machine, limits))
        if wrong:
            pytest.fail("over the budget\n" + "\n".join(wrong), pytrace=False)
    if strict:
        baseline = strict.kwargs.get("baseline", "")
        wrong = _plainly(lambda: unforgiven(
            machine, str(config.rootpath / baseline) if baseline else ""))
        if wrong:
            pytest.fail("this would fail on hardware\n" + "\n".join(wrong), pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Any:
    """Check the marks of a test that has passed; if a check fails, the test itself fails."""
    result = yield
    check = pyfuncitem.stash.get(CHECK, None)
    if check:
        check()
    return result


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse unknown arguments of the marks.  Errors: pytest.UsageError"""
    for item in items:
        for mark in item.iter_markers():
            if mark.name in ARGUMENTS:
                _check_arguments(item, mark)


def _check_arguments(item: pytest.Item, mark: pytest.Mark) -> None:
    from difflib import get_close_matches

    known = list(ARGUMENTS[mark.name])
    if mark.name == "budget" and mark.kwargs.keys() - set(known):
        from ..chips.account import FIGURES  # imports NumPy

        known += [f"max_{figure}" for figure in FIGURES]
    if mark.name == "cartridge" and mark.kwargs.keys() - set(known):
        from inspect import signature

        from ..machine import Machine

        known += [name for name in signature(Machine).parameters if name != "cart"]
    for name in mark.kwargs:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"use {', '.join(known)}"
            raise pytest.UsageError(f"{item.nodeid}: the mark `{mark.name}` has no argument "
                                    f"'{name}'; {hint}")


def _machine_for(config: pytest.Config, marks: "dict[str, pytest.Mark | None]",
                 begun: "dict[tuple[Any, ...], Kept]") -> "MachineUnderTest":
    """Return a machine configured by marks and settings, at the start of its program."""
    from .machine import CYCLES_MAX, MachineUnderTest

    cart, budget, strict = (marks[name] for name in ("cartridge", "budget", "strict"))
    options = {"preset": config.getini("vecx_preset") or "ideal"}
    if budget and "preset" in budget.kwargs:
        options["preset"] = budget.kwargs["preset"]
    options |= cart.kwargs if cart else {}
    begin = str(options.pop("begin", config.getini("vecx_begin") or "program"))
    ready = _cartridge_of(config, cart.args[0] if cart and cart.args else "")
    limit = config.getini("vecx_max_cycles") or str(CYCLES_MAX)
    if not limit.isdigit():
        raise VecxError(f"vecx_max_cycles is '{limit}'; it must be a whole number")
    if strict:
        names = strict.args[0] if strict.args else strict.kwargs.get("names", "")
        machine = MachineUnderTest(ready, strict=names or True, **options)
        _let_begin(machine, begin)      # not restored: it must see which RAM is written
        _prepare(config, machine, int(limit))
        return machine
    machine = MachineUnderTest(ready, **options)
    key = id(ready), begin, repr(sorted(options.items()))
    if key in begun:
        machine.restore(begun[key])
    else:
        _let_begin(machine, begin)
        begun[key] = machine.keep()
    _prepare(config, machine, int(limit))
    return machine


def _prepare(config: pytest.Config, machine: "MachineUnderTest", cycles_max: int) -> None:
    """Begin a test on a machine.  Errors: VecxError for an invalid setting"""
    hangs = config.getini("vecx_hangs") or "fail"
    if hangs not in ("fail", "pass"):
        raise VecxError(f"vecx_hangs is '{hangs}'; it must be fail or pass")
    machine.hangs_fail = hangs == "fail"
    machine.begin_judging()
    machine.judge.cycles_max = cycles_max


def _let_begin(machine: "MachineUnderTest", begin: str) -> None:
    """Run to the place where a test begins.  Errors: VecxError if it is not reached"""
    if begin == "power-on" or machine.cartridge is None:
        return
    where, count = (0, SPACE) if begin == "program" else (machine.address(begin), 1)
    if not machine.run_to(where, count, BEGIN_CYCLES_MAX):
        raise VecxError(f"the program has not reached {begin} after {BEGIN_CYCLES_MAX:,} cycles; "
                        f"PC is {machine.where(machine.registers.pc)}; check the header with "
                        "`vecx info`, or set `vecx_begin` to another place")
    machine.run_cycles(0)       # drop the frames so far


@pytest.fixture
def golden(request: pytest.FixtureRequest, pytestconfig: pytest.Config,
           tmp_path_factory: pytest.TempPathFactory) -> "Golden":
    """Give `golden(frame, "name")`, which compares a frame with the test's golden/name.json."""
    from .golden import Golden

    base = tmp_path_factory.getbasetemp()
    claims = (base.parent if hasattr(pytestconfig, "workerinput") else base) / "golden-claims"
    return Golden(request.path.parent / "golden", _pictures(pytestconfig),
                  update=pytestconfig.getoption("update_golden"), claims=claims)


def _pictures(config: pytest.Config) -> Path:
    """Return the folder for drawings, next to pytest's cache."""
    folder = config.rootpath / PICTURES
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n")
    return folder


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with the argument `contract` for each contract block of the cartridge."""
    mark = metafunc.definition.get_closest_marker("contracts")
    if "contract" not in metafunc.fixturenames or mark is None:
        return
    cart = metafunc.definition.get_closest_marker("cartridge")
    try:
        debug = _cartridge_of(metafunc.config, cart.args[0] if cart and cart.args else "").debug
        blocks = _blocks(debug.contracts, tuple(mark.kwargs.get("leave_out", ())), debug)
    except VecxError as fault:
        raise pytest.UsageError(str(fault)) from None
    metafunc.parametrize("contract", blocks, ids=[block.name for block in blocks])


def _blocks(contracts: Any, leave_out: tuple[str, ...], debug: Any) -> "list[Contract]":
    """Return the blocks except those left out.  Errors: VecxError for an unknown name"""
    for name in leave_out:
        if name not in contracts:
            raise VecxError(f"leave_out of the mark `contracts`: '{name}' has no contract block"
                            if name in debug.symbols else debug.unknown(name))
    return [block for name, block in contracts.items() if name not in leave_out]


@pytest.fixture(scope="session")
def _states() -> "dict[int, dict[str, list[Kept]]]":
    """Return a cache of machine states at the entry of each routine, by cartridge."""
    return {}


@pytest.fixture
def play() -> "Callable[[Machine], object]":
    """Give the function that plays the game while `holds` collects states; projects can override
    this fixture."""
    return lambda machine: machine.run_frames(STATE_FRAMES)


@pytest.fixture
def holds(machine: "MachineUnderTest", play: "Callable[[Machine], object]",
          _states: "dict[int, dict[str, list[Kept]]]") -> "Callable[[Contract], int]":
    """Give `holds(contract)`, which checks a routine's contract in states from a run, and returns
    the bytes of stack it used."""
    from .contracts import check_from, sampled

    def check(contract: "Contract") -> int:
        key = id(machine.debug)
        if key not in _states:
            _states[key] = sampled(machine, list(machine.debug.contracts.values()), play)
        return check_from(machine, contract, _states[key][contract.name])

    return check


def _end_at_users_line(fault: Any) -> None:
    """End the traceback of a user's mistake at the line of the test that called vecx."""
    if not isinstance(fault.value, VecxError | AssertionError):
        return
    entry, last = fault.tb, None
    while entry is not None:
        if OWN not in Path(entry.tb_frame.f_code.co_filename).parents:
            last = entry
        entry = entry.tb_next
    if last is not None:
        last.tb_next = None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Add the machine's state to the report of a failing test, and omit vecx's own code."""
    if call.excinfo is not None and not item.config.getoption("fulltrace"):
        _end_at_users_line(call.excinfo)
    report = (yield).get_result()
    if not report.failed or report.when not in ("call", "teardown"):
        return
    found = getattr(item, "funcargs", {}).get("machine")
    if found is None or "vecx" not in type(found).__module__:
        return
    from .failures import save_picture, state_text
    from .machine import MachineUnderTest

    if not isinstance(found, MachineUnderTest) or any(title == "machine"
                                                      for title, _ in report.sections):
        return
    text = state_text(found)
    try:
        if path := save_picture(found, _pictures(item.config), item.nodeid):
            text += f"\n\npicture: {os.path.relpath(path, item.config.invocation_params.dir)}"
    except (VecxError, OSError) as fault:
        text += f"\n\nno picture: {fault}"
    report.sections.append(("machine", text))
