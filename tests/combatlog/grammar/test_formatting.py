"""The formatter: a declaration as the line that is parsed as it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from combatlog.grammar.commands import Declare
from combatlog.grammar.registry import format_declaration, parse
from events.store.memory import MemoryStore
from events.types.declarations import Act, Aim, Area, Attack, FightStarted, Join
from events.types.sheets import Effect, Sheet, Weapon
from events.types.statements import Arm, Rename
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import GAMES
from tests.support.random_fights import play_randomly, seeded_fight
from tests.support.talk import CAVE, FORD, SHADOW, start_session

BRIDGE_LINES = (
    "a ada wolf rifle imp: mud; overrule: she may",
    "a ada wolf rifle imp",
    "a ada wolf rifle and knife keep instead enh: from above",
    "a ada wolf, wolf 2 (imp: behind a wall) rifle count",
    "a ben rhinoceros d8",
    "move ada 30 to the gate",
    "aid ada ben",
    "retreat ada to the gate overrule: now",
    "artifact ada save WIL opens the door",
    "do ada save DEX climbs the wall instead",
    "do ada shouts: run!",
    'do ada "save yourselves, all of you"',
    "go",
    "go foes",
    "next ambush: at dawn",
    "save ada, ben DEX: a ledge",
    "morale wolf: fire",
    "harm ada, ben d6 direct STR: a fall",
    "time 1 h 30 min",
    "rest ada extended",
    "pack ada off",
    "dice digital",
    "end: it is over",
    "join Wolf",
    "join Eve pc HP 3/5 STR 9 DEX 9 WIL 9 armor 1 weapons pike d8, knife player Zoe side third",
    "set ada HP 3/6: as I said",
    "set ada HP /9: as I said",
    "set wolf side third side: bribed",
    "condition ada dazed held: sand",
    "condition ada wary (wolf) because: it bites",
    "kill wolf: an arrow",
    "remove dov: carried off",
    "rename wolf Grey Fang",
    "hand dov to Eve side foes: a new player",
    "hand dov to Referee",
    "arm ada pike d8 bulky: found",
    "disarm ada knife",
)

CAVE_LINES = (
    "a sam troll dagger save STR versus troll DEX (enh: nimble) for enhanced or lost ward: braced",
    "a sam troll spear save DEX versus troll or exposed bane: asleep",
    "spell sam save WIL versus troll speaks a word imp: rain",
    "retreat sam to the gate versus troll",
    "next versus troll",
    "save sam STR versus troll DEX: a shove; imp: tired",
    "harm sam STR: a fall",
    "set sam STR d6/d8: tired",
    "set sam nerve enhanced: brave",
)

FORD_LINES = (
    "a kit ogre javelin at melee dis: mud",
    "move kit to yard during magic",
    "stabilize mira kit",
    "disengage kit",
    "magic kit check Acrobatics 10 whistles",
    "do kit check Melee versus ogre shoves adv: a run-up",
    "check kit Stealth 10: a branch",
    "watch",
    "camp",
    "skill kit Cooking 2: she is good",
    "area tower next to yard sees gate unseen cellar: fog",
    "place kit yard: he was there",
    "engage kit with ogre",
    "engage kit with nobody",
    "harm kit 12 at head: a stone",
)

SHADOW_LINES = (
    "join Hammer npc Hull 6 INT 9 ENG 10 SYS 12 armor 1 weapons gun d8 starship",
    "a courier raider gun at distant",
    "manoeuvre courier dodge on raider",
    "crew courier bo gunner: as agreed",
    "crew courier aniet off",
)

LATER_LINES = {
    "revive wolf: not so dead": ("kill wolf: shot",),
    "return wolf: back again": ("remove wolf: gone",),
    "clear ada wary (wolf)": ("condition ada wary (wolf)", "condition ada wary (wolf 2)"),
    "takeover ada dov": ("kill ada: drowned",),
}


def understood(line: str, state: FightState) -> Declaration:
    """Return what a line declares, as it would be recorded."""
    command = parse(line, state)
    assert isinstance(command, Declare)
    (declared,) = command.declarations
    return load_ruleset(state.game.rules).prepare(state, declared)


def said_back(line: str, state: FightState) -> str:
    """Parse a line and format it again."""
    return format_declaration(understood(line, state), state)


@pytest.mark.parametrize("line", BRIDGE_LINES)
def test_a_declaration_is_written_as_it_is_typed(line: str) -> None:
    """Names are as short as leaves no doubt; reasons stand behind."""
    assert line == said_back(line, start_session().fight.state)


@pytest.mark.parametrize("line", CAVE_LINES)
def test_a_saves_risks_are_written_as_they_are_typed(line: str) -> None:
    """In Brighter Worlds: stakes, opponents, dice for scores."""
    assert line == said_back(line, start_session("brighter-worlds", CAVE).fight.state)


@pytest.mark.parametrize("line", FORD_LINES)
def test_a_games_own_words_are_written(line: str) -> None:
    """In Paraverse: checks, watches, advantages, areas."""
    at = start_session("paraverse", FORD)
    for area in ("area gate next to yard", "area yard", "area cellar"):
        at.say(area)
    assert line == said_back(line, at.fight.state)


@pytest.mark.parametrize("line", SHADOW_LINES)
def test_what_craft_do_is_written(line: str) -> None:
    """In Plerion: manoeuvres, crews, distances."""
    state = start_session("plerion", SHADOW).fight.state
    assert understood(line, state) == understood(said_back(line, state), state)
    assert not said_back(line, state).startswith("{")


@pytest.mark.parametrize("line", LATER_LINES)
def test_what_supposes_something_is_written(line: str) -> None:
    """Some declarations need something before them: a death, a departure, a condition."""
    at = start_session()
    for before in LATER_LINES[line]:
        at.say(before)
    assert line == said_back(line, at.fight.state)


def test_a_wound_is_written_by_its_name() -> None:
    """`treat` and `recover` name the wound."""
    at = start_session("paraverse", FORD)
    at.say("harm kit 12 at head: a stone")
    (label, *_) = [wound.label for wound in at.fight.state.combatants["kit"].wounds]
    for line in (f"treat mira kit {label}", f"recover kit {label}"):
        assert line == said_back(line, at.fight.state)


def test_what_words_cannot_say_is_written_as_json() -> None:
    """Effects, quotation marks, absent combatants: the parser reads the JSON back."""
    state = start_session().fight.state
    poison = Weapon("fang", "d4", effects=(Effect("hit", "lose", dice="d4", score="STR"),))
    scores = {"HP": 3, "STR": 9, "DEX": 9, "WIL": 9}
    for declared in (
        Arm("ada", poison),
        Act("ada", 'shouts "run"'),
        Attack("ada", (Aim("nobody"),)),
        Join(Sheet("Snake", scores, "snake", weapons=(poison,))),
        FightStarted("Another", state.game),
    ):
        line = format_declaration(declared, state)
        assert line.startswith("{")
        assert Declare((declared,)) == parse(line, state)


@pytest.mark.parametrize("skill", ["", " ", "\t"])
def test_a_skill_without_a_name_is_no_fault_of_the_program(skill: str) -> None:
    """A bot may send one; it is written somehow."""
    state = start_session().fight.state
    sheet = Sheet("Snake", {"DEX": 9}, "snake", skills={skill: 2})
    assert format_declaration(Join(sheet), state)


@pytest.mark.parametrize(
    "declared",
    [
        Act("ada", "instead"),
        Act("ada", "save; overrule: her"),
        Attack("ada", (Aim("wolf", "a; b", "c: d"),), ("knife",), risk=None),
        Attack("ada", (Aim("wolf", "up, high", "mud (deep)"),), ("knife",)),
        Rename("ada", "Imp: the Second"),
        Area("next to nothing", ("to", "a, b")),
    ],
)
def test_whatever_was_said_is_written_so_that_it_means_the_same(declared: Declaration) -> None:
    """Names and reasons may be words of the grammar itself."""
    state = start_session().fight.state
    prepare = load_ruleset(state.game.rules).prepare
    assert prepare(state, declared) == understood(format_declaration(declared, state), state)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_everything_declared_in_a_fight_can_be_written(game: str) -> None:
    """Each line is parsed as what was recorded; only a few joins are JSON."""
    every: Counter[bool] = Counter()
    for declared, state in _declared(game, seeds=4, commands=60):
        line = format_declaration(declared, state)
        assert declared == understood(line, state)
        every[line.startswith("{")] += 1
        assert not line.startswith("{") or isinstance(declared, Join)
    assert every[True] * 50 <= every[False]


def _declared(game: str, seeds: int, commands: int) -> Iterator[tuple[Declaration, FightState]]:
    """Yield the declarations of some random fights, each with the state before it."""
    for seed in range(seeds):
        fight = seeded_fight(MemoryStore(), game, seed, "typed")
        play_randomly(fight, Random(seed), commands)
        for row in fight.history.rows[1:]:
            if isinstance(row.event, Declaration):
                yield row.event, fight.history.state(row.seq - 1)
