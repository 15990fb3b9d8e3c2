"""Two fights that differ only in hidden numbers are the same fight to players, on every surface."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.recap_as_data import convert_recap
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import list_campaign_pages
from combatlog.export.tables.fight_tables import build_csv_files
from combatlog.publish.planned_pages import list_corrections
from combatlog.simulation.run import play_fight
from combatlog.terminal.cli.stats import _convert_statistics
from combatlog.terminal.views.log import list_moments_for, render_log
from combatlog.terminal.views.recap import render_recap
from combatlog.terminal.views.state import render_state
from combatlog.terminal.views.stats import render_statistics
from events.store.memory import MemoryStore
from projections.queries.statistics import compute_statistics
from projections.queries.visibility import Audience
from projections.queries.visible_state import dump_visible_state
from replay.log.event_log import History
from replay.text.log_lines import describe_log_for
from replay.text.redaction import redact_words
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.html_replay.reading import page_data
from tests.projections.queries.twins import take_back, twin
from tests.support.page_outline import outline
from tests.support.random_fights import seeded_fight

SEEDS = range(1, 7)

pytestmark = pytest.mark.slow

_DIGEST = re.compile(r"\b[0-9a-f]{16,}\b")
"""A digest is of every event, and so says nothing of any."""


@cache
def twins(game: str) -> list[tuple[Campaign, Campaign]]:
    """Return random fights of a game, with undone and corrected commands, each with its twin."""
    found = []
    for seed in SEEDS:
        campaign = Campaign(MemoryStore())
        fight = seeded_fight(campaign.store, game, seed)
        play_fight(fight, Random(seed), 60, doubts=0.1, regrets=0.15)
        if seed % 2:
            take_back(fight)
        found.append((campaign, twin(campaign, fight.id)))
    return found


def history(campaign: Campaign) -> History:
    """Return the history of a campaign's one fight."""
    return History(campaign.store.read(campaign.find().id))


def pages(campaign: Campaign, audience: Audience) -> Iterator[str]:
    """Return every line of every page, in full."""
    for page in list_campaign_pages(campaign, "Coast", PageOptions("full", audience)):
        yield from outline(page)
        yield from map(str, page.properties)


def spreadsheets(campaign: Campaign, audience: Audience) -> Iterator[str]:
    """Return every line of every CSV file; they hold what the tables hold."""
    for name, text in build_csv_files(campaign, "1", audience).items():
        yield from (f"{name}: {line}" for line in text.splitlines())


def replay(campaign: Campaign, audience: Audience) -> Iterator[str]:
    """Return the data of the replay page."""
    for key, value in page_data(history(campaign), audience).items():
        yield from (f"{key}: {each}" for each in (value if isinstance(value, list) else [value]))


def numbers(campaign: Campaign, audience: Audience) -> Iterator[str]:
    """Return the statistics, on the screen and as data."""
    yield from render_statistics(history(campaign), audience)
    yield str(_convert_statistics(compute_statistics(history(campaign).line_events()), audience))


def summary(campaign: Campaign, audience: Audience) -> Iterator[str]:
    """Return what a page's summary says of corrections."""
    yield from (change.said for change in list_corrections(history(campaign), audience))


def log(campaign: Campaign, audience: Audience) -> Iterator[str]:
    """Return the log, the timeline and the states, on the screen and as data."""
    told = history(campaign)
    lines, hidden = describe_log_for(told, audience)
    yield from render_log(lines)
    yield from (str(line.row.event) for line in lines if line.row.seq not in hidden)
    yield from map(str, list_moments_for(told, audience))
    read = redact_words(told, audience)
    for seq in range(1, len(told) + 1, 9):
        yield str(dump_visible_state(read.state(seq), audience))
        yield from render_state(read.state(seq), audience)


def recap(campaign: Campaign, audience: Audience) -> Iterator[str]:
    """Return who fell and what would have saved them, the damage and the missed chances."""
    yield from render_recap(history(campaign), audience)
    yield str(convert_recap(history(campaign), audience))


Given = Callable[[Campaign, Audience], Iterator[str]]
EVERYTHING: tuple[Given, ...] = (pages, spreadsheets, replay, log)


@pytest.mark.parametrize("game", GAMES)
def test_players_cannot_tell_twins_apart_by_their_recap(game: str) -> None:
    """Nor by what somebody missed. The referee's recap plays by the rules again, which a twin with
    other numbers does not follow."""
    for one, other in twins(game):
        assert list(recap(one, "players")) == list(recap(other, "players"))


@pytest.fixture
def judges_no_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out how likely rolls were: what a twin rolls and with which weapons no fight has."""
    monkeypatch.setattr(
        "combatlog.export.html_replay.recap_data.list_readable_rolls", lambda *_: ()
    )


@pytest.mark.usefixtures("judges_no_rolls")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("given", EVERYTHING, ids=lambda given: given.__name__)
def test_players_cannot_tell_twins_apart(game: str, given: Given) -> None:
    """Players read the same of both twins; the referee does not."""
    differing = 0
    for one, other in twins(game):
        for line, its in zip(given(one, "players"), given(other, "players"), strict=True):
            assert _DIGEST.sub("", line) == _DIGEST.sub("", its)
        differing += [*given(one, "referee")] != [*given(other, "referee")]
    assert len(SEEDS) == differing


@pytest.mark.parametrize("game", GAMES)
def test_players_cannot_tell_twins_apart_by_their_corrections(game: str) -> None:
    """The summaries of corrections are the same, too."""
    for one, other in twins(game):
        assert [*summary(one, "players")] == [*summary(other, "players")]
    assert any([*summary(one, "referee")] for one, _ in twins(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_statistics_hide_absorbed_damage_from_players(game: str) -> None:
    """Players read the same statistics of both twins; the referee does not."""
    differing = 0
    for one, _ in twins(game):
        other = twin(one, "fight", harder=True)
        assert [*numbers(one, "players")] == [*numbers(other, "players")]
        differing += [*numbers(one, "referee")] != [*numbers(other, "referee")]
    assert differing


@pytest.mark.parametrize("game", GAMES)
def test_no_surface_shows_a_strangers_sum(game: str) -> None:
    """“Ogre Melee 8 + 6 = 14” appears nowhere; the same of a player character does."""
    told = 0
    for one, _ in twins(game):
        state = history(one).state(len(history(one)))
        names = sorted((each.name for each in state.combatants.values()), key=len, reverse=True)
        hidden = {each.name for each in state.combatants.values() if each.kind == "npc"}
        name = re.compile("|".join(map(re.escape, names)))
        for line in (*pages(one, "players"), *spreadsheets(one, "players")):
            for before in (line[: sum.start()] for sum in re.finditer(r"\d [+−] \d+ = ", line)):
                about = name.findall(re.split(r"[:·(#] ?", before)[-1])
                assert not {*about[:1]} & hidden, line
                told += 1
    assert told or game not in ("paraverse",)
