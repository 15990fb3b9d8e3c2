"""Effects as a roster of this game writes them: scores in its own spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.names import folded
from events.sheets import Effect
from rulesets.brighter.ladder import ATTRIBUTES, GRIT
from rulesets.common import effects

WHEN = {field: when for field, when in effects.WHEN.items() if when != "hit"}
"""The field of an entry that holds an effect, and when that happens."""


def read_effects(written: Mapping[str, Any]) -> Iterator[Effect]:
    """All effects of an entry."""
    for field, when in WHEN.items():
        value = written.get(field, [])
        for item in value if isinstance(value, list) else [value]:
            yield read_effect(field, when, item)


def read_effect(field: str, when: str, item: Any) -> Effect:
    """An effect as written; one that regains something regains Grit."""
    effect = effects.read_effect(field, when, item)
    return msgspec.structs.replace(effect, score=_spelled(effect.score), save=_spelled(effect.save))


def _spelled(text: str) -> str:
    scores = (*ATTRIBUTES, GRIT)
    return next((score for score in scores if folded(score) == folded(text)), text)
