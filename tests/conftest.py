"""Options and markers of the tests: which run by default, and which share a process.

The fast tests run by default. `--full` runs the slow ones, too; with `-m` the expression decides.
`--first` runs one case of each test: enough to see whether another Python does the same.
`--part 2/3` runs of each test each third case, from the second on; a test of fewer cases runs one.
Slow are the tests marked so, those in the folders of `SLOW_FOLDERS`, those that use a real wiki or
a browser, and of a test marked `sampled` every case but the first (or each third, with
`sampled(every=3)`). Under pytest-xdist (`--dist loadgroup`) all tests of a service run in one
process, so that it is started once; those of a browser share one by file.

Property tests run without deadlines, since machines differ, and with the same examples each time
where `CI` is set.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from docs.generators.book import clause_ids
from tests.services.packages import Unavailable, skip_or_fail
from tests.services.postgres import Postgres, empty
from tests.support.clauses import Clauses
from tests.support.parts import part_of

pytest_plugins = ["pytester"]

os.environ["COMBATLOG_KEY"] = ""  # a developer's own key signs in no test

SLOW_FOLDERS = ("damaged", "durability", "properties")

SERVICES = {
    "mediawiki": "wikis",
    "dokuwiki": "wikis",
    "browser": "browser",
    "postgres": "postgres",
}
"""Fixtures that start a service, and the group of tests that share it."""

settings.register_profile("table", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True)
settings.load_profile("build" if os.environ.get("CI") else "table")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of this session's own."""
    try:
        server = Postgres()
    except Unavailable as reason:
        skip_or_fail(str(reason))
    yield server
    server.remove()


@pytest.fixture(scope="session")
def shared_database(postgres: Postgres) -> str:
    """A database with combatlog's tables, which `empty_database` empties for each test."""
    return postgres.make_database()


@pytest.fixture
def empty_database(postgres: Postgres, shared_database: str) -> str:
    """The name of a database with combatlog's tables and nothing in them."""
    empty(postgres, shared_database)
    return shared_database


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--full`, `--first` and `--part`."""
    parser.addoption("--full", action="store_true", help="run the slow tests, too")
    parser.addoption("--first", action="store_true", help="run the first case of each test alone")
    parser.addoption(
        "--part", help="run a part of each test's cases: 2/3 is each third from the 2nd"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Watch the clauses in every run (tests/support/clauses.py)."""
    config.pluginmanager.register(Clauses(clause_ids()), "clauses")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests that use a service and tests in slow folders.

    This is the hook of the single test, since pytest-xdist reads the groups before other plugins
    see the whole collection.
    """
    groups = {SERVICES[name] for name in _fixtures(item) if name in SERVICES}
    for group in groups:
        name = f"{group} {item.path.stem}" if group == "browser" else group
        item.add_marker(pytest.mark.xdist_group(name))
        if group == "postgres":
            item.add_marker(pytest.mark.postgres)
    if groups or _folder(item) in SLOW_FOLDERS or _is_beyond_sample(item):
        item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests by default, and of each test the cases beyond `--first` or `--part`.

    This comes after `-m`, so that a part is one of the cases that `-m` leaves.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not (_only_fast(config) and item.get_closest_marker("slow")):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    chosen = {item for of_test in cases.values() for item in _part(config, of_test)}
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say that slow tests were left out."""
    # The workers of pytest-xdist do not say what they left out.
    left_out = terminalreporter.stats.get("deselected") or config.getoption("numprocesses", None)
    if left_out and _only_fast(config):
        terminalreporter.write_line("Slow tests were left out; --full runs them, too.")


def _only_fast(config: pytest.Config) -> bool:
    return not (config.option.full or config.option.markexpr)


def _part(config: pytest.Config, cases: list[pytest.Item]) -> list[pytest.Item]:
    """Return the cases of a test that `--first` or `--part` leaves."""
    if config.option.first:
        return cases[:1]
    return part_of(cases, config.option.part or "1/1")


def _fixtures(item: pytest.Item) -> set[str]:
    """Return the names of the fixtures a test uses, also those it requests by a parameter."""
    names = set(getattr(item, "fixturenames", ()))
    if "request" in names and (callspec := getattr(item, "callspec", None)):
        names |= {value for value in callspec.params.values() if isinstance(value, str)}
    return names


def _is_beyond_sample(item: pytest.Item) -> bool:
    """Return whether a test is a case of a sampled test that is left out by default: all but the
    first, or but each `every`th."""
    sampled = item.get_closest_marker("sampled")
    callspec = getattr(item, "callspec", None)
    if sampled is None or callspec is None:
        return False
    every = sampled.kwargs.get("every", 0)
    return any(at % every if every else at for at in callspec.indices.values())


def _folder(item: pytest.Item) -> str:
    """Return the name of the folder in tests/ that a test is in."""
    return item.path.relative_to(Path(__file__).parent).parts[0]
