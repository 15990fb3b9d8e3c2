"""What speaks against an attack by what it is made with and whom it is to strike (BW-05, BW-11,
BW-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.types.declarations import Aim, Attack
from rulesets.brighter.attacks import weapons_of
from rulesets.brighter.scene import Scene
from rulesets.common.attacks import is_blast, one_target
from rulesets.core.ruleset import Problem


def problems(scene: Scene, attack: Attack, left: Sequence[Aim]) -> Iterator[Problem]:
    """Everything that speaks against it, with the weapons as they are now; `left` are the
    targets that can still be struck."""
    by = scene.one(attack.by)
    weapons = weapons_of(scene, by, attack.weapons)
    if not is_blast(weapons):
        if any(aim.target == by.id for aim in left):
            yield Problem(f"{by.name} would attack themselves", "BW-05")
        if len(left) > 1:
            yield one_target(by, weapons, "BW-12")
    if len(left) > 1 and any(aim.enhanced or aim.impaired for aim in left):
        yield Problem(
            "One roll strikes everybody in the area: say what enhances or impairs it for all of"
            " them, and only the modifiers of their saves (ward, bane) for each",
            "BW-12",
            False,
        )
