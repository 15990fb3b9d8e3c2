"""Mixed dice: the players' are typed, the referee's drawn."""

from __future__ import annotations

import pytest

from combatlog.app.session import Session
from combatlog.terminal.views.audit_dice import _build_dice_part
from events.errors import Refused
from events.types.declarations import ChooseDice
from events.types.rolls import Rolled
from replay.audit.fairness import DiceAudit, audit_dice
from replay.audit.rules import find_differences
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.talk import BRIDGE, say, start_session


def dice(at: Session) -> list[tuple[str, bool]]:
    """Return who threw each die of the log, and whether it was drawn."""
    rolled = [row.event for row in at.fight.history.rows if isinstance(row.event, Rolled)]
    return [(each.by, each.draw is not None) for each in rolled]


def audit(at: Session) -> DiceAudit:
    """Return what the audit finds about the dice."""
    anchors = at.fight.history.anchors
    secrets = {anchor: at.campaign.store.secret(at.fight.id, anchor) for anchor in anchors}
    kept = {anchor: root for anchor, root in secrets.items() if root is not None}
    return audit_dice(at.fight.id, at.fight.history, kept)


@pytest.fixture
def at() -> Session:
    """A round in which Ada has struck the wolf, and the rhinoceros Ada."""
    at = start_session(dice="mixed")
    for line in ("next ambush", "a ada wolf knife", "go"):
        at.say(line)
    return at


def test_the_players_dice_are_awaited_and_the_referees_drawn(at: Session) -> None:
    """Each in its turn; the toolbar and the state call the dice mixed."""
    assert ["ada"] == [asked.by for asked in at.fight.state.awaited]
    at.say("4")
    for line in ("a wolf dov", "a rhino ada!"):
        at.say(line)
    thrown = dice(at)
    assert ("ada", False) == thrown[0]
    assert {("wolf", True), ("rhinoceros", True)} <= {*thrown}
    assert not any(drawn for by, drawn in thrown if by in ("ada", "ben", "dov"))
    assert "mixed dice" in say(at, "s")[0]


def test_the_audit_says_whose_dice_were_typed(at: Session) -> None:
    """It names a player's die that was drawn after all, and judges nothing by it."""
    at.say("4")
    at.say("a wolf dov!")
    found = audit(at)
    assert (len(dice(at)), ()) == (found.mixed, found.crossed)
    lines = [line for line in map(str, _build_dice_part(found).lines) if "Mixed" in line]
    assert ["Mixed dice: the players' typed, all others drawn."] == lines
    while at.fight.state.awaited:
        at.say("r")
    drawn = tuple(
        row.seq
        for row in at.fight.history.rows
        if isinstance(row.event, Rolled) and row.event.draw is not None and row.event.by == "dov"
    )
    for line in ("next", "a ada wolf 2 knife", "go", "r"):
        at.say(line)
    found = audit(at)
    assert 1 + len(drawn) == len(found.crossed)
    assert () == found.faults
    assert [] == [*find_differences(at.fight.history)]


def test_the_audit_names_a_die_that_was_typed_where_all_are_drawn() -> None:
    """No verb does that; a program can."""
    at = start_session(dice="digital")
    for line in ("next ambush", "a ada rhino rifle"):
        at.say(line)
    at.fight.state.dice = "typed"
    at.say("go !")
    at.fight.state.dice = "typed"
    at.say("10 10")
    thrown = [row for row in at.fight.history.rows if isinstance(row.event, Rolled)]
    typed = tuple(row.seq for row in thrown if getattr(row.event, "draw", 0) is None)
    found = audit(at)
    assert typed
    assert typed == found.slipped_in
    (line,) = [each for each in map(str, _build_dice_part(found).lines) if "Digital" in each]
    assert f"#{typed[0]}" in line
    assert line.endswith("typed all the same.")


def test_a_fight_can_become_mixed_and_a_side_keeps_its_dice() -> None:
    """Followers are on the players' side."""
    at = start_session(dice="typed")
    assert isinstance(at.say("dice mixed").rows[0].event, ChooseDice)
    for line in ("next ambush", "a dov wolf", "go"):
        at.say(line)
    assert ["dov"] == [asked.by for asked in at.fight.state.awaited]


def test_a_correction_asks_for_players_dice_and_draws_the_others(at: Session) -> None:
    """What the referee would throw is drawn when it is applied, what players throw is typed."""
    at.say("4")
    at.say("a wolf dov!")
    while at.fight.state.awaited:
        at.say("10")
    rows = at.fight.history.rows
    attack = next(row.seq for row in rows if getattr(row.event, "by", "") == "wolf")
    preview = at.say(f"insert {attack} a rhino ben; why: forgotten")
    assert preview.plan is not None and preview.plan.draws
    at.say("yes")
    assert ("rhinoceros", True) in dice(at)
    first = next(row.seq for row in rows if getattr(row.event, "by", "") == "ada")
    preview = at.say(f"insert {first} a ben wolf 2 knife; why: forgotten")
    assert preview.plan is not None and not preview.plan.draws
    assert ["ben"] == [asked.by for asked in preview.plan.missing]
    at.say("3")
    at.say("yes")
    assert ("ben", False) in dice(at)
    assert [] == [*find_differences(at.fight.history)]


def test_a_roster_and_the_verb_name_the_kinds_of_dice() -> None:
    """Others are refused with their names."""
    parse_roster('dice = "mixed"\n' + BRIDGE, "r.toml", load_game("golden-idol"))
    with pytest.raises(Refused, match="kind of dice"):
        start_session().say("dice wet")
