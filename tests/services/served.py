"""A wiki for a session of tests, or the reason why there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from tests.services.packages import Unavailable

Wiki = TypeVar("Wiki")

REQUIRED = "COMBATLOG_REQUIRE_SERVICES"
"""Set to 1 where the tests against real wikis must run: they fail, not skip, without them."""


def served(wiki: Callable[[Path], Wiki], data: Path) -> Wiki:
    """The wiki, started; where it cannot be had the tests that need it are skipped, or fail."""
    try:
        return wiki(data)
    except Unavailable as reason:
        if os.environ.get(REQUIRED) == "1":
            pytest.fail(str(reason), pytrace=False)
        pytest.skip(str(reason))
