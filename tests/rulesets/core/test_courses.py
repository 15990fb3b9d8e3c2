"""The courses of a play: all that its dice can do, each as likely as it is.

The rules say which faces are alike. Each game and option is compared with every face of every die,
played by the runner of live play, which knows nothing of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import icepool
import msgspec
import pytest

from events.types.declarations import Act, BeginRound, CallSave, Harm, Resolve, Risk
from events.types.rolls import FACES, Asked, Rolled
from events.types.sheets import Effect
from events.types.unions import Declaration
from projections.state.fight_state import FightState, dump_state
from projections.state.fold import fold_one
from rulesets.core.courses import (
    Course,
    Enumerator,
    Known,
    Start,
    list_courses,
    play_course,
    throw_at_random,
)
from rulesets.core.play import Faces, PlayRunner, RequestGroup, make_typed_roll
from rulesets.core.registry import load_ruleset
from tests.rulesets.brighter import people as brighter
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import Given, attack, given, mob, npc, pc, weapon


def begin(fight: Given, declaration: Declaration) -> Start:
    """Return a declaration about to be played in a fight, checked as in live play."""
    state = fight.state.copied()
    rules = load_ruleset(state.game.rules)
    prepared = rules.prepare(state, declaration)
    assert [] == rules.check(state, prepared)
    seq = state.seq + 1
    fold_one(state, seq, prepared)
    return Start(state, prepared, seq)


class _Faces:
    """Dice that show given faces, and are missing after them."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = iter(faces)
        self.missing: Asked | None = None

    def roll(self, state: FightState, asked: Asked) -> Rolled | None:
        face = next(self.faces, None) if self.missing is None else None
        if face is None:
            self.missing = self.missing or asked
            return None
        return make_typed_roll(asked, face)


def enumerate_faces(start: Start) -> Counter[bytes]:
    """Play every face of every die; return how likely each state is."""
    chances: Counter[bytes] = Counter()
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    rules = load_ruleset(start.state.game.rules)
    while waiting:
        faces, chance = waiting.pop()
        state, dice = start.state.copied(), _Faces(faces)
        runner = PlayRunner(state, start.seq, start.seq + 1, dice)
        runner.run(rules.play(state, start.declaration, start.seq))
        if dice.missing is None:
            chances[identify(state)] += chance  # type: ignore[assignment]
            continue
        size = FACES[dice.missing.die]
        waiting += [((*faces, face), chance / size) for face in range(1, size + 1)]
    return chances


def identify(state: FightState) -> bytes:
    """Return what tells states apart: all but the number of the last event and what dice were
    drawn."""
    plain = dump_state(state)
    del plain["seq"]
    return msgspec.json.encode(plain)


def merge(courses: list[Course] | None) -> Counter[bytes]:
    """Return how likely each state is."""
    chances: Counter[bytes] = Counter()
    assert courses is not None
    for course in courses:
        chances[identify(course.state)] += course.chance  # type: ignore[assignment]
    return chances


def declare(fight: Given, *said: Declaration) -> Given:
    """Declare these, and return the fight."""
    return fight.when(*said)


BEN = partial(pc, "Ben", "6/1/9/9/11")
WOLF = partial(npc, "Wolf", "3/1/4/8/6")
STUN = Effect("hit", "stun", "stunned", save="STR")
VENOM = Effect("critical", "lose", "venom", "d4", "DEX", "WIL")


def cairn(
    *said: Declaration, people: tuple[Any, ...], game: str = "golden-idol", **options: Any
) -> Given:
    return declare(given(game, *people, **options), *said)


SITUATIONS: dict[str, Callable[[], Start]] = {
    "a blow, a critical save and morale": lambda: begin(
        cairn(attack("ben", "wolf"), people=(BEN(sword="d8"), WOLF(bite="d6"))), Resolve()
    ),
    "two blades": lambda: begin(
        cairn(
            attack("ben", "wolf", weapons=("sword", "knife")),
            people=(
                BEN(weapons=(weapon("sword", "d8", VENOM), weapon("knife", "d6", STUN))),
                WOLF(),
            ),
        ),
        Resolve(),
    ),
    "several attackers on one, and a scar": lambda: begin(
        declare(
            cairn(
                BeginRound("ambushed"),
                people=(
                    pc("Ben", "3/0/2/9/11"),
                    npc("Wolf", bite="d6"),
                    npc("Fox", weapons=(weapon("bite", "d4", VENOM),)),
                ),
            ),
            attack("wolf", "ben"),
            attack("fox", "ben"),
        ),
        Resolve(),
    ),
    "a mob": lambda: begin(
        cairn(
            attack("ben", "mob", enhanced="from above"),
            people=(BEN(sword="d8"), mob("Mob", "4/0/3/8/6")),
        ),
        Resolve(),
    ),
    "a counted blast": lambda: begin(
        cairn(
            attack("ben", "wolf", "fox", count=True),
            people=(BEN(bomb="d4 blast"), npc("Wolf", "2/0/2/8/6"), npc("Fox", "1/0/1/1/1")),
        ),
        Resolve(),
    ),
    "opening saves": lambda: begin(cairn(people=(BEN(), pc("Ada"), WOLF())), BeginRound()),
    "harm and a called save": lambda: begin(
        cairn(people=(pc("Ben", "3/0/4/9/11"),)), Harm(("ben",), "2d6", "a fall")
    ),
    "an enhanced blow with a risk": lambda: begin(
        declare(
            brighter.fight(brighter.sam(), brighter.troll("1/1/6/4/6")),
            attack("sam", "troll", risk=Risk("DEX", "troll", passed="enhanced", failed="exposed")),
        ),
        Resolve("party"),
    ),
    "a blast on two": lambda: begin(
        declare(
            brighter.fight(
                pc("Sam", "3/0/8/8/6", weapons=(brighter.DUST,)),
                npc("Bat", "1/0/4/4/4"),
                npc("Rat", "2/0/4/4/4"),
            ),
            attack("sam", "bat", "rat"),
        ),
        Resolve("party"),
    ),
    "an opposed save": lambda: begin(
        brighter.fight(brighter.sam(), brighter.troll()),
        CallSave(("sam",), "STR", "wrestling", versus="troll", enhanced="a grip"),
    ),
    "a shot": lambda: begin(
        declare(
            paraverse.fight(
                paraverse.pc("Fay", "bow 6 marksman"), paraverse.npc("Ogre", "club 5", CON=12)
            ),
            paraverse.ROUND,
            attack("fay", "ogre"),
        ),
        Resolve(),
    ),
    "a duel": lambda: begin(
        declare(
            paraverse.fight(
                paraverse.pc("Fay", "sword 6", CON=8), paraverse.npc("Ogre", "club 5", CON=12)
            ),
            paraverse.ROUND,
            attack("fay", "ogre"),
            attack("ogre", "fay"),
        ),
        Resolve(),
    ),
    "checks": lambda: begin(
        declare(
            paraverse.fight(paraverse.pc("Fay"), paraverse.npc("Ogre")),
            paraverse.ROUND,
            Act("fay", "climbs", "DEX", target=12, impaired="rain"),
        ),
        Resolve(),
    ),
    "an opposed check": lambda: begin(
        paraverse.fight(paraverse.pc("Fay"), paraverse.npc("Ogre", PHY=14)),
        CallSave(("fay",), "PHY", versus="ogre"),
    ),
}

LONG = ("two blades", "an enhanced blow with a risk")
"""Situations with so many faces that playing each of them takes seconds."""


@pytest.mark.sampled
@pytest.mark.parametrize(
    "situation",
    [pytest.param(each, marks=[pytest.mark.slow] * (each in LONG)) for each in SITUATIONS],
)
def test_the_courses_are_all_that_the_dice_can_do(situation: str) -> None:
    """Each state is exactly as likely as over every face of every die."""
    start = SITUATIONS[situation]()
    courses = list_courses(start)
    assert merge(courses) == enumerate_faces(start)
    assert 1 == sum(course.chance for course in courses or ())


def count(start: Start, is_so: Callable[[FightState], bool]) -> Fraction:
    """Return the exact chance that something is so afterwards."""
    courses = list_courses(start)
    assert courses is not None
    return sum((each.chance for each in courses if is_so(each.state)), Fraction(0))


def test_a_blow_in_cairn_is_as_likely_as_icepool_says() -> None:
    """Of two attackers the better die counts; past HP it goes to STR, with a save against the rest;
    a foe that fails it is out, and one that is alone and at 0 HP flees if its WIL fails it."""
    fight = cairn(
        attack("ben", "wolf"),
        attack("ada", "wolf"),
        people=(BEN(sword="d8"), pc("Ada", axe="d10"), WOLF()),
        morale=False,
    )
    dealt = icepool.lowest(icepool.highest(icepool.d8, icepool.d10) - 1, 7)
    over = (dealt - 3).map(lambda left: max(0, left))

    def is_out(left: int, face: int) -> bool:
        return left >= 4 or (left > 0 and face != 1 and (face == 20 or face > 4 - left))

    out = icepool.map(is_out, over, icepool.d20).probability(True)
    start = begin(fight, Resolve())
    found = count(start, lambda state: not _stands(state, "wolf"))
    assert out == found


def _stands(state: FightState, who: str) -> bool:
    one = state.combatants[who]
    return one.standing == "in" and not one.conditions


def test_a_save_in_brighter_worlds_is_as_likely_as_icepool_says() -> None:
    """Enhanced by a d12 against an opponent's die."""
    courses = list_courses(SITUATIONS["an opposed save"]())
    assert courses is not None
    passed = sum(each.chance for each in courses if each.checks[0].passed)
    better = icepool.highest(icepool.d8, icepool.d12)
    assert (
        icepool.map(lambda own, other: own > other, better, icepool.d10).probability(True) == passed
    )


def test_a_duel_in_paraverse_is_as_likely_as_a_sum_says() -> None:
    """The higher total strikes; of equal totals, the higher face; with equal modifiers nobody does
    where both are equal."""
    start = SITUATIONS["a duel"]()
    before = {id: one.scores["Stamina"] for id, one in start.state.combatants.items()}

    def is_hurt(who: str, state: FightState) -> bool:
        return state.combatants[who].scores["Stamina"] < before[who]

    hurt = {who: count(start, partial(is_hurt, who)) for who in before}
    wins = sum(one > other for one in range(1, 21) for other in range(1, 21))
    assert {"fay": Fraction(wins, 400), "ogre": Fraction(wins, 400)} == hurt


@pytest.mark.slow
def test_what_falls_at_random_comes_near_the_exact_chance() -> None:
    """Within four standard deviations, with a fixed seed."""
    start = SITUATIONS["a blow, a critical save and morale"]()
    exact = count(start, lambda state: _stands(state, "wolf"))
    answer = throw_at_random(Random(1))
    runs = 4000
    stood = sum(_stands(play_course(start, answer)[0], "wolf") for _ in range(runs))
    assert abs(stood / runs - exact) < 4 * (exact * (1 - exact) / runs) ** 0.5


def test_dice_that_have_fallen_stay() -> None:
    """Where one of two dice is known, only the other falls."""
    fight = cairn(attack("ben", "wolf"), people=(BEN(pair="2d8"), WOLF()))
    start = begin(fight, Resolve())
    first = Asked(start.state.pending[0].seq, "ben", "damage", "d8", 1)
    fixed = start._replace(fallen={first: 8})
    wolf = {each.state.combatants["wolf"].scores["HP"] for each in list_courses(fixed) or ()}
    assert {0} == wolf


def test_too_many_courses_are_not_enumerated() -> None:
    """Neither more than are asked for, nor those that take too long to tell apart."""
    start = SITUATIONS["a blow, a critical save and morale"]()
    every = list_courses(start)
    assert every is not None
    assert list_courses(start, len(every)) is not None
    assert list_courses(start, len(every) - 1) is None
    fight = cairn(attack("ben", "wolf"), people=(BEN(storm="20d20"), WOLF()))
    assert list_courses(begin(fight, Resolve())) is None


ALONE = paraverse.npc("Ogre", "club 5", Melee=4)

CONTESTS = {
    "three against one": (
        paraverse.pc("Tor", "sword 6", Melee=4),
        paraverse.pc("Gil", "axe 6", Melee=2),
        paraverse.pc("Mira", Evasion=1),
        ALONE,
    ),
    "with two alike": (
        ALONE,
        paraverse.pc("Tor", "sword 6", Melee=4),
        paraverse.pc("Gil", "axe 6", Melee=2),
        paraverse.pc("Mira", "axe 6", Melee=2),
    ),
}


@pytest.mark.parametrize("is_critical", [True, False])
@pytest.mark.parametrize("name", CONTESTS)
def test_a_contest_is_counted_one_roll_after_the_other(name: str, is_critical: bool) -> None:
    """With the same chances as all throws have, for eight pairs of faces that fell."""
    people = CONTESTS[name]
    fight = paraverse.fight(*people, critical_hits=is_critical)
    attacks = [attack(who, "ogre") for who in ("tor", "gil", "mira")]
    start = begin(declare(fight, paraverse.ROUND, *attacks), Resolve())
    (group,) = [each for each in list_groups(start) if each.asks[0].purpose == "melee"]
    assert 4 == len(group.asks)
    random = Random(7)
    for _ in range(8):
        known = [(random.randint(1, 20),), (random.choice((1, 20, 20)),), (0,), (0,)]
        random.shuffle(known)
        assert spread(group, known) == spread(group._replace(summary=None), known)


def list_groups(start: Start) -> list[RequestGroup]:
    """Return the groups of dice of one course of a play."""
    groups = []
    throw = throw_at_random(Random(1))

    def answer(group: RequestGroup, known: Known) -> Faces:
        groups.append(group)
        return throw(group, known)

    play_course(start, answer)
    return groups


def spread(group: RequestGroup, known: Known) -> dict[Any, Fraction]:
    """Return how likely each result of a group is, with the faces that are known."""
    assert group.alike is not None
    classes = Enumerator().list_classes(group, known)
    found = {group.alike(faces): chance for faces, chance in classes}
    assert len(found) == len(classes)
    return found


@pytest.mark.slow
def test_a_contest_of_five_is_counted() -> None:
    """3,200,000 throws are too many to compare; the chances add up to one."""
    start = begin(
        declare(
            paraverse.fight(
                *(paraverse.pc(name, "sword 6", Melee=2) for name in ("Ann", "Bo", "Cy", "Di")),
                paraverse.npc("Ogre", "club 5", Melee=6),
            ),
            paraverse.ROUND,
            *(attack(name, "ogre") for name in ("ann", "bo", "cy", "di")),
        ),
        Resolve(),
    )
    group = next(each for each in list_groups(start) if each.asks[0].purpose == "melee")
    assert 5 == len(group.asks)
    assert 1 == sum(spread(group, [(0,)] * 5).values())
