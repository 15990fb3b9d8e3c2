"""Carrying a combatant over from one fight to the next, with wounds and conditions."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from events.types.sheets import Condition, Sheet
from projections.state.fight_state import Combatant, FightState


def carry_sheet(
    one: Combatant, origin: str, elapsed: int = 0, passing: Container[str] = ()
) -> Sheet:
    """Return the sheet of a combatant as a fight left them.

    `origin` names the fight and their id there. `elapsed` is the second of the old clock that is
    second 0 of the new one, so that wounds and conditions come due at the right time. Conditions
    named in `passing` end with the fight, and so do those about another combatant.
    """
    wounds = tuple(
        msgspec.structs.replace(wound, due=_shift_due(wound.due, elapsed)) for wound in one.wounds
    )
    abouts = {"", *(weapon.name for weapon in one.weapons)}
    conditions = tuple(
        Condition(
            each.name,
            each.bars,
            each.source,
            about=each.about,
            due=_shift_due(each.due, elapsed),
        )
        for each in one.conditions
        if each.name not in passing and each.about in abouts
    )
    return Sheet(
        name=one.name,
        scores=dict(one.scores),
        kind=one.kind,
        side=one.side,
        player=one.player,
        scale=one.scale,
        maxima={score: most for score, most in one.maxima.items() if most != one.scores[score]},
        armor=one.armor,
        weapons=one.weapons,
        effects=one.effects,
        leader=one.leader,
        each=one.each,
        choices=dict(one.choices),
        conditions=conditions,
        wounds=wounds,
        origin=origin,
        shield=one.shield,
        skills=one.skills,
        crew=one.crew,
        noun=one.noun,
        plural=one.plural,
    )


def seat_crew(sheet: Sheet, state: FightState) -> Sheet:
    """Return the sheet of a craft with its crew by their ids in the fight it joins.

    A crew member is the combatant carried over from the same fight, else one new to this fight with
    the same id; members who are not here are left out.
    """
    fight = sheet.origin.rpartition("/")[0]
    came = {one.origin: one.id for one in state.combatants.values() if one.origin}
    fresh = {one.id for one in state.combatants.values() if not one.origin}
    crew: dict[str, str] = {}
    for id, post in sheet.crew.items():
        here = came.get(f"{fight}/{id}") or (id if id in fresh else "")
        if here:
            crew[here] = post
    return msgspec.structs.replace(sheet, crew=crew)


def _shift_due(due: int | None, elapsed: int) -> int | None:
    """Return a time of the old clock on the new one; what is overdue is due at second 1."""
    return max(1, due - elapsed) if due else None
