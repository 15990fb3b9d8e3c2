"""A pytest plugin: marks name clauses that there are, and each clause has a test that passes.

An unknown clause is an error as the tests are collected, always. A clause without a passing test
fails the run; where only some of the tests were asked for (a path, `-k`, `-m`, `--lf`, `-x` that
stopped it) nobody can tell, and it says nothing.

Under pytest-xdist the workers collect and the controller reports: each test carries its clauses in
its `user_properties`, which are part of every report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

_NARROWING = (
    "collectonly",
    "lf",
    "stepwise",
    "ignore",
    "ignore_glob",
    "deselect",
    "keyword",
    "markexpr",
)
"""Options under which not every test runs, whether or not pytest says which are left out."""

_PROPERTY = "clauses"


class Clauses:
    """Knows the clauses there are, and watches which of them the tests prove.

    `marks` are the clauses of every test collected: file from the root, name with its class's.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self.known = tuple(known)
        self.marks: dict[tuple[str, str], tuple[str, ...]] = {}
        self._proved: set[str] = set()
        self._narrowed = False
        self._unproved: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        unknown = []
        for item in items:
            clauses = [str(name) for mark in item.iter_markers("clause") for name in mark.args]
            item.user_properties.append((_PROPERTY, clauses))
            file, _, test = item.nodeid.partition("[")[0].partition("::")
            self.marks[file, test] = (*self.marks.get((file, test), ()), *clauses)
            unknown += [f"{item.nodeid}: {name}" for name in clauses if name not in self.known]
        if unknown:
            listed = "\n  ".join(unknown)
            raise pytest.UsageError(
                f"marks name clauses that there are none of (docs/clauses has them):\n  {listed}"
            )

    def pytest_deselected(self) -> None:
        self._narrowed = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            for name, clauses in report.user_properties:
                if name == _PROPERTY:
                    self._proved.update(clauses)  # type: ignore[arg-type]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return
        if hasattr(session.config, "workerinput"):
            return
        if self._narrowed or session.shouldstop or session.shouldfail or _narrow(session.config):
            return
        self._unproved = [name for name in self.known if name not in self._proved]
        if self._unproved:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._unproved:
            terminalreporter.write_line(
                f"No passing test proves {_listed(self._unproved)}: every clause of docs/clauses"
                " needs one, marked @pytest.mark.clause with its id.",
                red=True,
            )


def _narrow(config: pytest.Config) -> bool:
    """Were only some of the tests asked for?"""
    if any(config.getoption(option, None) for option in _NARROWING):
        return True
    here = config.invocation_params.dir
    asked = [(here / argument.partition("::")[0]).resolve() for argument in config.args]
    within = any("::" in argument for argument in config.args)
    wanted = [config.rootpath / path for path in config.getini("testpaths")] or [config.rootpath]
    return within or not all(_covered(path.resolve(), asked) for path in wanted)


def _covered(path: Path, asked: Sequence[Path]) -> bool:
    return any(each == path or each in path.parents for each in asked)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
