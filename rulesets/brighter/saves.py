"""Saves: an attribute's die against 4, an opponent's die, or the damage done (BW-02, BW-07)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.types.outcomes import CheckRolled, Ground
from events.types.rolls import Purpose, format_dice
from projections.state.fight_state import Combatant
from rulesets.brighter.definition import name_die
from rulesets.brighter.scene import Scene
from rulesets.common.weapons import combine_grounds
from rulesets.core.play import DiceRequest, Play, roll_dice


class Save(NamedTuple):
    """A save on the attribute `what`.

    `versus` is the opponent who rolls against it, on `opposing` if that is another attribute.
    `over` is damage that the roll has to exceed. With neither, it has to reach the game's fixed
    number.
    """

    one: Combatant
    what: str
    purpose: Purpose
    why: str = ""
    versus: Combatant | None = None
    over: int = 0
    grounds: tuple[Ground, ...] = ()
    opposing: str = ""

    @property
    def opposed_by(self) -> int:
        """The size of the opponent's die; 0 if nobody rolls against it."""
        return self.versus.scores[self.opposing or self.what] if self.versus is not None else 0


def save_all(scene: Scene, saves: Sequence[Save]) -> Play[list[bool]]:
    """Roll several saves together and return whether each passed.

    An opponent rolls again for each save.
    """
    asks = [list(_list_asks(scene, each)) for each in saves]
    faces = iter((yield from roll_dice(*(ask for each in asks for ask in each))))
    results = []
    for each, asked in zip(saves, asks, strict=True):
        thrown = [next(faces) for _ in asked]
        outcome = _build_outcome(scene, each, thrown[0] if thrown else (), thrown[1:])
        yield outcome
        results.append(outcome.passed)
    return results


def roll_save(scene: Scene, one: Save) -> Play[bool]:
    """Roll one save and return whether it passed."""
    results = yield from save_all(scene, [one])
    return results[0]


def fail_without_roll(one: Save) -> CheckRolled:
    """Return the outcome of a save that fails without a die."""
    return CheckRolled(one.one.id, one.what, "", (), 0, one.over, False, one.purpose, why=one.why)


def _choose_dice(scene: Scene, each: Save) -> tuple[str, ...]:
    """Return the attribute's die; enhanced, a d12 as well; impaired, a d4 instead; at zero,
    none."""
    size = each.one.scores[each.what]
    if not size:
        return ()
    match combine_grounds(each.grounds):
        case "enhanced":
            return (name_die(size), scene.rules.enhanced_die)
        case "impaired":
            return (scene.rules.impaired_die,)
        case _:
            return (name_die(size),)


def _list_asks(scene: Scene, each: Save) -> Iterator[DiceRequest]:
    """Yield the saver's dice, then the opponent's unmodified die. Without a die of the saver,
    nothing is rolled."""
    dice = _choose_dice(scene, each)
    if not dice:
        return
    yield DiceRequest(each.one.id, dice, each.purpose)
    if each.versus is not None and each.opposed_by:
        yield DiceRequest(each.versus.id, (name_die(each.opposed_by),), "opposed")


def _build_outcome(
    scene: Scene, each: Save, faces: tuple[int, ...], opposed: Sequence[tuple[int, ...]]
) -> CheckRolled:
    least = each.versus is None and not each.over
    against = opposed[0][0] if opposed else scene.rules.passes if least else each.over
    value = max(faces, default=0)
    return CheckRolled(
        each.one.id,
        each.what,
        format_dice(_choose_dice(scene, each)),
        faces,
        value,
        against,
        bool(faces) and (value >= against if least else value > against),
        each.purpose,
        least=least,
        versus=each.versus.id if each.versus is not None else "",
        modifier=combine_grounds(each.grounds) if faces else "",
        grounds=each.grounds,
        why=each.why or ("" if faces else f"{each.what} at zero"),
    )
