"""Corrections and reasons that tell a stranger's numbers: players read neither the old number, nor
the new, nor the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import list_fight_pages
from combatlog.export.tables.fight_tables import build_csv_files
from combatlog.files.jsonl import export_lines
from combatlog.publish.planned_pages import list_corrections
from combatlog.terminal.views.log import render_chronicle
from events.store.envelope import GENESIS, Row, compute_digest
from events.store.memory import MemoryStore
from projections.narrative.chronicle import ChronicleOptions
from projections.queries.visibility import Audience
from replay.log.event_log import History
from tests.combatlog.export.html_replay.reading import page_data
from tests.combatlog.export.pages.given import ADA, BEN, campaign, fought
from tests.support.page_outline import outline

WRONG = [ADA, "join wolf", "set wolf HP 3: secretly hurt"]


def everything(there: Campaign, audience: Audience) -> Iterator[str]:
    """Return everything an audience can read of the fight."""
    history = History(there.store.read(there.find().id))
    for page in list_fight_pages(there, "", PageOptions("full", audience)):
        yield from outline(page)
    yield from build_csv_files(there, "", audience).values()
    yield str(page_data(history, audience))
    yield from (change.said for change in list_corrections(history, audience))
    yield from render_chronicle(history, ChronicleOptions(audience))
    yield from export_lines(
        there.store, there.find().id, view="public" if audience == "players" else "whole"
    )


@pytest.mark.parametrize(
    "then",
    [
        ["amend 4 set ada HP 3: not hers", "yes"],
        ["amend 4 set ada HP 3: not hers", "yes", "undo"],
        ["amend 4 set ada HP 3: not hers", "yes", "undo", "redo"],
        ["strike 4: not hers", "yes"],
        ["undo 1: secretly not hers"],
        ["undo 1: secretly not hers", "redo"],
        ["undo", "redo 1: secretly not hers"],
        ["rewind 3: secretly not hers"],
        ["rewind 3: secretly not hers", "note a", "redo"],
        ["strike 4: secretly not hers", "yes", "undo"],
        ["strike 4: secretly not hers", "yes", "undo", "redo"],
        ["amend 4 HP 2: misread", "yes", "undo 1: secretly not hers", "redo"],
        ["what-if strike 4: secretly not hers", "yes", "undo"],
    ],
    ids=[
        "said of another",
        "said of another and undone",
        "and redone",
        "struck out",
        "undone",
        "undone and redone",
        "redone for a reason",
        "rewound",
        "rewound and redone",
        "struck out and undone",
        "struck out, undone and redone",
        "correction undone and redone",
        "what if",
    ],
)
def test_a_correction_does_not_reveal_a_strangers_number(then: list[str]) -> None:
    """However it is taken back, only the referee reads it."""
    there = campaign()
    fought(there, "Yard", [*WRONG, *then])
    assert "secretly hurt" in "\n".join(everything(there, "referee"))
    for said in everything(there, "players"):
        assert "secretly" not in said
        assert "Wolf's HP" not in said


@pytest.mark.parametrize(
    "then",
    [
        ["undo 1: the Wolf has 777 HP left"],
        ["undo 1: the Wolf has 777 HP left", "redo"],
        ["undo", "redo 1: the Wolf has 777 HP left"],
        ["strike 4: the Wolf has 777 HP left", "yes"],
        ["strike 4: the Wolf has 777 HP left", "yes", "undo"],
    ],
)
def test_a_reason_that_tells_a_strangers_number_is_the_referees(then: list[str]) -> None:
    """Whatever was taken back for it, and whether that holds today or not."""
    there = campaign()
    fought(there, "Yard", [ADA, "join wolf", "set ada HP 3", *then])
    assert "777 HP" in "\n".join(everything(there, "referee"))
    assert "777 HP" not in "\n".join(everything(there, "players"))


def test_the_moves_of_one_undo_have_one_reason() -> None:
    """Two commands are taken back at once, of which players may not read one: its reason stands in
    both moves, and they read it in neither."""
    there = campaign()
    fought(there, "Yard", [*WRONG, "set ada HP 3", "undo 2: secretly not hers"])
    assert "secretly not" in "\n".join(everything(there, "referee"))
    assert "secretly" not in "\n".join(everything(there, "players"))


@pytest.mark.parametrize(
    "then",
    [
        ["undo: it had 777 left"],
        ["undo: it had 777 left", "redo"],
        ["undo", "redo: it had 777 left"],
        ["rewind 5: it had 777 left"],
    ],
)
def test_a_number_said_of_what_a_stranger_lost_is_the_referees(then: list[str]) -> None:
    """A reason that names nobody may mean the stranger whose hit points are taken back or come
    again; one that names only people whose numbers are known does not."""
    fight = [ADA, "join wolf", "next ambush", "a ada wolf rifle", "go", "9 3"]
    for told, read in (("it had 777 left", False), ("Ada saw 777 of them", True)):
        there = campaign()
        fought(there, "Yard", [*fight, *(line.replace("it had 777 left", told) for line in then)])
        assert told in "\n".join(everything(there, "referee"))
        assert read is (told in "\n".join(everything(there, "players")))


def test_that_something_was_corrected_is_told() -> None:
    """The summary has the event's number, and the log says what holds now."""
    there = campaign()
    fought(there, "Yard", [*WRONG, "amend 4 set ada HP 3: not hers", "yes"])
    history = History(there.store.read(there.find().id))
    assert ["#4"] == [change.said for change in list_corrections(history, "players")]
    assert "Ada's HP is 3" in "\n".join(everything(there, "players"))


def test_the_reason_of_a_strangers_correction_is_hidden() -> None:
    """Neither the page's log, nor the replay's, nor the tables have it."""
    there = campaign()
    fought(there, "Yard", [ADA, "join wolf", "amend 3 armor 3: thick fur under the coat", "yes"])
    assert "thick fur" in "\n".join(everything(there, "referee"))
    assert "thick fur" not in "\n".join(everything(there, "players"))


def test_players_read_corrections_of_player_characters_in_full() -> None:
    """The old value, the new one, and the reason."""
    there = campaign()
    fought(there, "Yard", [ADA, "join wolf", "set ada HP 3", "amend 4 HP 2: misread", "yes"])
    assert "(was: Ada's HP is 3)" in "\n".join(everything(there, "players"))


TOLD = "the Wolf has 777 HP"
START = [ADA, BEN, "join wolf"]
TOR = "join Tor pc CON 14 WIL 10 Melee 4 Evasion 1 weapons longsword"

REASONS = {
    "score": ["set ada HP 3: {}"],
    "trait": ["set ada armor 2: {}"],
    "condition": ["condition ada blinded: {}", "condition ada blinded off: {}"],
    "of the stranger": ["condition wolf blinded: {}", "set wolf side foes: {}"],
    "corrected": ["set ada HP 3: {}", "amend 5 HP 2: misread", "yes", "undo"],
    "put in": ["insert 4 set ada HP 3: {}", "yes"],
    "renamed": ["rename wolf Fang: {}"],
    "struck out": ["set ada HP 3: {}", "strike 5: not so", "yes"],
    "impaired": ["next ambush", "a ada wolf rifle imp: {}", "go", "3"],
    "undone": ["next ambush", "a ada wolf rifle enh: {}", "undo", "redo"],
    "overruled": ["next ambush", "go", "a ada wolf rifle; overrule: {}", "9 3"],
    "act": ["next ambush", "act ada counts and {}", "go"],
    "risky act": ["next ambush", "act ada save WIL: counts, {}", "go", "20"],
    "of a stranger's attack": ["next ambushed", "a wolf ada d6 imp: {}", "go", "3"],
    "save": ["save ada DEX: {}", "5"],
    "harm": ["harm ada d6: {}", "6", "20"],
    "death": ["kill ada: {}"],
    "morale": ["morale wolf: {}", "5"],
    "round": ["next ambush: {}"],
    "time": ["time 1 min: {}"],
    "end": ["end: {}"],
    "move": ["next ambush", "move ada 30 to where {}", "go"],
    "check": [TOR, "join Wolf CON 10 WIL 8", "save tor Evasion 9 imp: {}", "5 6"],
}
"""Inputs with words of their own, after `START`. Each tells a stranger's number."""


def play(lines: Sequence[str], told: str = TOLD) -> Campaign:
    """Return a campaign with the fight of these lines; one with a skill is of Paraverse."""
    there, begin = campaign(), [] if lines[0] == TOR else START
    said = [*begin, *(line.replace("{}", told) for line in lines)]
    fought(there, "Yard", said, "golden-idol" if begin else "paraverse")
    return there


def change_number(there: Campaign, was: str = "777 HP", now: str = "888 HP") -> Campaign:
    """Return the same campaign, where the stranger is told to have another number."""
    store, fight, rows = MemoryStore(), there.find().id, list[Row]()
    for row in there.store.rows(fight):
        body = row.body.replace(was, now)
        said = row.said and row.said.replace(was, now)
        changed = replace(row, body=body, said=said)
        before = rows[-1].digest if rows else GENESIS
        rows.append(replace(changed, digest=compute_digest(before, fight, changed)))
    store.adopt(fight, rows)
    return Campaign(store, by="Mia")


DIGEST = re.compile(r"\b[0-9a-f]{64}\b|[0-9a-f]{10,}|([a-z]+[- ]){7}[a-z]+")
"""A digest, or a seal in words: of every event, and so it says nothing of any."""


@pytest.mark.sampled
@pytest.mark.parametrize("lines", REASONS.values(), ids=REASONS.keys())
def test_players_do_not_read_a_strangers_number_in_what_somebody_wrote(lines: list[str]) -> None:
    """Neither in the input, nor in an outcome that repeats it: of two fights that differ only in
    this, they read the same."""
    there = play(lines)
    other = change_number(there)
    assert "777 HP" in "\n".join(everything(there, "referee"))
    assert "888 HP" in "\n".join(everything(other, "referee"))
    for one, its in zip(everything(there, "players"), everything(other, "players"), strict=True):
        assert "777 HP" not in one
        assert DIGEST.sub("", one) == DIGEST.sub("", its)


SPELLINGS = {
    "the wolf has 777 HP": ("777", "888"),
    "THE WOLF HAS 777 HP": ("777", "888"),
    "the Wolves' 777 HP": ("777", "888"),
    "wolf2 777 HP": ("777", "888"),
    "the Wölf has 777 left": ("777", "888"),
    "777 HP, said the wolf's keeper": ("777", "888"),
    "2 wolves with 777 HP": ("777", "888"),
    "the Wolf has seventy HP": ("seventy", "eighty"),
    "wolves: HP seventy": ("seventy", "eighty"),
    "Ada guesses the wolves' HP: 777": ("777", "888"),
}
"""Other ways to tell a stranger's number, and how two fights differ in it."""


@pytest.mark.parametrize("told", SPELLINGS)
def test_players_do_not_read_the_number_in_another_spelling(told: str) -> None:
    """In what is given as a reason for a score, for a modifier, and for an undo."""
    lines = ["set ada HP 3: {}", "next ambush", "a ada wolf rifle imp: {}", "undo 1: {}"]
    there = play(lines, told)
    other = change_number(there, *SPELLINGS[told])
    for one, its in zip(everything(there, "players"), everything(other, "players"), strict=True):
        assert told not in one
        assert DIGEST.sub("", one) == DIGEST.sub("", its)


HONEST = (
    *("2 wolves bit her", "the wolves bit her", "the wolf left, and one more came"),
    *("Ada has 3 HP, not 4", "three wolves at the gate", "meant for Wolf, not for Ben"),
    *("two of the wolves left her alone", "she has seven HP", "the Wolf bit her twice"),
)
"""Words that tell no number of the wolf's."""


@pytest.mark.parametrize("told", HONEST)
def test_players_read_what_tells_no_strangers_number(told: str) -> None:
    """How many strangers there are is no secret, nor is a number without a score."""
    assert told in "\n".join(everything(play(REASONS["score"], told), "players"))


@pytest.mark.parametrize("told", ["Ada has 777 HP", "777 steps away", "the Wolf limps"])
@pytest.mark.parametrize("lines", REASONS.values(), ids=REASONS.keys())
def test_players_read_other_words(lines: list[str], told: str) -> None:
    """Words without a number, or without a stranger, stay."""
    of_stranger = [REASONS[each] for each in ("of the stranger", "morale", "renamed")]
    if lines in of_stranger and "777" in told:
        pytest.skip("what is said of a stranger is hidden with any number")
    read = "\n".join(everything(play(lines, told), "players"))
    assert told in read


def test_that_an_attack_is_impaired_is_told() -> None:
    """Only the words are left out."""
    read = "\n".join(everything(play(REASONS["impaired"]), "players"))
    assert "Ada attacks Wolf with rifle, impaired: …" in read


def test_a_reason_is_left_out_of_what_it_was_given_for() -> None:
    """The rest of the input is told."""
    read = [*everything(play(REASONS["score"]), "players")]
    assert any(said.endswith("Ada's HP is 3") for said in read)
