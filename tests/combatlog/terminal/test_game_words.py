"""Every game speaks its own words: on the screen, in refusals, in the chronicle, in its help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from random import Random

import click
import pytest

from combatlog.simulation.run import play_fight, start_seeded_fight
from combatlog.terminal.prompt.keyboard import render_toolbar
from combatlog.terminal.views import log, state as state_screen
from combatlog.terminal.views.help import render_help
from combatlog.terminal.views.why import render_reasons as why_shown
from events.store.memory import MemoryStore
from events.types.base import Game
from projections.narrative.chronicle import write_chronicle
from projections.queries.timeline import list_moments
from projections.state.fight_state import FightState
from projections.state.fold import fold
from projections.text.phrases import report_events
from replay.log.event_log import History
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import GAMES, load_game

FIGHTS = 20

CAIRN = ("detachment", "detachments", "scar", "scars", "deathblow")
BESIDES = {
    "golden-idol": (*CAIRN, "critical damage", "turn", "turns"),
    "thalassa": (*CAIRN, "critical damage", "turn", "turns"),
    "plerion": (*CAIRN, "critical damage", "turn", "turns"),
    "cairn": (*CAIRN, "critical damage", "turn", "turns"),
    "brighter-worlds": ("zero", "critical damage", "turn", "turns", "companion"),
    "paraverse": (
        "skirmish",
        "stabilize",
        "Fatigue",
        "Endurance",
        "beyond medicine",
        "stat",
        "watches",
    ),
}
"""Words that a game has besides those of its definition."""

TERMS: tuple[str, ...] = (
    "save",
    "enhanced",
    "impaired",
    "referee",
    "follower",
    "special",
    "ability",
    "aid",
    "aids",
)
TERMS += ("resolve", "extended rest")


def own(id: str) -> set[str]:
    """The words of a game: its scores, its terms, its verbs, and what it has besides."""
    game = load_game(id)
    lexicon = load_ruleset(game.rules).lexicon(game)
    scores = {score for scale in game.scores.values() for score in scale}
    terms = {game.words.get(term, term) for term in TERMS}
    return {each.casefold() for each in {*scores, *terms, *lexicon.called.values(), *BESIDES[id]}}


def foreign(id: str) -> re.Pattern[str]:
    """The words that only other games have."""
    words = set().union(*(own(other) for other in GAMES)) - own(id)
    return re.compile(rf"\b({'|'.join(map(re.escape, sorted(words)))})\b", re.IGNORECASE)


@cache
def read(id: str) -> frozenset[str]:
    """Everything that is to be read of some random fights of a game."""
    game = load_game(id)
    return frozenset(click.unstyle(line) for seed in range(FIGHTS) for line in _fight(game, seed))


def _fight(game: Game, seed: int) -> Iterator[str]:
    heard: list[str] = []
    fight = start_seeded_fight(MemoryStore(), game, seed, "typed" if seed % 2 else "digital")
    play_fight(fight, Random(seed), 40, lambda refused: heard.append(str(refused)))
    history = fight.history
    yield from heard
    yield from _commands(history)
    yield from log.render_log(log.describe_log(history))
    line = list(history.interleave_notes(len(history)))
    yield from (passage.text for passage in write_chronicle(line))
    yield from (moment.said for moment in list_moments(line))
    for one in fight.state.combatants.values():
        for score in one.scores:
            yield from why_shown(history, (*one.name.split(), score))


def _commands(history: History) -> Iterator[str]:
    """What each command reports, and how everybody stands behind it."""
    state = FightState()
    for _, rows in groupby(history.on_line(len(history)), lambda row: row.cmd):
        events = [(row.seq, row.event) for row in rows]
        for seq, event in events:
            fold(state, seq, (event,))
        yield from report_events((event for _, event in events), state)
        yield from (
            *state_screen.render_state(state),
            *state_screen.render_brief(state),
            render_toolbar(state),
        )


def strange(lines: Iterator[str] | frozenset[str], id: str) -> list[str]:
    """The lines with a word of another game, each word marked."""
    words = foreign(id)
    return [words.sub(r">>\1<<", line) for line in lines if words.search(line)]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_no_view_has_words_of_another_game(game: str) -> None:
    """Log, reports, screens, timeline, reasons, chronicle and refusals of random fights."""
    lines = read(game)
    assert len(lines) > 1000
    assert [] == strange(lines, game)[:10]


@pytest.mark.parametrize("game", GAMES)
def test_the_help_has_only_the_games_own_words(game: str) -> None:
    """Its verbs by the game's names, with their syntax, and no marks left over."""
    of = load_game(game)
    lexicon = load_ruleset(of.rules).lexicon(of)
    verbs = [line.split()[0] for line in render_help(of)[:-1] if line.startswith("  ")]
    lines = [line for verb in verbs for line in render_help(of, (verb,))]
    assert not set(verbs) & lexicon.lacks
    assert {*lexicon.called.values()} <= {*verbs}
    assert not set(verbs) & {*lexicon.called}
    assert [] == [line for line in lines if set(line) & set("{}<>")]
    assert [] == strange(frozenset([*lines, *render_help(of)]), game)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_words_of_its_own(game: str) -> None:
    """Otherwise the other tests would look for nothing."""
    others = set().union(*(own(other) for other in GAMES if other != game))
    assert own(game) - others
