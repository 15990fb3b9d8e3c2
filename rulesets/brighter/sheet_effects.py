"""Effects as a roster of this game writes them: scores in its own spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.types.names import folded
from events.types.sheets import Effect
from rulesets.brighter.ladder import ATTRIBUTES, GRIT
from rulesets.common import effects

WHEN = {field: when for field, when in effects.WHEN.items() if when != "hit"}
"""The field of an entry that holds an effect, and when that happens."""


def read_effects(written: Mapping[str, Any], fields: Mapping[str, str] = WHEN) -> Iterator[Effect]:
    """All effects of an entry, or of a weapon; one that regains something regains Grit."""
    for effect in effects.read_effects(written, fields):
        score, save = _spelled(effect.score), _spelled(effect.save)
        yield msgspec.structs.replace(effect, score=score, save=save)


def _spelled(text: str) -> str:
    scores = (*ATTRIBUTES, GRIT)
    return next((score for score in scores if folded(score) == folded(text)), text)
