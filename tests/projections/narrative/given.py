"""Helpers for the tests of the narrator: fights, and their chronicles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from combatlog.simulation.run import play_fight, start_seeded_fight
from events.store.memory import MemoryStore
from events.types.declarations import FightStarted, Join
from events.types.sheets import Kind, Sheet
from events.types.unions import AnyEvent
from projections.narrative.chronicle import ChronicleOptions, Passage, write_chronicle
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience
from projections.text.prose import Prose, plain_text
from replay.text.correction_notes import write_footnotes
from rulesets.definitions.shipped import GAMES, load_game
from tests.examples.given import whole

FIGHTS = 8
EXAMPLES = (
    *("bridge-ambush", "hold-seven", "black-sails", "the-courier-run"),
    *("the-toll-at-the-ford", "sam-pete-and-the-troll"),
)

Line = list[tuple[int, AnyEvent]]


@cache
def simulated(game: str) -> list[tuple[Line, dict[int, tuple[str, ...]]]]:
    """Return random fights of a game, with the notes on their corrections."""
    fights = []
    for seed in range(1, FIGHTS + 1):
        fight = start_seeded_fight(MemoryStore(), load_game(game), seed, "digital", f"fight {seed}")
        play_fight(fight, Random(seed), 60, doubts=0.05, regrets=0.02)
        history = fight.history
        fights.append((list(history.interleave_notes(len(history))), write_footnotes(history)))
    return fights


def every_line() -> Iterator[Line]:
    """Yield the lines of all random fights and examples."""
    for game in GAMES:
        yield from (line for line, _ in simulated(game))
    for name in EXAMPLES:
        history = whole(name).history
        yield list(history.interleave_notes(len(history)))


def fight(*events: AnyEvent, title: str = "a fight", game: str = "golden-idol") -> Line:
    """Return the line of a fight of Ada and Ben, two players', against a wolf."""
    sheets = (
        Join(sheet("Ada", "party", "pc", 1)),
        Join(sheet("Ben", "party", "pc", 1)),
        Join(sheet("Wolf", "foes", "npc", 3)),
    )
    every = (FightStarted(title, load_game(game)), *sheets, *events)
    return list(enumerate(every, 1))


def sheet(name: str, side: str, kind: Kind, armor: int = 0) -> Sheet:
    """Return a combatant's sheet."""
    scores = {"HP": 17, "STR": 13, "DEX": 11, "WIL": 9}
    return Sheet(name, scores, name.casefold(), kind, side, armor=armor)


def passages(line: Line, audience: Audience = "referee") -> list[Passage]:
    """Return the chronicle of a fight."""
    return write_chronicle(line, telling=ChronicleOptions(audience, load_phrasebook()))


def told(*events: AnyEvent, audience: Audience = "referee", title: str = "a fight") -> str:
    """Return the chronicle of these events, without the sentence on who is there."""
    text = " ".join(each.text for each in passages(fight(*events, title=title), audience))
    return text.partition("Wolf of the foes. ")[2]


def spans(line: Line, audience: Audience = "referee") -> Iterator[tuple[Prose, Prose]]:
    """Yield story and dice of every beat."""
    for passage in passages(line, audience):
        yield from ((beat.story, beat.dice) for beat in passage.beats)


def stories(line: Line, audience: Audience = "referee") -> list[str]:
    """Return the stories alone."""
    return [plain_text(story) for story, _ in spans(line, audience)]
