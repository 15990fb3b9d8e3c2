"""Saves: an attribute's die against 4, an opponent's die, or the damage done (BW-02, BW-07).

Morale: shaken combatants save on WIL at the end of the turn (BW-14).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from events.types.declarations import CallMorale
from events.types.outcomes import CheckRolled, Ground, MoraleTested
from events.types.rolls import Purpose, format_dice
from projections.state.fight_state import DISABLING, LOST_ROUND, Combatant
from rulesets.brighter.definition import WIL, name_die
from rulesets.brighter.scene import ATTACK_LEFT, Scene
from rulesets.common.conditions import end_conditions
from rulesets.common.scene import can_act
from rulesets.common.turns import make_departure
from rulesets.common.weapons import combine_grounds, make_grounds
from rulesets.core.play import DiceRequest, Faces, Play, roll_dice


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

    def judge(faces: Faces) -> list[CheckRolled]:
        thrown = iter(faces)
        each_thrown = [[next(thrown) for _ in asked] for asked in asks]
        return [
            _build_outcome(scene, each, own[0] if own else (), own[1:])
            for each, own in zip(saves, each_thrown, strict=True)
        ]

    def list_passed(faces: Faces) -> Hashable:
        return tuple(each.passed for each in judge(faces))

    outcomes = judge((yield from roll_dice(*chain.from_iterable(asks), alike=list_passed)))
    yield from outcomes
    return [each.passed for each in outcomes]


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
    if each.versus is not None and each.opposed_by:
        yield DiceRequest(each.one.id, dice, each.purpose, alike=max)
        yield DiceRequest(each.versus.id, (name_die(each.opposed_by),), "opposed")
        return

    def is_passed(faces: tuple[int, ...]) -> bool:
        return _build_outcome(scene, each, faces, ()).passed

    yield DiceRequest(each.one.id, dice, each.purpose, alike=is_passed)


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


def can_run(one: Combatant) -> bool:
    """Return whether a combatant can act, now or after a lost round. Others do not flee (BW-14)."""
    return one.standing == "in" and not any(
        each.bars in DISABLING and each.name != LOST_ROUND for each in one.conditions
    )


def test_morale(scene: Scene) -> Play[None]:
    """Roll one save for each shaken combatant, which answers all their grounds.

    Nothing is tested once the fight is over, or while a combatant of the acting side may still
    declare another attack (BW-11).
    """
    if scene.state.ended or any(one.has(ATTACK_LEFT) and can_act(one) for one in scene.present()):
        return
    shaken = [one for one in scene.present() if one.shaken]
    yield from _roll_morale(scene, [(one, one.shaken) for one in shaken])


def test_morale_between_turns(scene: Scene) -> Play[None]:
    """Test morale at once, unless a turn of this round is still to end; it tests morale then."""
    if not (scene.state.round_open and scene.state.side_to_act):
        yield from test_morale(scene)


def test_postponed_morale(scene: Scene) -> Play[None]:
    """End the chances to declare another attack, and test the morale that waited for them."""
    late = [one for one in scene.state.combatants.values() if one.has(ATTACK_LEFT)]
    for one in late:
        yield from end_conditions(one, ATTACK_LEFT)
    if late:
        yield from test_morale(scene)


def call_morale(scene: Scene, declared: CallMorale) -> Play[None]:
    """Roll the morale saves that the referee calls for. They also answer what shook these
    combatants before."""
    referee = scene.state.game.words.get("referee", "referee")
    reason = declared.why or f"as the {referee} calls"
    tests = [(one, (*one.shaken, reason)) for one in map(scene.one, declared.who)]
    yield from _roll_morale(scene, tests, make_grounds(declared.enhanced, declared.impaired))


def _roll_morale(
    scene: Scene,
    tests: Sequence[tuple[Combatant, tuple[str, ...]]],
    modifiers: tuple[Ground, ...] = (),
) -> Play[None]:
    for one, grounds in tests:
        yield MoraleTested(one.side, grounds, one.id)
    saves = [
        Save(
            one, WIL, "morale", ", ".join(grounds), grounds=(*modifiers, *_list_nerve_grounds(one))
        )
        for one, grounds in tests
        if can_run(one)
    ]
    results = yield from save_all(scene, saves)
    for each, passed in zip(saves, results, strict=True):
        if not passed:
            yield make_departure(each.one)


def _list_nerve_grounds(one: Combatant) -> tuple[Ground, ...]:
    """Return the grounds that modify every morale save of a combatant."""
    match one.choices.get("nerve"):
        case "enhanced":
            return make_grounds("nerve", "")
        case "impaired":
            return make_grounds("", "nerve")
        case _:
            return ()
