"""The report of an audit: on the screen, as Markdown, and as JSON."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from combatlog.app.campaign import Campaign, create, open
from combatlog.app.session import Session
from combatlog.files.audit import audit, audit_export
from combatlog.files.jsonl import export_lines
from combatlog.terminal.views.audit import (
    build_report,
    render_markdown,
    render_report,
)
from combatlog.terminal.views.audit_dice import describe_chance
from combatlog.terminal.views.audit_fight import ReportPart, describe_faults
from events.store.campaign_file import open_campaign
from events.store.envelope import Entry, Row
from events.store.memory import MemoryStore
from events.types.declarations import FightStarted
from replay.audit.fairness import DiceRun, measure_run as run_of
from rulesets.definitions.shipped import load_game
from tests.combatlog.terminal.test_audit import _columns, path
from tests.support.anchored_fights import start_anchored, strike
from tests.support.given import pc
from tests.support.tampered_files import (
    open_unguarded,
    recompute_digests,
    record_brawl,
    rows_of,
)

__all__ = ["path"]


def test_json_has_the_names_it_is_documented_with(path: Path, run: Any) -> None:
    """In `combatlog.files.audit_json`; programs rely on them."""
    with open(path, by="mia") as campaign:
        fight = campaign.fight("cave")
        Session(campaign, fight).say("kill troll: a rock")
    told = json.loads(run("audit", "--json", "--seal", run("seal").out).out)
    assert {
        "verdict",
        "right",
        "judged",
        "unchecked",
        "seal",
        "guards",
        "order",
        "unlisted",
        "fights",
        "runs",
    } == told.keys()
    assert {"wrong", "holds", "since", "beyond", "titles", "open"} == told["seal"].keys()
    fight = told["fights"][0]
    names = "id title game version today hack events sound broken forged unread altered dice"
    names += " differences deeds people right judged told beyond backwards hidden view exported"
    names += " statements"
    assert {*names.split(), "untouched", "fair", "follows"} == fight.keys()
    dice = {"typed", "drawn", "checked", "unchecked", "faults", "seen", "runs", "secrets"}
    dice |= {"stated", "exchanged", "closes", "roots", "epochs", "mixed", "crossed", "slipped_in"}
    assert dice == fight["dice"].keys()
    assert {"seq", "first", "by", "die", "face"} == fight["dice"]["seen"][0].keys()
    assert {"sealed", "known", "salts", "early"} == fight["dice"]["secrets"][0].keys()
    assert {"salt", "by", "seq", "own"} == fight["dice"]["secrets"][0]["salts"][0].keys()
    run_of = {"by", "die", "sealed", "counts", "thrown", "mean", "expected", "chance", "unlikely"}
    assert run_of == fight["dice"]["runs"][0].keys() == told["runs"][0].keys()
    assert {"kind", "seq", "by", "said", "why", "since"} == fight["deeds"][0].keys()
    counts = {"by", "commands", "typed", "undone", "corrected", "overruled", "stated"}
    counts |= {"notes", "salted", "redone", "branches", "closed", "keys", "others"}
    assert counts == fight["people"][0].keys()


def hostile(title: str) -> str:
    """The report of a fight of this title, and of somebody of this name, as Markdown."""
    store = MemoryStore()
    campaign = Campaign(store, by=title)
    game = load_game("brighter-worlds")
    sheets = [pc(title, "3/0/8/8/8").sheet(game)]
    fight = campaign.start(title, "brighter-worlds", dice="digital", sheets=sheets)
    fight.undo(1, title)
    rows = rows_of(store, fight.id)
    rows[1:2] = []
    return "\n".join(
        render_markdown(build_report(audit(store)) + build_report(_broken(fight.id, rows)))
    )


def _broken(fight: str, rows: list[Row]) -> Any:
    store = MemoryStore()
    store.adopt(fight, rows)
    return audit(store)


NAMES = [
    "[x](http://evil.example)",
    "![x](y)",
    "<script>alert(1)</script>",
    "<b>",
    "**bold** __b__ *i* _i_",
    "`code`",
    "a | b | c",
    "# heading",
    "- item",
    "1. item",
    "> quote",
    "~~gone~~",
    "&lt;b&gt; &amp; &copy;",
    "\\",
    "\\|",
    "\\[x\\](y)",
    "http://evil.example www.evil.example",
    "---",
    "===",
    "+ item",
    ":smile:",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_escaped_in_markdown(name: str) -> None:
    """A wiki shows every name as it is."""
    told = hostile(name)
    plain = hostile("Nobody")
    assert [line.count("|") for line in plain.splitlines()] == [
        re.sub(r"\\.", "", line).count("|") for line in told.splitlines()
    ]
    for line in told.splitlines():
        bare = re.sub(r"\\.", "", line).lstrip("#| ")
        bare = re.sub(r" ?\|( -+ \|)*( |$)", "", bare)
        assert not set("[]<>`*_~|") & set(bare.replace("---", "")), line
        assert "&" not in bare.replace("&amp;", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_markdown_reader_sees_the_names(name: str) -> None:
    """It shows names as they are, without a link, an image, a list or a further heading."""
    reader = pytest.importorskip("markdown_it").MarkdownIt("gfm-like", {"linkify": False})
    tokens = reader.parse(hostile(name))
    kinds = {each.type for token in tokens for each in [token, *(token.children or [])]}
    allowed = {"heading", "paragraph", "table", "thead", "tbody", "tr", "th", "td"}
    opened = {f"{kind}_{end}" for kind in allowed for end in ("open", "close")}
    assert kinds <= {*opened, "inline", "text", "text_special", "softbreak"}
    read = ["".join(each.content for each in token.children or []) for token in tokens]
    assert any(name in text for text in read)


def test_markdown_is_printed(path: Path, run: Any) -> None:
    """Headings, sentences and tables."""
    told = run("audit", "--markdown", "--full")
    assert 0 == told.code
    assert told.out.startswith("# Audit\n\nRight. 2 fights, 27 events: nothing is wrong.\n")
    assert "\n## The cave (cave, Brighter Worlds, rules version 2)\n" in told.out
    assert "| by | commands | dice typed |" in told.out


def test_a_long_table_is_cut_on_screen_and_whole_in_json(run: Any, tmp_path: Path) -> None:
    """Twenty rows, and how many more there are."""
    with create(tmp_path / "long.combatlog", by="mia") as campaign:
        record_brawl(campaign)
        session = Session(campaign, campaign.fight())
        for _ in range(15):
            session.say("undo")
            session.say("redo")
    told = run("audit")
    assert "… 11 more" in told.out
    assert 31 == len(json.loads(run("audit", "--json").out)["fights"][0]["deeds"])


def test_a_part_with_a_fault_is_marked(path: Path) -> None:
    """A screen shows it in red."""
    with closing(open_campaign(path)) as store:
        rows = rows_of(store, "cave")
    rows[16] = rows[16].__class__(*(*_columns(rows[16])[:7], '{"type":"noted"}', b""))
    found = build_report(_broken("cave", recompute_digests("cave", rows)))
    assert [True, True] == [part.wrong for part in found if part.level < 3][:2]
    assert all(isinstance(part, ReportPart) for part in found)


def test_a_sound_fight_of_a_campaign_takes_one_line(path: Path, run: Any) -> None:
    """Fights with a fault are shown in full, the others with --full."""
    told = run("audit").out
    assert (
        "The cave (cave, Brighter Worlds, rules version 2): 22 events, 2 dice, 1 seen before"
        in told
    )
    assert "Who did what" not in told
    with closing(open_unguarded(path)) as connection:
        connection.execute("UPDATE events SET by = 'tom' WHERE fight = 'cave' AND seq = 6")
    told = run("audit").out
    assert 1 == told.count("Who did what")
    assert "The gorge (gorge, Brighter Worlds, rules version 2): 5 events" in told
    assert 2 == run("audit", "--full").out.count("Who did what")


def test_an_export_says_how_its_dice_can_be_judged() -> None:
    """Close the dice, and export again. It says nothing of the next dice, whose secret it never
    holds."""
    store = MemoryStore()
    fight = start_anchored(store)
    strike(fight)

    def audit_lines() -> str:
        exported = audit_export(line.encode() for line in export_lines(store, fight.id))
        return "\n".join(render_report(build_report(exported)))

    why = "1 drawn die cannot be judged: no secret of theirs is here"
    assert f"{why}; close the dice, and export again." in audit_lines()
    fight.close()
    assert "cannot be judged" not in audit_lines()
    assert "secret of the next dice" not in audit_lines()


def test_a_root_is_no_secret_to_be_revealed() -> None:
    """It stays where it is kept; a close opens the secret of one epoch."""
    store = MemoryStore()
    fight = start_anchored(store)
    strike(fight)
    fight.close()
    told = "\n".join(render_report(build_report(audit(store))))
    assert re.search(r"Root [0-9a-f]{12}…: kept here; salt: none\.", told)
    assert "not revealed" not in told


def test_an_undecided_audit_claims_nothing(path: Path, run: Any) -> None:
    """The exit code is 3, and the report does not say that nothing is wrong."""
    with closing(open_campaign(path)) as store:
        rows = rows_of(store, "cave")
    rows[16] = rows[16].__class__(
        *(*_columns(rows[16])[:7], '{"type":"wish"}', b"", rows[16].blind)
    )
    found = _broken("cave", recompute_digests("cave", rows))
    assert (True, False) == (found.right, found.judged)
    told = "\n".join(render_markdown(build_report(found)))
    assert "not all of it can be checked here" in told
    assert "nothing is wrong" not in told


def test_a_forged_event_is_described_in_a_sentence() -> None:
    """Its seq comes first."""
    fight = _broken("cave", [])
    fight = fight.fights[0]._replace(broken=None, forged="#55 is not the die as it fell in #9.")
    told = "#55 is as no combatlog writes it: it is not the die as it fell in #9"
    assert [told] == list(describe_faults(fight))


def test_no_chance_is_shown_as_zero() -> None:
    """However small it is."""
    told = DiceRun("ada", "d6", True, run_of(6, [1] * 200))
    assert "p < 0.001, worth a look" == describe_chance(told)


def test_newer_rules_are_not_judged() -> None:
    """The report does not say that outcomes follow from them."""
    store = MemoryStore()
    game = replace(load_game("golden-idol"), version=9)
    store.append("f", 0, [Entry(FightStarted("Bridge", game))], by="sam")
    told = "\n".join(render_markdown(build_report(audit(store))))
    assert "newer rules (version 9) than this combatlog has (2); install a newer one" in told
    assert "Newer rules cannot be played again here." in told
    assert "nothing is wrong" not in told
