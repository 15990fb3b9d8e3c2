"""Effects as people write them: what weapons and creatures do besides damage (CF-15, CF-29,
BW-08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from events.errors import Refused
from events.sheets import Effect
from rulesets.common.naming import nearest, pick

WHEN = {
    "hit": "hit",
    "critical": "critical",
    "own_critical": "own-critical",
    "killed": "killed",
}
"""The field of an entry that holds an effect, and when that happens."""


def read_effects(written: Mapping[str, Any]) -> Iterator[Effect]:
    """All effects of an entry."""
    for field, when in WHEN.items():
        value = written.get(field, [])
        for item in value if isinstance(value, list) else [value]:
            yield read_effect(field, when, item)


def read_effect(field: str, when: str, item: Any) -> Effect:
    """An effect as written: words alone are told; a table says what it `does` besides."""
    if isinstance(item, str):
        return Effect(when, "tell", item)  # type: ignore[arg-type]
    if not isinstance(item, dict):
        raise Refused(f'{field} is text, or a table like {{ does = "incapacitate" }}')
    known = ("does", "text", "dice", "score", "save")
    for key in item:
        if key not in known:
            raise Refused(f"{field}: unknown key “{key}”{nearest(key, known)}")
    does = pick(str(item.get("does", "tell")), _doings(), "effect")
    texts = {key: str(item.get(key, "")) for key in known[1:]}
    return Effect(when, does, **texts)  # type: ignore[arg-type]


def _doings() -> tuple[str, ...]:
    return get_args(get_type_hints(Effect)["does"])
