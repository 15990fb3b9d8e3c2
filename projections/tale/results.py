"""What came of a blow, in a sentence or two without a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types import outcomes as o
from projections.narrative.context import Desk
from projections.narrative.weapon_manners import IMPROVISED, Manners
from projections.text.prose import Prose

BARE = ("unarmed", IMPROVISED)
"""Of these manners the weapon cannot be named as the one that told."""


def result(
    desk: Desk,
    manners: Manners,
    blow: o.DamageDealt,
    pool: Sequence[o.AttackRolled],
    changes: Sequence[o.ScoreChanged | o.MaximumChanged],
) -> Iterator[Prose]:
    """Did the armor hold, which of several attacks told, how badly."""
    values = {"target": desk.name(blow.to), "targets": desk.whose(blow.to)}
    if not blow.dealt:
        yield desk.say("result.held" if blow.armor else "result.nothing", **values)
        return
    armor = "-armor" if blow.armor else ""
    hurt = is_hurt(desk, blow.to, changes)
    craft = desk.craft(blow.to)
    spent = not blow.place and not craft and _is_spent(desk, blow.to, changes)
    if blow.by and len({(each.by, each.weapon) for each in pool}) > 1:
        yield _best(desk, manners, blow, armor)
    elif pool and blow.place:
        spot = desk.say("place.of", **values, place=blow.place)
        yield desk.say(f"result.place{armor}", spot=spot)
    elif armor and not hurt and not spent:
        yield desk.say("result.told-armor", **values)
    elif pool and not hurt and not spent:
        yield desk.say("result.told", **values)
    if hurt:
        yield desk.say("result.hurt-craft" if craft else "result.hurt", **values)
    elif spent:
        yield desk.say("result.spent", **values)


def _best(desk: Desk, manners: Manners, blow: o.DamageDealt, armor: str) -> Prose:
    """Which of several attacks it was."""
    if manners.of(blow.by, blow.weapon) in BARE:
        return desk.say("result.best-bare", who=desk.name(blow.by))
    return desk.say(
        f"result.best{armor}",
        whose=desk.whose(blow.by),
        thing=blow.weapon,
        targets=desk.whose(blow.to),
    )


def _guard(desk: Desk, who: str) -> str:
    """The score that wears off before anybody is hurt: the first one of the sheet."""
    one = desk.one(who)
    return next(iter(one.scores), "") if one is not None else ""


def is_hurt(desk: Desk, who: str, changes: Sequence[o.ScoreChanged | o.MaximumChanged]) -> bool:
    """Has it gone beyond that score?"""
    guard = _guard(desk, who)
    return any(each.now < each.was and each.score != guard for each in changes)


def _is_spent(desk: Desk, who: str, changes: Sequence[o.ScoreChanged | o.MaximumChanged]) -> bool:
    """Is nothing left of it now?"""
    guard = _guard(desk, who)
    return any(each.now <= 0 < each.was and each.score == guard for each in changes)
