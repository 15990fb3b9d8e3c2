"""Prints the table that docs/speed.md quotes when the figures have been taken."""

from __future__ import annotations

import pytest

_TABLE = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_TABLE] = []


@pytest.fixture
def table(request: pytest.FixtureRequest) -> list[str]:
    """The lines of the table so far."""
    return request.config.stash[_TABLE]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    lines = config.stash[_TABLE]
    if lines:
        terminalreporter.write_line("\n| what | measured | target |\n|---|---|---|")
        terminalreporter.write_line("\n".join(lines))
