"""The public API: `import combatlog` gives every name that programs need."""

from __future__ import annotations

import inspect
import pydoc
from typing import get_args

import pytest

import combatlog
from events import errors
from events.types.unions import AnyEvent


def test_every_public_name_is_there() -> None:
    """Each name in `__all__` can be imported, and `dir` shows it."""
    assert [*combatlog.__all__] == sorted(combatlog.__all__)
    assert set(combatlog.__all__) == set(dir(combatlog))
    for name in combatlog.__all__:
        assert getattr(combatlog, name) is not None


def test_every_event_type_is_public() -> None:
    """Declarations, rolls, outcomes and the events of the log."""
    missing = {kind.__name__ for kind in get_args(AnyEvent)} - {*combatlog.__all__}
    assert set() == missing
    for kind in get_args(AnyEvent):
        assert kind is getattr(combatlog, kind.__name__)


def test_every_error_is_public() -> None:
    """All of the error tree."""
    for name, error in inspect.getmembers(errors, inspect.isclass):
        if issubclass(error, errors.CombatlogError):
            assert error is getattr(combatlog, name)


@pytest.mark.slow
def test_help_shows_the_names() -> None:
    """`help(combatlog)` lists classes and functions with their docstrings."""
    text = pydoc.plain(pydoc.render_doc(combatlog))
    for name in ("class Session", "class Attack", "class DamageDealt", "class Refused", "create("):
        assert name in text


def test_importing_the_package_loads_nothing_else() -> None:
    """Names are imported when they are first used."""
    import subprocess
    import sys

    code = "import sys, combatlog; print([m for m in sys.modules if m.startswith('events')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()
