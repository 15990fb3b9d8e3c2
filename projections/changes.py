"""What differs between two moments of a fight, combatant by combatant."""

from __future__ import annotations

from projections.state import Combatant, FightState
from projections.words import amount, conditions_words


def changes(before: FightState, after: FightState) -> list[str]:
    """One phrase a combatant that differs: `Rhinoceros HP 14 → 20`, `Ada no longer here`."""
    told: list[str] = []
    for id in dict.fromkeys([*before.combatants, *after.combatants]):
        was, now = before.combatants.get(id), after.combatants.get(id)
        if was is None and now is not None:
            told.append(f"{now.name} here")
        elif now is None and was is not None:
            told.append(f"{was.name} no longer here")
        elif was is not None and now is not None and (parts := _parts(before, after, was, now)):
            told.append(f"{now.name} {', '.join(parts)}")
    return told


def _parts(before: FightState, after: FightState, was: Combatant, now: Combatant) -> list[str]:
    game = after.game
    parts = [
        f"{score} {amount(game, score, was.scores[score])} → {amount(game, score, number)}"
        for score, number in now.scores.items()
        if was.scores.get(score) != number
    ]
    parts += [
        f"max {score} {amount(game, score, was.maxima[score])} → {amount(game, score, most)}"
        for score, most in now.maxima.items()
        if was.maxima.get(score) != most
    ]
    if was.standing != now.standing:
        parts.append({"in": "in the fight", "gone": now.how, "dead": "dead"}[now.standing])
    then, today = conditions_words(before, was), conditions_words(after, now)
    parts += [name for name in today if name not in then]
    if was.area != now.area:
        parts.append(f"in {now.area}" if now.area else "in no area")
    return parts + [f"no longer {name}" for name in then if name not in today]
