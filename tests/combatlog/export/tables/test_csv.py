"""CSV: read back whole, and harmless to spreadsheets."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given, settings, strategies as st

from combatlog.app.campaign import Campaign
from combatlog.export.tables.fight_tables import (
    BYTE_ORDER_MARK,
    build_csv_files,
    build_fight_tables,
    escape_formulas,
    format_csv,
)
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.log_events import Noted
from events.types.sheets import Sheet
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.tables.campaigns import in_memory, played

SCORES = {"HP": 6, "STR": 9, "DEX": 9, "WIL": 9}


def read(text: str) -> list[dict[str, str]]:
    """The rows as a program reads them that knows the format."""
    assert text.startswith(BYTE_ORDER_MARK)
    return list(
        csv.DictReader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""), strict=True)
    )


def restored(cell: str) -> str:
    """A cell without what made it harmless."""
    return re.sub(r"""(^|[;\t\r\n])([ "']*)'([=+\-@])""", r"\1\2\3", cell)


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_files_hold_what_the_tables_hold(game: str) -> None:
    """The same numbers; the name of a combatant stands beside the id."""
    campaign = in_memory()
    fight = played(campaign, game, 4, commands=50)
    files, rows = build_csv_files(campaign, "1"), build_fight_tables(1, fight.id, fight.history)
    assert {f"{name}.csv": len(found) for name, found in rows.items()} == {
        name: len(read(text)) for name, text in files.items()
    }
    names = {id: one.name for id, one in fight.state.combatants.items()}
    for row, line in zip(rows["statistics"], read(files["statistics.csv"]), strict=True):
        assert names[str(row[1])] == restored(line["who"])
        assert [str(cell) for cell in row] == [line[name] for name in line if name != "who"]


def test_every_fight_has_a_file_for_each_table() -> None:
    """Without a fight there are no files."""
    campaign = in_memory()
    with pytest.raises(Refused):
        build_csv_files(campaign, "1")
    played(campaign, "thalassa", 1)
    wanted = {"events", "combatants", "statistics", "players", "turning_points", "rolls", "wounds"}
    assert {f"{name}.csv" for name in wanted} <= set(build_csv_files(campaign, "1"))


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+49 30", "'+49 30"),
        ("-3", "'-3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("'=x", "''=x"),
        ("'s Hertog", "'s Hertog"),
        ('Ada "the, one"', 'Ada "the, one"'),
        ("a=b", "a=b"),
        ("a;=1+1", "a;'=1+1"),
        ('a; "=1"', """a; "'=1\""""),
    ],
)
def test_a_name_is_no_formula(name: str, cell: str) -> None:
    """In every file where it begins a cell; it is still complete."""
    campaign = Campaign(MemoryStore())
    sheets = [Sheet("Ada", SCORES, kind="pc", side="party"), Sheet(name, SCORES, side="foes")]
    campaign.start("A fight", "golden-idol", sheets=sheets)
    files = build_csv_files(campaign, "")
    assert cell == read(files["combatants.csv"])[1]["name"]
    assert name == restored(cell)
    for text in files.values():
        for line in read(text):
            assert not [c for c in line.values() if re.search(r"(^|;)[= +@]*[=+@]", c)]
            assert all(re.fullmatch(r"-[\d.]+", c) for c in line.values() if c.startswith("-"))


def test_numbers_stay_numbers() -> None:
    """Bad luck is below 0 and can be summed."""
    assert BYTE_ORDER_MARK + '"luck","who"\r\n-2.5,"\'-2.5"\r\n"",""\r\n' == format_csv(
        ["luck", "who"], [(-2.5, "-2.5"), (None, "")]
    )


def test_line_breaks_and_quotes_are_quoted() -> None:
    """As RFC 4180 has it."""
    assert BYTE_ORDER_MARK + '"text"\r\n"one\ntwo, ""three"""\r\n' == format_csv(
        ["text"], [('one\ntwo, "three"',)]
    )


@pytest.mark.slow
@settings(max_examples=200)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00")))
def test_any_text_is_read_back_unchanged(text: str) -> None:
    """By a CSV reader, without the apostrophe."""
    assert text == restored(escape_formulas(text))
    (row,) = read(format_csv(["first", "text"], [(1, text)]))
    assert text == restored(row["text"])


def test_players_get_no_hidden_numbers() -> None:
    """Nor the referee's notes."""
    campaign = in_memory()
    fight = played(campaign, "golden-idol", 3)
    fight.note("=the idol is a fake")
    assert "the idol is a fake" in build_csv_files(campaign, "1")["events.csv"]
    files = build_csv_files(campaign, "1", "players")
    assert not [name for name, text in files.items() if "the idol is a fake" in text]
    kinds = {one.name: one.kind for one in fight.state.combatants.values()}
    hidden = [each for each in read(files["statistics.csv"]) if not each["absorbed"]]
    assert hidden
    assert all(kinds[each["who"]] == "npc" for each in hidden)
    assert any(isinstance(row.event, Noted) for row in fight.history.rows)
