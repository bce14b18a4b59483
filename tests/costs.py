"""Measures what each test costs: processor time of it and of every process it starts, never elapsed time.

`make test` leaves out tests marked `costly`, which take half a second and more. A run ends with its ten costliest
tests, those without that mark named as such, and with what the whole run took, collecting included, over a plain loop
of the same machine and minute: a measure that can be compared between machines. No test fails by what it costs, which
other programs of the machine can double. A fixture that several tests share counts for none of them. COSTS=FILE writes
all tests to a file, the costliest first.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import get_resolver

TOLD = 10
# None of these is part of `make test`, except for a few tests in the browser.
MARKED = ("costly", "prove", "soak", "package", "installation", "pictures", "browser", "webkit")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PLAIN_LOOP = "s = 0\nfor i in range(4_000_000): s += i * i"


def _children(process: int | str) -> Iterator[int]:
    """The child processes of this one."""
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, thread.read_text().split()):
            yield child
            yield from _children(child)


def _of_process(process: int) -> float:
    """The processor seconds of a process and of those it has waited for; 0 if it has ended meanwhile."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def processor_seconds() -> float:
    """The processor seconds so far of this process and, where the system reports them, of all that it started."""
    own = sum(os.times()[:4])
    try:
        return own + sum(_of_process(child) for child in _children("self"))
    except OSError:
        return own


def _plain_loop() -> float:
    """The processor seconds of `PLAIN_LOOP` over twenty million numbers, estimated from a fifth of it.

    It runs as a script does, since the variables of a function would make it twice as fast.
    """
    began = time.process_time()
    exec(PLAIN_LOOP, {})
    return 5 * (time.process_time() - began)


class Costs:
    """Measures the tests of one process."""

    def __init__(self) -> None:
        self.began = 0.0
        self.shared = 0.0
        self.sharing = False

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Import every view, which would else count for the first test that asks for an address."""
        if session.items and not session.config.option.collectonly:
            get_resolver().url_patterns  # noqa: B018

    def _so_far(self) -> float:
        return processor_seconds() - self.began - self.shared

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.began, self.shared = processor_seconds(), 0.0
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef) -> Iterator[None]:
        if fixturedef.scope == "function" or self.sharing:
            return (yield)
        self.sharing = True
        began = processor_seconds()
        try:
            return (yield)
        finally:
            self.shared += processor_seconds() - began
            self.sharing = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
        report = yield
        if report.when != "call":
            return report
        cost = self._so_far()
        report.user_properties.append(("cost", cost))
        report.user_properties.append(("is_marked", any(map(item.get_closest_marker, MARKED))))
        return report


class CostReport:
    """Collects what the tests cost, those of other workers too, and prints it at the end."""

    def __init__(self) -> None:
        self.costs: dict[str, float] = {}
        self.unmarked: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call":
            return
        properties = dict(report.user_properties)
        self.costs[report.nodeid] = properties["cost"]
        if not properties["is_marked"]:
            self.unmarked.add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        costliest = sorted(self.costs.items(), key=lambda cost: (-cost[1], cost[0]))
        if not costliest:
            return
        terminalreporter.section(f"{sum(self.costs.values()):.0f} s of processor time, the costliest tests")
        for test, cost in costliest[:TOLD]:
            terminalreporter.write_line(f"{cost:6.2f} s {test}{' (without a mark)' if test in self.unmarked else ''}")
        whole_run, loop = processor_seconds(), _plain_loop()
        terminalreporter.write_line(
            f"The whole run took {whole_run:.0f} s of processor time, {whole_run / loop:.0f} times a plain loop."
        )
        if "COSTS" in os.environ:
            Path(os.environ["COSTS"]).write_text("".join(f"{cost:.3f}\t{test}\n" for test, cost in costliest))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "costs")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(CostReport(), "costs-report")
