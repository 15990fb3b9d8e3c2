"""The API reference: every public name of `import combatlog`, with its signature and docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import get_args

import msgspec

import combatlog
from events.errors import CombatlogError
from events.types.outcomes import Ground
from events.types.unions import OUTCOMES, Declaration, Historic, Statement

HEAD = """# The API

Generated from the code by `python docs/generate.py`; do not edit.

Everything below is imported with `import combatlog` or `from combatlog import …`. These names are
stable: they change only with a new minor version, and the changelog says so. Anything else in the
packages may change at any time. The tags and field names of events are the storage format and never
change.
"""


def api() -> str:
    """Return the API reference."""
    return f"{HEAD}\n" + "\n".join(_sections()).rstrip() + "\n"


def _sections() -> Iterator[str]:
    groups: dict[str, list[str]] = {title: [] for title in _TITLES}
    for name in combatlog.__all__:
        if name != "__version__":
            groups[_group(getattr(combatlog, name))].append(name)
    for title, names in groups.items():
        yield f"## {title}\n"
        for name in names:
            yield from _entry(name, getattr(combatlog, name))


_TITLES = (
    "Campaigns, fights, sessions",
    "Declarations",
    "Statements of fact",
    "Rolls and outcomes",
    "Events of the log",
    "Sheets, games and states",
    "Errors",
)


def _group(value: object) -> str:
    """Return the title under which a public name stands."""
    if not isinstance(value, type):
        return "Campaigns, fights, sessions"
    module = value.__module__
    if issubclass(value, CombatlogError):
        return "Errors"
    if value in get_args(Statement):
        return "Statements of fact"
    if issubclass(value, Declaration) or module.endswith(".declarations"):
        return "Declarations"
    if value in OUTCOMES or value is Ground or module.endswith(".rolls"):
        return "Rolls and outcomes"
    if issubclass(value, Historic) or module.endswith(".types.corrections"):
        return "Events of the log"
    if issubclass(value, msgspec.Struct) and module.startswith("events.types"):
        return "Sheets, games and states"
    if module.startswith(("projections.", "events.store.envelope")):
        return "Sheets, games and states"
    return "Campaigns, fights, sessions"


def _entry(name: str, value: object) -> Iterator[str]:
    """Yield a heading, the signature, the docstring, and the methods of a class that has any."""
    yield f"### `{name}`\n"
    yield f"```python\n{name}{_signature(value)}\n```\n"
    if doc := _docstring(value):
        yield f"{doc}\n"
    if isinstance(value, type) and not issubclass(value, CombatlogError):
        for method, function in _list_members(value):
            if method.startswith("_") or not _is_documented(function):
                continue
            called = "" if isinstance(function, property) else _signature(function)
            yield f"```python\n{name}.{method}{called}\n```\n\n{_docstring(function)}\n"


def _list_members(value: type) -> Iterator[tuple[str, object]]:
    """Yield what a class has of its own and from base classes in combatlog that are not public."""
    for base in reversed(value.__mro__):
        ours = base.__module__.startswith("combatlog.") and not hasattr(combatlog, base.__name__)
        if base is value or ours:
            yield from vars(base).items()


def _is_documented(value: object) -> bool:
    return isinstance(value, property) or (inspect.isfunction(value) and bool(value.__doc__))


def _signature(value: object) -> str:
    """Return a signature without `self`, one parameter a line where it is long."""
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    shown: list[str] = []
    keywords = False
    for each in signature.parameters.values():
        if each.name == "self":
            continue
        if each.kind is each.KEYWORD_ONLY and not keywords:
            shown.append("*")
        keywords |= each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL)
        star = "*" if each.kind is each.VAR_POSITIONAL else ""
        value_shown = getattr(each.default, "__name__", repr(each.default))
        default = "" if each.default is each.empty else f" = {value_shown}"
        shown.append(f"{star}{each.name}: {_annotation(each.annotation)}{default}")
    returned = _annotation(signature.return_annotation)
    after = "" if isinstance(value, type) or returned == "None" else f" -> {returned}"
    line = f"({', '.join(shown)}){after}"
    return line if len(line) < 70 else "(\n    " + ",\n    ".join(shown) + f",\n){after}"


def _annotation(value: object) -> str:
    text = value if isinstance(value, str) else getattr(value, "__forward_arg__", "")
    text = text.strip("'\"") or inspect.formatannotation(value)
    return re.sub(r"\b(?:[a-z_]+\.)+", "", text)


def _docstring(value: object) -> str:
    """Return a docstring as Markdown; code that it indents is fenced."""
    lines = (inspect.getdoc(value) or "").splitlines()
    return "\n".join(line.replace("<", "&lt;") for line in lines)
