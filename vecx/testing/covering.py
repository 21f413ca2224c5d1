"""Coverage in pytest: follows all machines of the tests, and collects the results of workers."""

import os
from pathlib import Path
from typing import Any

import pytest

from ..errors import VecxError

WORKER_KEY = "vecx_coverage"


class Covering:
    """The coverage of one process; the main process also collects that of all workers.

    The plug-in calls `total.follow` with each machine.
    """

    def __init__(self, config: pytest.Config) -> None:
        from ..measure.coverage.total import Total

        self._config = config
        rom = config.getoption("asm_cov_rom")
        sources = Path(__file__).parents[2]
        self.total = Total([config.invocation_params.dir, config.rootpath, sources,
                            sources / "games"], rom=rom)
        self.by_test = config.getoption("asm_cov_context") == "test"
        self.data_file = config.rootpath / (config.getini("asm_cov_file") or ".coverage.asm")
        self.share: float | None = None

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """When a test ends, attribute to it the lines that ran during the test."""
        yield
        self.total.collect(item.nodeid if self.by_test else "")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Any:
        """Attribute the lines that fixtures ran to the test's file, because other tests may share
        the fixtures."""
        yield
        self.total.collect(item.nodeid.partition("::")[0] if self.by_test else "")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", None) or {}
        if WORKER_KEY in output:
            import json

            self.total.add(json.loads(output[WORKER_KEY]))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.total.collect()
        worker = getattr(self._config, "workeroutput", None)
        if worker is not None:
            import json

            worker[WORKER_KEY] = json.dumps(self.total.plain())
            return
        from ..measure.coverage import reports

        try:
            reports.write_data(self.total, self.data_file)
            if self.by_test:
                self.total.save_ran(self.data_file)
        except VecxError as fault:
            raise pytest.UsageError(str(fault)) from None

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        from ..measure.coverage import reports

        if not self.total.all.lines:
            terminalreporter.write_line("coverage: no machine had a cartridge with known sources",
                                        yellow=True)
            return
        terminalreporter.section("coverage of the assembly sources")
        for requested in self._config.getoption("asm_cov_report") or ["term"]:
            kind, _, place = requested.partition(":")
            try:
                self.share, text = reports.report(self.data_file, kind, place)
            except VecxError as fault:
                terminalreporter.write_line(f"coverage: {fault}", red=True)
                continue
            terminalreporter.write(text.replace(os.getcwd() + os.sep, ""))
        least = self._config.getoption("asm_cov_fail_under")
        if least is not None and self.share is not None and self.share < least:
            terminalreporter.write_line(f"coverage: {self.share:.1f} % is less than {least:g} %",
                                        red=True)
            terminalreporter._session.exitstatus = pytest.ExitCode.TESTS_FAILED
