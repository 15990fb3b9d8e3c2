"""Recap and odds of logs that the present rules would never have written: what they cannot play is
left out, and nothing fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.fight_odds import list_readable_rolls
from combatlog.app.recap_as_data import convert_recap
from combatlog.app.turn_odds import list_fight_odds, list_turn_odds
from combatlog.export.html_replay import render_replay_page
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import list_campaign_pages
from events.errors import Refused
from events.serialization.codec import encode
from events.store.envelope import GENESIS, Row, compute_digest
from events.store.memory import MemoryStore
from events.types.declarations import BeginRound, EndFight, FightStarted, Join, Resolve
from events.types.sheets import Sheet
from events.types.unions import AnyEvent
from replay.log.event_log import History
from replay.odds.chances import compute_odds
from replay.odds.declared import start_declared
from tests.rulesets.brighter import people as brighter
from tests.rulesets.paraverse import people as paraverse
from tests.support.given import Given, attack, given, npc, pc


def change(fight: Given, alter: Callable[[AnyEvent], AnyEvent]) -> Campaign:
    """Return a campaign with the log of a fight whose events were altered."""
    rows: list[Row] = []
    stored = fight.fight._store.rows(fight.fight.id)
    for row, recorded in zip(stored, fight.fight.history.rows, strict=True):
        other = replace(row, body=encode(alter(recorded.event)))
        before = rows[-1].digest if rows else GENESIS
        rows.append(replace(other, digest=compute_digest(before, "fight", other)))
    store = MemoryStore()
    store.adopt("fight", rows)
    return Campaign(store)


def with_sheets(alter: Callable[[Sheet], Sheet]) -> Callable[[AnyEvent], AnyEvent]:
    return lambda event: (
        replace(event, sheet=alter(event.sheet)) if isinstance(event, Join) else event
    )


def with_newer_game(event: AnyEvent) -> AnyEvent:
    if isinstance(event, FightStarted):
        return replace(event, game=replace(event.game, version=99))
    return event


def play_cairn() -> Given:
    """A wolf with a d6 fells Ben, and the fight ends."""
    fight = given("cairn", pc("Ben", "1/0/9/9/9"), npc("Wolf", "4/0/9/9/9", bite="d6"))
    fight.when(BeginRound("ambushed"), attack("wolf", "ben"), Resolve()).rolls(6, 20)
    return fight.when(EndFight())


def play_brighter() -> Given:
    """Sam strikes a troll."""
    fight = brighter.fight(brighter.sam(), brighter.troll("1/0/6/4/6"))
    fight.when(attack("sam", "troll"), Resolve("party"))
    while fight.state.awaited:
        fight.rolls(4)
    return fight


def play_paraverse() -> Given:
    """Fay shoots at an ogre."""
    fight = paraverse.fight(paraverse.pc("Fay", "bow 6 marksman"), paraverse.npc("Ogre", "club 5"))
    fight.when(paraverse.ROUND, attack("fay", "ogre"), Resolve())
    while fight.state.awaited:
        fight.rolls(20)
    return fight


def with_unknown_dice(sheet: Sheet) -> Sheet:
    arms = tuple(replace(weapon, dice="d30") for weapon in sheet.weapons)
    return replace(sheet, weapons=arms)


def with_large_scores(sheet: Sheet) -> Sheet:
    return replace(sheet, scores={name: 3 * value for name, value in sheet.scores.items()})


def with_unknown_numbers(sheet: Sheet) -> Sheet:
    arms = tuple(replace(weapon, dice=f"{weapon.dice}+2") for weapon in sheet.weapons)
    return replace(sheet, weapons=arms)


ODD: dict[str, Callable[[], Campaign]] = {
    "a die that does not exist": lambda: change(play_cairn(), with_sheets(with_unknown_dice)),
    "dice as large as no score": lambda: change(play_brighter(), with_sheets(with_large_scores)),
    "a number with a bonus": lambda: change(play_paraverse(), with_sheets(with_unknown_numbers)),
    "a newer version": lambda: change(play_cairn(), with_newer_game),
}


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_log_fails_on_no_surface(odd: str) -> None:
    """Recap, rolls, chances of turns, playouts, pages and replay."""
    campaign = ODD[odd]()
    history = History(campaign.store.read("fight"))
    for audience in ("referee", "players"):
        convert_recap(history, audience)
        list(list_readable_rolls(history, audience))
        list(list_turn_odds(history, audience, 100))
        render_replay_page(history, audience=audience, odds=True)
        assert list(
            list_campaign_pages(campaign, "Coast", PageOptions("full", audience, odds=True))
        )
    list_fight_odds(history, playouts=100)


def test_what_cannot_be_played_is_said_to_be_unknown() -> None:
    """Instead of that nothing would have saved them."""
    history = History(ODD["a die that does not exist"]().store.read("fight"))
    (fall,) = convert_recap(history)["falls"]
    assert ["die", "armor", "aid"][:2] == fall["rescues"]["untried"]
    assert "whether another face of one die or up to 3 more armor" in fall["rescues"]["said"][-1]
    assert [] == list(list_turn_odds(history))


def test_a_newer_version_s_rolls_have_no_chance() -> None:
    """The present rules may read them in another way; nor is the fight played out."""
    history = History(ODD["a newer version"]().store.read("fight"))
    assert [] == list(list_readable_rolls(history, "referee"))
    assert [] == list(list_turn_odds(history))
    assert [] == list_fight_odds(history)
    assert None is convert_recap(history)["falls"][0]["rescues"]


def test_odds_that_cannot_be_computed_are_refused_in_a_sentence() -> None:
    """Of what is declared with a die that does not exist."""
    fight = given("cairn", pc("Ben", "1/0/9/9/9", club="d6"), npc("Wolf", "4/0/9/9/9"))
    odd = change(fight.when(attack("ben", "wolf")), with_sheets(with_unknown_dice))
    history = History(odd.store.read("fight"))
    with pytest.raises(Refused, match="The rules cannot play #"):
        compute_odds(start_declared(history))
