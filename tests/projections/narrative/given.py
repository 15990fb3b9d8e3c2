"""What the tests of the narrator share: fights, told; what was said while they were told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from combatlog.simulation.run import play, seeded
from events.store.memory import MemoryStore
from events.types.declarations import FightStarted, Join
from events.types.sheets import Kind, Sheet
from events.types.unions import AnyEvent
from projections.narrative.chronicle import Passage, Telling, chronicle
from projections.narrative.phrasebook import phrasebook
from projections.queries.visibility import Audience
from projections.text.prose import Prose, text_of
from replay.text.correction_notes import footnotes
from rulesets.definitions.library import load_game
from rulesets.definitions.shipped import GAMES
from tests.examples.given import whole

FIGHTS = 8
EXAMPLES = (
    *("bridge-ambush", "hold-seven", "black-sails", "the-courier-run"),
    *("the-toll-at-the-ford", "sam-pete-and-the-troll"),
)

Line = list[tuple[int, AnyEvent]]


@cache
def simulated(game: str) -> list[tuple[Line, dict[int, tuple[str, ...]]]]:
    """Random fights of a game, with the notes on what was corrected of them."""
    fights = []
    for seed in range(1, FIGHTS + 1):
        fight = seeded(MemoryStore(), load_game(game), seed, "digital", f"fight {seed}")
        play(fight, Random(seed), 60, doubts=0.05, regrets=0.02)
        history = fight.history
        fights.append((list(history.told(len(history))), footnotes(history)))
    return fights


def every_line() -> Iterator[Line]:
    """All of them, and the examples."""
    for game in GAMES:
        yield from (line for line, _ in simulated(game))
    for name in EXAMPLES:
        history = whole(name).history
        yield list(history.told(len(history)))


def fight(*events: AnyEvent, title: str = "a fight", game: str = "golden-idol") -> Line:
    """Ada, a player's, and the wolf, and what happens between them."""
    sheets = (
        Join(sheet("Ada", "party", "pc", 1)),
        Join(sheet("Ben", "party", "pc", 1)),
        Join(sheet("Wolf", "foes", "npc", 3)),
    )
    every = (FightStarted(title, load_game(game)), *sheets, *events)
    return list(enumerate(every, 1))


def sheet(name: str, side: str, kind: Kind, armor: int = 0) -> Sheet:
    """Somebody of the fight."""
    scores = {"HP": 17, "STR": 13, "DEX": 11, "WIL": 9}
    return Sheet(name, scores, name.casefold(), kind, side, armor=armor)


def passages(line: Line, audience: Audience = "referee") -> list[Passage]:
    """The chronicle of a fight."""
    return chronicle(line, telling=Telling(audience, phrasebook()))


def told(*events: AnyEvent, audience: Audience = "referee", title: str = "a fight") -> str:
    """What is told of these events, without who is there."""
    text = " ".join(each.text for each in passages(fight(*events, title=title), audience))
    return text.partition("Wolf of the foes. ")[2]


def spans(line: Line, audience: Audience = "referee") -> Iterator[tuple[Prose, Prose]]:
    """Story and dice of every beat."""
    for passage in passages(line, audience):
        yield from passage.beats


def stories(line: Line, audience: Audience = "referee") -> list[str]:
    """The stories alone."""
    return [text_of(story) for story, _ in spans(line, audience)]
