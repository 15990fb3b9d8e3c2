"""Random corrections of random fights, and the same fights recorded right at once."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from combatlog.app.fight import Fight
from events.errors import Refused
from events.store.envelope import Recorded
from events.store.memory import MemoryStore
from events.types.declarations import Attack, DiceMode, FightStarted, Join
from events.types.log_events import Skipped
from events.types.rolls import FACES, Rolled
from events.types.statements import SetScore
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.corrections.plan import Correction, CorrectionPlan, Rulings
from replay.corrections.rebase import refuse_without_turn
from replay.log.line_inputs import (
    find_amendments,
    find_declaration,
    find_entered_declaration,
    list_fight_rows,
)
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import GAMES
from tests.support.corrections import Faces, RightAtOnce, declaration_in, inputs, plan_with_dice
from tests.support.random_fights import play_randomly, random_declaration, seeded_fight

WHY = "misheard"

fights = given(
    seed=st.integers(0, 10**6),
    game=st.sampled_from(GAMES),
    mode=st.sampled_from(["typed", "digital"]),
)
some = settings(max_examples=40, deadline=None)


def play_fight(seed: int, game: str, mode: DiceMode, commands: int = 40) -> Fight:
    """Play a random fight until it waits for no die."""
    fight = seeded_fight(MemoryStore(), game, seed, mode)
    rng = Random(seed)
    play_randomly(fight, rng, commands)
    roll_awaited_dice(fight, rng)
    return fight


def roll_awaited_dice(fight: Fight, rng: Random) -> None:
    """Roll until no die is awaited."""
    while fight.state.awaited:
        fight.roll(rng.randint(1, FACES[fight.state.awaited[0].die]))


def draw_correction(fight: Fight, rng: Random) -> Correction:
    """Return a random correction of an input or a die."""
    fallen = [row for row in list_fight_rows(fight.history) if isinstance(row.event, Rolled)]
    if fallen and rng.random() < 0.25:
        row = rng.choice(fallen)
        assert isinstance(row.event, Rolled)
        return Correction("amend", row.seq, WHY, face=rng.randint(1, FACES[row.event.die]))
    row = rng.choice(inputs(fight))
    before = fight.history.state(row.parent)
    if rng.random() < 0.2:
        return Correction("strike", row.seq, WHY)
    if not before.combatants or rng.random() < 0.2:
        return Correction("insert", row.seq, WHY, (random_declaration(before, rng),))
    said = alter_input(declaration_in(row), sorted(before.combatants), rng) or random_declaration(
        before, rng
    )
    return Correction("amend", row.seq, WHY, (said,))


def alter_input(said: Declaration, ids: list[str], rng: Random) -> Declaration | None:
    """Return a declaration that differs in one thing (target, modifier, number), or None."""
    if rng.random() < 0.2:
        return None
    match said:
        case Attack():
            aim = replace(said.targets[0], target=rng.choice(ids))
            return rng.choice(
                [
                    replace(said, targets=(aim,)),
                    replace(said, impaired="" if said.impaired else "mud"),
                    replace(said, weapons=()),
                    replace(said, overrule="so be it"),
                ]
            )
        case Join(sheet):
            score = rng.choice(sorted(sheet.scores))
            less = {**sheet.scores, score: max(1, sheet.scores[score] - rng.randint(-3, 3))}
            return rng.choice(
                [
                    Join(replace(sheet, scores=less, maxima={})),
                    Join(replace(sheet, weapons=sheet.weapons[1:])),
                ]
            )
        case SetScore():
            return replace(said, now=rng.randint(1, 6))
    return None


def plan_random_correction(
    fight: Fight, rng: Random, rulings: Rulings = Rulings()
) -> CorrectionPlan:
    """Plan a random correction that the rules allow, with every die supplied."""
    while True:
        try:
            return plan_with_dice(fight, draw_correction(fight, rng), rulings)
        except Refused:
            continue


def record_right_at_once(
    fight: Fight,
    course: CorrectionPlan,
    faces: Faces,
    insisting: str,
    verbatim: Mapping[int, Declaration] = {},
) -> RightAtOnce:
    """Record the fight as it would have been: the inputs of the line with the correction applied,
    without those that the rules refuse. `verbatim` has inputs as they were typed, by seq, before
    the rules filled anything in."""
    started = fight.history[1].event
    assert isinstance(started, FightStarted)
    draft = RightAtOnce(started, faces)
    correction, history = course.correction, fight.history
    changed = find_declaration(history, course.target)
    amended = find_amendments(history, history.position())
    for row in inputs(fight):
        origin = history.origin(row.seq)
        declared = declaration_in(row)
        ways = [find_entered_declaration(history, row, amended), declared]
        if isinstance(verbatim.get(row.seq), SetScore):
            ways = [verbatim[row.seq]]
        for said in (amended.get(origin, history[origin]), row):
            if isinstance(said.event, Attack):
                bare = without_only_weapon(history.state(said.parent), said.event, said.event)
                ways.append(verbatim.get(said.seq, bare))
        if isinstance(row.event, Skipped) and row.event.struck:
            ways = []
        elif row.seq >= changed.seq and insisting and not isinstance(row.event, Skipped):
            ways += [
                replace(each, overrule=insisting) for each in ways if hasattr(each, "overrule")
            ]
        if row.seq == changed.seq and correction.face is None:
            match correction.change:
                case "insert":
                    draft.hear(*_recorded(course))
                    ways = [] if has_no_turn(fight, row, declared, draft.state) else ways
                case "amend":
                    ways = [_recorded(course)[1]]
                case "strike":
                    ways = []
        elif row.seq >= changed.seq or isinstance(row.event, Skipped):
            ways = [] if has_no_turn(fight, row, declared, draft.state) else ways
        draft.hear(origin, *ways)
    return draft


def has_no_turn(fight: Fight, row: Recorded, said: Declaration, state: FightState) -> bool:
    """Return whether an input would resolve the turn of a side that has none."""
    try:
        refuse_without_turn(fight.history, row, said, state)
    except Refused:
        return True
    return False


def _recorded(course: CorrectionPlan) -> tuple[int, Declaration]:
    """Return the seq and the declaration of the new input."""
    return next(
        (seq, entry.event)
        for seq, entry in enumerate(course.entries, course.head + 1)
        if isinstance(entry.event, Declaration)
    )


def without_only_weapon(
    before: FightState, said: Declaration, recorded: Declaration
) -> Declaration:
    """Return an attack without its weapon where the attacker has only that one."""
    if not isinstance(said, Attack):
        return said
    bare = replace(said, weapons=())
    try:
        prepared = load_ruleset(before.game.rules).prepare(before, bare)
    except Refused:
        return said
    return bare if prepared == recorded else said
