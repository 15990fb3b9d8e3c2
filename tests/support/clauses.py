"""A pytest plugin: tests are marked with existing clauses only, and each clause has a passing test.

An unknown clause is always an error, before any test runs. A clause without a passing test fails
the run, unless only some of the tests were asked for (a path, `-k`, `-m`, `--lf`, a run that `-x`
stopped). Leaving out the slow tests makes no difference: the fast tests prove every clause.

Under pytest-xdist the workers collect and the controller reports. Each test carries its clauses in
its `user_properties`, which are part of every report; unknown clauses travel in `workeroutput`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

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

_UNKNOWN = "unknown clauses"


class Clauses:
    """The existing clauses, and which of them the tests of a run prove.

    `marks` has the clauses of every collected test, by file (from the root) and name (with its
    class's).
    """

    def __init__(self, known: Iterable[str]) -> None:
        self.known = tuple(known)
        self.marks: dict[tuple[str, str], tuple[str, ...]] = {}
        self._unknown: list[str] = []
        self._proved: set[str] = set()
        self._narrowed = False
        self._unproved: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        unknown = []
        for item in items:
            clauses = [str(name) for mark in item.iter_markers("clause") for name in mark.args]
            item.user_properties.append((_PROPERTY, clauses))
            # pytest-xdist may have added a group, as in test_it@browser.
            file, _, test = re.split(r"[\[@]", item.nodeid)[0].partition("::")
            self.marks[file, test] = (*self.marks.get((file, test), ()), *clauses)
            unknown += [f"{item.nodeid}: {name}" for name in clauses if name not in self.known]
        if not unknown:
            return
        if not hasattr(config, "workeroutput"):
            raise pytest.UsageError(_unknown_clauses(unknown))
        config.workeroutput[_UNKNOWN] = unknown
        items.clear()  # a worker that raises would be taken for one that crashed

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._unknown = getattr(node, "workeroutput", {}).get(_UNKNOWN, self._unknown)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self._narrowed |= not all(item.get_closest_marker("slow") for item in items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            for name, clauses in report.user_properties:
                if name == _PROPERTY and isinstance(clauses, list):
                    self._proved.update(clauses)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self._unknown:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
            return
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
        if self._unknown:
            terminalreporter.write_line(f"ERROR: {_unknown_clauses(self._unknown)}", red=True)
        if self._unproved:
            terminalreporter.write_line(
                f"No passing test proves {_listed(self._unproved)}: every clause of docs/clauses"
                " needs one, marked @pytest.mark.clause with its id.",
                red=True,
            )


def _unknown_clauses(unknown: Sequence[str]) -> str:
    listed = "\n  ".join(unknown)
    return f"these marks name clauses that do not exist (docs/clauses has them all):\n  {listed}"


def _narrow(config: pytest.Config) -> bool:
    """Return whether only some of the tests were asked for."""
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
