"""Rest, recovery, aid and full packs (CF-14, CF-18, CF-24)."""

from __future__ import annotations

from events.types.declarations import Burden, Recover, Rest
from events.types.outcomes import ConditionBegan, Rested, ScoreChanged, WoundTended
from events.types.sheets import Condition, Wound
from projections.state.fight_state import Combatant
from rulesets.cairn import scars
from rulesets.cairn.craft import REPAIR, WORKSHOP
from rulesets.cairn.definition import Role
from rulesets.cairn.effects import end_zero
from rulesets.cairn.scene import BREAKING_DOWN, CRITICAL, Scene
from rulesets.common.conditions import (
    DEPRIVED,
    FULL_PACK,
    close_wound,
    end_conditions,
    find_expired_wounds,
    make_condition_end,
)
from rulesets.core.play import Play

AID = ("aid", REPAIR)
"""What wounds and damaged craft wait for that others can do at once."""


def list_resters(scene: Scene, declared: Rest) -> list[Combatant]:
    """Return who rests. Without names, craft do not."""
    every = scene.list_resters(declared.who)
    return every if declared.who else [one for one in every if scene.craft(one) is None]


def rest(scene: Scene, declared: Rest) -> Play[None]:
    """Restore hit protection and, if the rest is extended, abilities (CF-24).

    Critical damage that had aid ends (CF-14). A deprived combatant gains nothing else.
    """
    for one in list_resters(scene, declared):
        yield Rested(one.id, declared.extended)
        for wound in list(one.wounds):
            if wound.name == CRITICAL and wound.awaits == "rest":
                yield from close_wound(one, wound)
        if one.has(DEPRIVED):
            continue
        if declared.extended:
            for role in ("body", "agility", "will"):
                yield from _restore(scene, one, role)
        if not one.has(FULL_PACK):
            yield from _restore(scene, one, "protection")


def _restore(scene: Scene, one: Combatant, role: Role) -> Play[None]:
    was, full = scene.score(one, role), scene.maximum(one, role)
    if was < full:
        yield ScoreChanged(one.id, scene.scores(one).of(role), was, full, "rest")
        if not was:
            yield from end_zero(one, role)


def recover(scene: Scene, declared: Recover) -> Play[None]:
    """Close a wound because what it waited for has come, and make its delayed rolls."""
    one = scene.one(declared.who)
    wound = one.wound(declared.wound)
    if wound is None:
        for each in find_craft_damage(scene, one, declared.wound):
            yield make_condition_end(one, each)
        return
    yield from close_wound(one, wound, healed=wound.name in (CRITICAL, BREAKING_DOWN))
    yield from scars.roll_delayed(scene, one, wound)


def find_craft_damage(scene: Scene, one: Combatant, name: str) -> list[Condition]:
    """Return a craft's damage of this name. If several weapons are out, return the first."""
    craft = scene.craft(one)
    names = [effect.condition for effect in craft.effects] if craft is not None else []
    return [each for each in one.conditions if each.name == name and name in names][:1]


def carry_pack(scene: Scene, declared: Burden) -> Play[None]:
    """Take up or put down a full pack. It holds hit protection at 0 until the next rest after it is
    put down."""
    one = scene.one(declared.who)
    if not declared.full:
        yield from end_conditions(one, FULL_PACK)
        return
    yield ConditionBegan(one.id, FULL_PACK)
    yield from apply_burden(scene, one)


def apply_burden(scene: Scene, one: Combatant) -> Play[None]:
    """Lower hit protection to 0 under a full pack, whether the pack was declared, stated or on the
    sheet."""
    if not one.has(FULL_PACK):
        return
    left = scene.score(one, "protection")
    if left:
        yield ScoreChanged(one.id, scene.scores(one).protection, left, 0, FULL_PACK)


def tend_wound(one: Combatant, wound: Wound) -> WoundTended:
    """Return the outcome that stops a wound's clock.

    From then on the wound waits for rest, a scar for healing, and a craft's damage for a workshop.
    """
    if wound.awaits == REPAIR:
        return WoundTended(one.id, wound.label, WORKSHOP)
    return WoundTended(one.id, wound.label, "healing" if wound.row else "rest")


def revive(scene: Scene, one: Combatant) -> Play[None]:
    """Stop the clocks that have run out, so that they do not kill the revived combatant again
    (CF-14, ALL-01)."""
    for wound in find_expired_wounds(scene.state, one):
        yield tend_wound(one, wound)
