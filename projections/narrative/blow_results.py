"""The result of a blow: whether the armor held, what got through, how much it hurt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types import outcomes as o
from projections.narrative.context import Context
from projections.narrative.weapon_manners import NAMELESS, Manners
from projections.text.prose import Prose


def tell_result(
    context: Context,
    manners: Manners,
    blow: o.DamageDealt,
    pool: Sequence[o.AttackRolled],
    changes: Sequence[o.ScoreChanged | o.MaximumChanged],
) -> Iterator[Prose]:
    """Yield the sentences on a blow: whether the armor held, which of several attacks got through,
    how much it hurt."""
    values: dict[str, Prose | str] = {
        "target": context.name(blow.to),
        "targets": context.whose(blow.to),
    }
    values["throw"] = throw = join_faces(pool)
    values["strike"] = manners.name_strike(blow.by, blow.weapon)
    if not blow.dealt:
        yield context.say("result.held" if blow.armor else "result.nothing", **values)
        return
    armor = "-armor" if blow.armor else ""
    hurt = _find_hurt(context, blow.to, changes)
    craft = context.craft(blow.to)
    spent = "" if blow.place or craft else _find_spent(context, blow, changes)
    if _is_of_several(blow, pool):
        yield _tell_best(context, manners, blow, armor)
    elif pool and blow.place:
        spot = context.say("place.of", **values, place=blow.place)
        yield context.say(f"result.place{armor}", spot=spot, throw=throw)
    elif armor and not hurt and not spent:
        yield context.say(f"result.told-{_weigh(context, blow, changes)}", **values)
    elif pool and not hurt and not spent:
        yield context.say("result.told", **values)
    if hurt:
        yield context.say("result.hurt-craft" if craft else f"result.{hurt}", **values)
    elif spent:
        yield context.say(f"result.{spent}", **values)


def find_outcome(
    context: Context,
    blow: o.DamageDealt,
    pool: Sequence[o.AttackRolled],
    changes: Sequence[o.ScoreChanged | o.MaximumChanged],
) -> str:
    """Return what a save after the blow is told with, in place of its result: that it hurt (`hurt`,
    `hurt-deep`; a craft `hurt-craft`), that it was more than the guard (`beyond`), that it came
    through the armor and cost nothing (`saved`); else empty."""
    hurt = _find_hurt(context, blow.to, changes)
    spent = "" if blow.place else _find_spent(context, blow, changes)
    if hurt or spent == "beyond":
        return "hurt-craft" if context.craft(blow.to) else hurt or spent
    if spent:
        return ""
    is_told = blow.dealt and blow.armor and not blow.place and not _is_of_several(blow, pool)
    return "saved" if is_told and _weigh(context, blow, changes) == "saved" else ""


def _is_of_several(blow: o.DamageDealt, pool: Sequence[o.AttackRolled]) -> bool:
    """Return whether several attacks or weapons are behind a blow, of which one got through."""
    return bool(blow.by) and len({(each.by, each.weapon) for each in pool}) > 1


def _weigh(
    context: Context, blow: o.DamageDealt, changes: Sequence[o.ScoreChanged | o.MaximumChanged]
) -> str:
    """Return how a blow past the armor is told: `saved` if it cost nothing, `armor-deep` if it took
    half of what there was, else by how much the armor kept off: `armor-most`, `armor-least`, or
    `armor`, as also where the audience may not see it."""
    losses = [each for each in changes if each.now < each.was]
    if not context.sees(blow.to):
        return "armor"
    if not losses:
        return "saved"
    if any(2 * each.now <= each.was for each in losses):
        return "armor-deep"
    if 3 * blow.dealt <= blow.rolled:
        return "armor-most"
    return "armor-least" if 3 * blow.dealt >= 2 * blow.rolled else "armor"


def join_faces(pool: Sequence[o.AttackRolled]) -> str:
    """Return all faces of some attacks, by which a variant of their sentences is chosen."""
    return " ".join(str(face) for each in pool for face in each.faces)


def _tell_best(context: Context, manners: Manners, blow: o.DamageDealt, armor: str) -> Prose:
    """Return the sentence on which of several attacks got through."""
    if manners.find(blow.by, blow.weapon) in NAMELESS:
        return context.say("result.best-bare", who=context.name(blow.by))
    return context.say(
        f"result.best{armor}",
        whose=context.whose(blow.by),
        thing=blow.weapon,
        targets=context.whose(blow.to),
    )


def _find_guard(context: Context, who: str) -> str:
    """Return the score that is lost before anybody is hurt: the first one of the sheet."""
    one = context.one(who)
    return next(iter(one.scores), "") if one is not None else ""


def _find_hurt(
    context: Context, who: str, changes: Sequence[o.ScoreChanged | o.MaximumChanged]
) -> str:
    """Return how a loss beyond the guard is told: `hurt`, `hurt-deep` if it took half of what there
    was and the audience may see that, empty if nothing went beyond."""
    guard = _find_guard(context, who)
    losses = [each for each in changes if each.now < each.was and each.score != guard]
    deep = context.sees(who) and any(2 * each.now <= each.was for each in losses)
    return "hurt-deep" if deep else "hurt" if losses else ""


def _find_spent(
    context: Context,
    blow: o.DamageDealt,
    changes: Sequence[o.ScoreChanged | o.MaximumChanged],
) -> str:
    """Return how a blow is told that used up the guard: `spent`, or `beyond` if it was more than
    that; empty if some of the guard is left, or if the audience may not see it, because with what
    the blows dealt it would tell how much of it there was."""
    if not context.sees(blow.to):
        return ""
    guard = _find_guard(context, blow.to)
    for each in changes:
        if each.now <= 0 < each.was and each.score == guard:
            return "beyond" if blow.dealt > each.was else "spent"
    return ""
