"""What came of it, in phrases: “Wolf takes 9 − 3 armor = 6 from Ada”."""

from __future__ import annotations

from typing import get_args

from events.types import outcomes as o
from events.types.unions import TurnAction
from projections.state.fight_state import FightState
from projections.text.roll_phrases import attack_faces, harm_sum
from projections.text.words import (
    Words,
    asked_words,
    because,
    is_craft,
    plus_minus,
    possessive,
    side_words,
    wound_words,
)

DECLARED = tuple(kind.__name__.lower() for kind in get_args(TurnAction))
"""The kinds by which a declaration is named where it lapses."""


def attack_rolled(e: o.AttackRolled, w: Words) -> str:
    """“Ada on Wolf: 2d10 → 9, 3, keeps 9”."""
    thrown = f"{plus_minus(e.dice)} → {attack_faces(e)}"
    return f"{w.name(e.by)} on {w.name(e.target)}: {thrown}{w.grounds(e.grounds)}"


def contest_formed(e: o.ContestFormed, w: Words) -> str:
    """“Fay against Orc and Orc 2 in gate”."""
    place = f" in {e.place}" if e.place else ""
    return f"{' against '.join(w.names(side) for side in e.sides)}{place}"


def contest_decided(e: o.ContestDecided, w: Words) -> str:
    """“Fay wins by 6 and strikes Orc”."""
    return contest_told(e, w, "")


def contest_told(e: o.ContestDecided, w: Words, naturals: str) -> str:
    """The same; where the totals are equal the higher natural roll has won it, `naturals`."""
    if not e.winner:
        return f"nobody wins{because(e.why)}"
    tie = "" if is_critical(e) else f" the tie{naturals}"
    margin = f" by {e.margin}" if e.margin else tie
    struck = f" and strikes {w.name(e.loser)}" if e.loser else ""
    return f"{w.name(e.winner)} wins{margin}{struck}{because(e.why)}"


def is_critical(e: o.ContestDecided) -> bool:
    """Was it decided by something else than the totals?"""
    return "critical" in e.why


def engagement_ended(e: o.EngagementEnded, w: Words) -> str:
    """“Gil is free of the fight: disengaged”."""
    verb = "is engaged no longer" if is_down(w.state, e.who) else "is free of the fight"
    return f"{w.name(e.who)} {verb}{because(e.why)}"


def is_down(state: FightState, who: str) -> bool:
    """Is somebody out of the fight, or kept from doing anything in it?"""
    one = state.combatants.get(who)
    if one is None or one.standing != "in":
        return True
    return any(each.bars == "everything" for each in one.conditions)


def condition_began(e: o.ConditionBegan, w: Words) -> str:
    """“Sam is now: exposed (Troll)”."""
    return f"{w.name(e.who)} is now: {w.condition(e.who, e.condition, e.about)}"


def condition_ended(e: o.ConditionEnded, w: Words) -> str:
    """“Sam is no longer: exposed (Troll)”."""
    return f"{w.name(e.who)} is no longer: {w.condition(e.who, e.condition, e.about)}"


def damage(e: o.DamageDealt, w: Words) -> str:
    """“Wolf takes 9 − 3 armor = 6 from Ada”."""
    source = f" from {w.name(e.by)}" if e.by else ""
    place = f" to the {e.place}" if e.place else ""
    return f"{w.name(e.to)} takes {harm_sum(e)}{place}{source}{because(e.why)}"


def change(e: o.ScoreChanged | o.MaximumChanged, w: Words) -> str:
    """“Wolf's HP 4 → 1”."""
    most = "max " if isinstance(e, o.MaximumChanged) else ""
    was, now = w.amount(e.score, e.was), w.amount(e.score, e.now)
    return f"{possessive(w.name(e.who))} {most}{e.score} {was} → {now}{because(e.why)}"


def wound(e: o.WoundTaken, w: Words) -> str:
    """“Ada: broken limb (scar 4), leg; awaits mending”; “Humvee is breaking down: totaled in
    5 min unless repaired”."""
    taken = e.wound
    if taken.due and is_craft(w.state.combatants.get(e.who)):
        return f"{w.name(e.who)} is {taken.label}{because(taken.text)}"
    row = f" (scar {taken.row})" if taken.row else ""
    left = w.time(max(0, (taken.due or 0) - w.state.clock))
    deadly = f", dead in {left} without aid" if taken.due else ""
    waits = f"; awaits {taken.awaits}" if taken.awaits else ""
    return f"{w.name(e.who)}: {wound_words(taken, taken.label + row)}{deadly}{waits}"


def wound_closed(e: o.WoundClosed, w: Words) -> str:
    """“Ada's broken limb is over”."""
    how = "is over" if e.healed else "has healed; the scar stays"
    return f"{possessive(w.name(e.who))} {e.wound} {how}"


def lapsed(e: o.Lapsed, w: Words) -> str:
    """A declaration by its kind, or a deed in the player's own words."""
    if e.what in DECLARED:
        return f"{possessive(w.name(e.who))} {w.deed(e.what)} comes to nothing: {e.why}"
    return f"{w.name(e.who)} fails ({e.what}): {e.why}"


def died(e: o.Died, w: Words) -> str:
    """“Wolf is dead: Ada's rifle”."""
    one = w.state.combatants.get(e.who)
    person = one is None or one.scale == "individual"
    return f"{w.name(e.who)} is {'dead' if person else 'destroyed'}: {e.of}"


def left(e: o.Left, w: Words) -> str:
    """“Wolf flees”."""
    verb = {
        "retreated": "gets away",
        "fled": "flees",
        "surrendered": "surrenders",
        "routed": "is routed",
    }[e.how]
    return f"{w.name(e.who)} {verb}" + (f" to {e.to}" if e.to else "")


def turn(e: o.TurnBegan, w: Words) -> str:
    """“turn of the foes”."""
    return f"{w.name(e.alone)} acts late" if e.alone else f"turn of {side_words(e.side)}"


def shaken(e: o.MoraleShaken, w: Words) -> str:
    """“Troll is shaken: first critical damage”."""
    if e.who:
        return f"{w.name(e.who)} is shaken: {e.ground}"
    return f"morale of {side_words(e.side)} is shaken: {e.ground}"


def whose(e: o.MoraleShaken | o.MoraleTested, w: Words) -> str:
    """Somebody, or a whole side."""
    return w.name(e.who) if e.who else side_words(e.side)


def awaited(e: o.Awaited, w: Words) -> str:
    """“awaiting Ada d6 (damage)”."""
    return f"awaiting {', '.join(asked_words(e.asks, w))}"


def round_began(e: o.RoundBegan, w: Words) -> str:
    """“round 2: the party, the foes”."""
    order = ", ".join(side_words(side) for side in e.order)
    late = f"; {w.names(e.late)} act late" if e.late else ""
    return f"round {e.number}" + (f": {order}" if order else "") + late


def moved(e: o.Moved, w: Words) -> str:
    """“Ada moves 30 ft to the rope”."""
    return f"{w.name(e.who)} moves{w.far(e.distance)}" + (f" to {e.to}" if e.to else "")
