"""Shared fixtures: the un-jitted twin of vecx, the reference data, a minimal machine."""

import atexit
import gc
import importlib
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "tests" / "reference"
HYPOTHESIS_SEED = 1
LEVELS = "slow", "nightly"      # markers of tests that do not run by default
# Names of fixtures and parameters; the browser that takes longest to start is first.
BROWSERS = "firefox", "chromium"
# The tests do not use the settings and the data of the user who runs them.
os.environ["XDG_CONFIG_HOME"] = os.devnull
HOME = tempfile.mkdtemp(prefix="vecx-tests-")
os.environ["XDG_DATA_HOME"] = os.environ["XDG_STATE_HOME"] = HOME
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
if sys.dont_write_bytecode:     # hundreds of tests start Python, so compile modules only once
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = \
        str(ROOT / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False


def import_plain(name: str) -> ModuleType:
    """Import a module of vecx a second time, as plain Python."""
    return import_again("vecx_plain", "0", name)


def import_again(package_name: str, implementation: str, name: str) -> ModuleType:
    """Import a module of vecx again under another package name, in one implementation."""
    if package_name not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            package_name, ROOT / "vecx" / "__init__.py",
            submodule_search_locations=[str(ROOT / "vecx")])
        assert spec and spec.loader
        package = importlib.util.module_from_spec(spec)
        sys.modules[package_name] = package
        spec.loader.exec_module(package)
    before = os.environ.get("VECX_JIT")
    os.environ["VECX_JIT"] = implementation
    try:
        return importlib.import_module(f"{package_name}.{name}")
    finally:
        if before is None:
            del os.environ["VECX_JIT"]
        else:
            os.environ["VECX_JIT"] = before


@pytest.fixture(scope="session")
def plain() -> Callable[[str], ModuleType]:
    """Return the importer of the un-jitted twin: plain("chips.via")."""
    return import_plain


@pytest.fixture(scope="session")
def with_numba() -> Callable[[str], ModuleType]:
    """Return the importer of the twin compiled by numba; skip the test if numba is missing."""
    pytest.importorskip("numba")
    return lambda name: import_again("vecx_numba", "numba", name)


@pytest.fixture(scope="session")
def reference() -> Path:
    """Return the folder of the reference data."""
    return REFERENCE


@pytest.fixture
def program() -> Callable[..., Any]:
    """Return a function that makes machines which run a few lines of source from power-on."""
    from asm import assemble
    from vecx.machine import Machine

    def make(source: str, preset: str = "ideal", machine: type = Machine, **options: Any) -> Any:
        text = f" org $E000\n setdp $D0\nstart\n{source}\n org $FFFE\n fdb start\n"
        assembled = assemble(text, name="program")
        assert assembled.image is not None, assembled.messages()
        m = machine(None, assembled.image.ljust(8192, b"\0"), preset, **options)
        m.symbols.update({name: s.value for name, s in assembled.symbols.items()})
        return m

    return make


# A shell that starts the tests in the background ignores SIGINT for them and their programs.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# How long a test takes, and how long its examples take to draw, depends on what else runs.
hypothesis.settings.register_profile("vecx", deadline=None, suppress_health_check=[
    hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.function_scoped_fixture])
hypothesis.settings.load_profile("vecx")


@pytest.hookimpl(tryfirst=True)     # Hypothesis reads the option in this hook
def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis draw the same examples in each run, unless --hypothesis-seed is given; collect
    no garbage before the tests run."""
    gc.disable()
    if config.getoption("hypothesis_seed") is None:
        config.option.hypothesis_seed = HYPOTHESIS_SEED


class Frozen:
    """The objects of the tests themselves, which the garbage collector ignores.

    Looking through them took a fifth of all time.  gc.get_freeze_count counts them for 0.1 s.
    """

    def __init__(self) -> None:
        self.is_frozen = False
        self.unfreeze, gc.unfreeze = gc.unfreeze, self.end

    def begin(self) -> None:
        """Ignore all objects that there are, unless that has not ended."""
        if not self.is_frozen:
            gc.collect()
            gc.freeze()
            self.is_frozen = True

    def end(self) -> None:
        """Ignore no objects; the player asks for this."""
        self.unfreeze()
        self.is_frozen = False


FROZEN = Frozen()


def pytest_collection_finish() -> None:
    """Let the garbage collector ignore the tests.  A pytest that a test starts needs no pytest-lsp,
    whose import takes half a second.
    """
    gc.enable()
    gc.set_threshold(20_000)
    FROZEN.begin()
    os.environ["PYTEST_ADDOPTS"] = os.environ.get("PYTEST_ADDOPTS", "") + " -p no:pytest-lsp"


@pytest.fixture(scope="module", autouse=True)
def freezing() -> None:
    """Let it ignore them again after tests of the player."""
    FROZEN.begin()


def pytest_report_header(config: pytest.Config) -> str:
    """Return a line that names the seed of all that is drawn by chance."""
    return f"examples are drawn with --hypothesis-seed={config.getoption('hypothesis_seed')}"


def browser_order(item: pytest.Item) -> int:
    """Return the position of a test's browser in BROWSERS; their number if it has none."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    names = {*getattr(item, "fixturenames", ()), *(one for one in values if isinstance(one, str))}
    return next((number for number, name in enumerate(BROWSERS) if name in names), len(BROWSERS))


def runs_by_default(item: pytest.Item) -> bool:
    """Return whether a test has none of the markers in LEVELS."""
    return not any(map(item.get_closest_marker, LEVELS))


def spread(items: list[pytest.Item], count: int) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return a number of evenly distributed tests, and the others."""
    chosen = {number * len(items) // count for number in range(count)}
    return ([item for number, item in enumerate(items) if number in chosen],
            [item for number, item in enumerate(items) if number not in chosen])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect slow and nightly tests, unless `-m` or their name selects them; begin with browsers.

    Of a test with the marker `sample(N)`, N evenly distributed cases run; the others count as slow,
    or with `sample(N, slow=M)` M of them, and the rest as nightly.
    Tests in a browser come first, so that few workers start browsers and load the workshop; of
    those, tests in Firefox, which takes longest to start.
    """
    items.sort(key=browser_order)
    cases: dict[tuple[Any, str], list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sample") and runs_by_default(item):
            cases.setdefault((item.parent, getattr(item, "originalname", "")), []).append(item)
    for group in cases.values():
        marker = group[0].get_closest_marker("sample")
        assert marker
        _, others = spread(group, *marker.args)
        slow, rest = spread(others, marker.kwargs.get("slow", len(others)))
        for level, part in zip(LEVELS, (slow, rest), strict=True):
            for item in part:
                item.add_marker(level)
    for item in items:
        if item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.timeout(0))     # no limit
    chosen = config.getoption("-m") or ""
    if any(level in chosen for level in LEVELS) or any("::" in word for word in config.args):
        return
    later = [item for item in items if not runs_by_default(item)]
    config.hook.pytest_deselected(items=later)
    items[:] = [item for item in items if runs_by_default(item)]
