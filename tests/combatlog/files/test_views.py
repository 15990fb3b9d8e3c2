"""Views: exports in which rows are hidden. Their chain can be checked, and no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import astuple, replace

from combatlog.app.campaign import Campaign, create, open
from combatlog.app.session import Session
from combatlog.files.audit import Audit, audit, audit_export, seal_campaign
from combatlog.files.export_lines import parse_line
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.files.upgrade import upgrade
from combatlog.terminal.cli.main import cli
from combatlog.terminal.views.audit import build_report, render_report
from events.errors import Refused, Unreadable
from events.store.envelope import GENESIS, compute_digest, hash_said
from events.store.memory import MemoryStore
from replay.audit.seals import FightSeal, read_seal
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.talk import BRIDGE
from tests.support.tampered_files import campaign_of_two, recompute_digests

OWN, OTHER = "I saw it limp.", "The rhino has 20 HP."


@pytest.fixture
def store() -> MemoryStore:
    """A fight that Mia keeps, with a note of hers, and a note and an attack of Ada's."""
    store = MemoryStore()
    game = load_game("golden-idol")
    fight = Campaign(store, "mia").start("Bridge", game, sheets=parse_roster(BRIDGE, "b", game))
    Session(Campaign(store, "mia"), fight).say("next ambush", key="k-1")
    Campaign(store, "mia").fight().note(OTHER, key="k-2")
    hers = Campaign(store, "ada")
    hers.fight().note(OWN, key="k-3")
    for line in ("a ada rhino rifle", "go"):
        Session(hers, hers.fight()).say(line)
    return store


def export(store: MemoryStore, view: str = "public") -> list[str]:
    return list(export_lines(store, store.fights()[0], view=view))


def check(lines: list[str]) -> Audit:
    return audit_export(line.encode() for line in lines)


def tell(audited: Audit) -> str:
    return "\n".join(render_report(build_report(audited)))


def find_hidden(lines: list[str]) -> list[int]:
    """Return the numbers of the lines whose rows are hidden."""
    return [at for at, line in enumerate(lines) if "content" in json.loads(line)]


def test_the_chain_of_a_view_holds(store: MemoryStore) -> None:
    """Nothing is wrong; how many rows are hidden is said, and that the rest cannot be judged."""
    lines = export(store)
    hidden = find_hidden(lines)
    assert 2 < len(hidden) < len(lines) - 2
    audited = check(lines)
    (fight,) = audited.fights
    assert "cannot be judged" == audited.verdict
    assert (len(lines) - 1, tuple(hidden), "Bridge") == (fight.sound, fight.hidden, fight.title)
    said = f"{len(hidden)} events of {fight.events} are hidden in this view (public)"
    assert said in tell(audited).replace("\n", " ")
    assert f"each of the {fight.events} events follows" in tell(audited)


def test_what_is_hidden_is_in_no_view(store: MemoryStore) -> None:
    """Neither the note of the referee nor the key of its command goes out."""
    assert not any(OTHER in line or "k-2" in line for line in export(store))
    assert any("k-1" in line for line in export(store))


Change = Callable[[dict[str, Any]], None]

CHANGES: dict[str, Change] = {
    "the recorder": lambda row: row.update(by="zoe"),
    "the time": lambda row: row.update(at="2026-01-01T00:00:00.000Z"),
    "the place": lambda row: row.update(parent=0),
    "the content": lambda row: row.update(content="5" * 64),
    "the digest": lambda row: row.update(digest="5" * 64),
    "a short content": lambda row: row.update(content="55"),
    "no content": lambda row: row.pop("content"),
    "an empty content": lambda row: row.update(content=""),
    "a blind beside it": lambda row: row.update(blind="5" * 32),
    "an event beside it": lambda row: row.update(event={"type": "noted", "text": "so"}),
    "a hash of statements that is none": lambda row: row.update(saidhash="55"),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("which", [0, -1])
def test_an_altered_view_is_wrong(store: MemoryStore, what: str, which: int) -> None:
    """It is told at the hidden row that was changed."""
    lines = export(store)
    at = find_hidden(lines)[which]
    row = json.loads(lines[at])
    CHANGES[what](row)
    lines[at] = json.dumps(row, separators=(",", ":"))
    audited = check(lines)
    assert "wrong" == audited.verdict
    broken = audited.fights[0].broken
    assert broken is not None
    assert at == broken.seq


def test_a_view_that_lacks_a_row_is_wrong(store: MemoryStore) -> None:
    """In the middle or at the end."""
    lines = export(store)
    at = find_hidden(lines)[0]
    for short in (lines[:at] + lines[at + 1 :], lines[:-1]):
        assert "wrong" == check(short).verdict


def rechain(lines: list[str]) -> list[str]:
    """Return the lines with digests that match again."""
    fight, previous = json.loads(lines[0])["fight"], GENESIS
    chained = lines[:1]
    for line in lines[1:]:
        row = parse_line(line.encode(), 2)
        previous = compute_digest(previous, fight, row)
        chained.append(line.replace(row.digest.hex(), previous.hex()))
    return chained


def test_an_open_row_of_a_view_that_nobody_wrote_is_wrong(store: MemoryStore) -> None:
    """A chain that was computed again saves no row that combatlog does not write."""
    lines = export(store, "ada")
    at = next(at for at, line in enumerate(lines) if OWN in line)
    lines[at] = lines[at].replace(OWN, "a\\u202eb")
    audited = check(rechain(lines))
    assert "wrong" == audited.verdict
    assert audited.fights[0].broken is None
    assert audited.fights[0].forged.startswith(f"#{at} has characters")


@pytest.mark.parametrize(
    ("event", "wrong"),
    [
        ('{"type":"left","who":"zzz","how":"fled"}', "refers to “zzz”, who is not in the fight"),
        ('{"type":"key-bound","person":"ada","key":"zz"}', "binds a key that is not 64"),
    ],
)
def test_a_row_before_those_hidden_has_its_place(event: str, wrong: str) -> None:
    """What is readable up to the first hidden row hangs together, or is wrong, as in any log."""
    store = MemoryStore()
    fight = Campaign(store, "mia").start("Bridge", load_game("golden-idol"))
    at_table = Session(Campaign(store, "mia"), fight)
    for line in ("join Mira pc HP 9 STR 10 DEX 12 WIL 9", "join wolf"):
        at_table.say(line)
    lines = export(store)
    assert [3] == [at for at, line in enumerate(lines) if "content" in json.loads(line)]
    joined = {**json.loads(lines[2]), "event": json.loads(event)}
    lines[2] = json.dumps(joined, separators=(",", ":"))
    audited = check(rechain(lines))
    assert "wrong" == audited.verdict
    assert wrong in audited.fights[0].forged


def test_a_statement_is_hidden_only_with_a_row(store: MemoryStore) -> None:
    """Whoever may read every row of a command gets what was said for it."""
    lines = export(store)
    at = next(at for at, line in enumerate(lines) if "k-1" in line)
    plain = json.loads(lines[at])
    said = json.dumps(plain["said"], ensure_ascii=False, separators=(",", ":"))
    assert f'"said":{said}' in lines[at]
    lines[at] = lines[at].replace(f'"said":{said}', f'"saidhash":"{hash_said(said).hex()}"')
    assert lines == rechain(lines)
    audited = check(lines)
    assert "wrong" == audited.verdict
    assert audited.fights[0].forged.startswith(f"#{at} hides what was said")


def test_a_view_without_hidden_rows_is_judged_like_any_export() -> None:
    """Where players may read everything, dice and outcomes are checked."""
    store = MemoryStore()
    session = Session(Campaign(store, "mia"), Campaign(store, "mia").start("Yard", "golden-idol"))
    session.say("join Ada pc HP 4 STR 10 DEX 12 WIL 9")
    lines = export(store)
    assert [] == find_hidden(lines)
    assert "right" == check(lines).verdict


def test_dice_are_judged_by_the_root_that_goes_along(store: MemoryStore) -> None:
    """Without it they cannot be judged; another one than the log commits to is wrong."""
    lines = list(export_lines(store, store.fights()[0], with_root=True))
    assert "right" == check(lines).verdict
    header = json.loads(lines[0])
    (anchor,) = header["roots"]
    for root in ("55" * 32, "55", "no"):
        other = json.dumps(header | {"roots": {anchor: root}})
        assert "wrong" == check([other, *lines[1:]]).verdict
    assert "cannot be judged" == check(export(store, "whole")).verdict


def test_a_view_is_not_imported(store: MemoryStore) -> None:
    """It is refused in one sentence."""
    with pytest.raises(Refused) as refused:
        import_fight(MemoryStore(), [line.encode() for line in export(store)])
    assert (
        "This is a view (public) that may hide rows, so nothing was imported; ask for the whole"
        " fight." == str(refused.value)
    )


def test_an_erased_row_cannot_be_judged(store: MemoryStore) -> None:
    """In a whole export a row without its body was erased: the chain holds, and it is said. In
    part it is erased nowhere: what was said for a note goes with it."""
    lines, public = export(store, "whole"), export(store)
    at = next(at for at, line in enumerate(lines) if OTHER in line)
    lines[at] = public[at]
    audited = check(lines)
    assert "cannot be judged" == audited.verdict
    assert f"1 event of {len(lines) - 1} was erased: #{at}" in tell(audited)
    assert store.fights()[0] == import_fight(MemoryStore(), [line.encode() for line in lines])
    row = json.loads(export(store, "whole")[at])
    said = json.dumps(row.pop("said"), ensure_ascii=False, separators=(",", ":"))
    lines[at] = json.dumps(row | {"saidhash": hash_said(said).hex()}, separators=(",", ":"))
    with pytest.raises(Unreadable, match=f"Line {at + 1}: #{at} hides what was said"):
        import_fight(MemoryStore(), [line.encode() for line in lines])


def test_a_seal_is_compared_with_a_view(store: MemoryStore) -> None:
    """Digits and words of format 2 are over digests, which a view has."""
    seal, id = str(seal_campaign(store)), store.fights()[0]
    lines = [line.encode() for line in export(store)]
    held = audit_export(lines, read_seal(seal)).seal
    assert held is not None
    assert not held.wrong
    words = " ".join(FightSeal(id, *astuple(store.head(id))).words)
    assert held == audit_export(lines, read_seal(words)).seal
    other = seal[:-4] + ("0000" if seal[-4:] != "0000" else "1111")
    assert not audit_export(lines, read_seal(other)).right


def test_an_old_seal_cannot_be_compared_with_a_view(tmp_path: Path) -> None:
    """It is over the bodies, and they are hidden: that is no fault of the view."""
    old, new = tmp_path / "old.combatlog", tmp_path / "new.combatlog"
    campaign_of_two(old, 1)
    with open(old) as campaign:
        seal = seal_campaign(campaign.store, campaign.store.fights()[0])
    upgrade(str(old), str(new))
    with open(new) as campaign:
        lines = list(export_lines(campaign.store, campaign.store.fights()[0], view="public"))
    assert find_hidden(lines)
    audited = audit_export([line.encode() for line in lines], read_seal(str(seal)))
    assert "cannot be judged" == audited.verdict
    assert audited.seal is not None
    assert audited.seal.open


def test_the_creatures_of_a_game_of_ones_own_are_hidden() -> None:
    """They stand in the first event, which players' views leave out as a whole: its digest counts
    on, and an audit says that the view hides it. A shipped game is no secret."""
    game = load_game("cairn")
    definition = json.loads(json.dumps(game.definition))
    definition["creatures"]["Lich"] = {"HP": 4217, "STR": 15, "attacks": {"touch": "d12"}}
    for each, is_hidden in ((replace(game, id="mine", definition=definition), True), (game, False)):
        store = MemoryStore()
        Campaign(store, "mia").start("The crypt", each)
        lines = export(store)
        assert not any("4217" in line for line in lines)
        assert find_hidden(lines) == ([1] if is_hidden else [])
        told = tell(check(lines)).replace("\n", " ")
        assert "Untouched" in told
        assert ("hidden in this view (public)" in told) is is_hidden


def test_a_person_reads_what_they_entered(store: MemoryStore) -> None:
    """The view of Ada has her note and not Mia's, and no number of a stranger."""
    public, hers = export(store), export(store, "ada")
    assert "ada" == json.loads(hers[0])["view"]
    assert any(OWN in line and "k-3" in line for line in hers)
    assert not any(OTHER in line for line in hers)
    more = set(find_hidden(public)) - set(find_hidden(hers))
    assert ["noted"] == [json.loads(hers[at])["event"]["type"] for at in more]
    assert "cannot be judged" == check(hers).verdict
    assert "hidden in this view (ada)" in tell(check(hers)).replace("\n", " ")


def test_a_correction_shows_its_author_nothing_of_others(store: MemoryStore) -> None:
    """What a correction repeats of somebody else's is no more open than it was."""
    fight = Campaign(store, "ada").fight()
    count = len(fight.history)
    session = Session(Campaign(store, "ada"), fight)
    session.say("insert 2 join wolf: it was there")
    session.say("y")
    hers = [json.loads(line) for line in export(store, "ada")][count + 1 :]
    assert {"ada"} == {row["by"] for row in hers}
    joins = [row["event"]["sheet"]["name"] for row in hers if row.get("event", {}).get("sheet")]
    assert ["Wolf 3", "Ada", "Ben", "Dov"] == joins


def test_a_view_is_for_somebody_who_recorded_something(store: MemoryStore) -> None:
    """A misspelt name is refused, with those that there are."""
    with pytest.raises(Refused, match=r"Anna recorded nothing .* recorded by: ada, mia"):
        export(store, "Anna")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign file with a fight whose second event Mia entered."""
    path = tmp_path / "yard.combatlog"
    with create(path, by="mia") as campaign:
        Session(campaign, campaign.start("Yard", "golden-idol")).say("join wolf")
        campaign.by = "ada"
        campaign.fight().note(OTHER, key="k-2")
    return path


def run(*words: object) -> tuple[int, str]:
    """Run a command; return its exit code, and what it printed or why it was refused."""
    found = CliRunner().invoke(cli, [str(word) for word in words])
    return found.exit_code, found.output or str(found.exception)


def test_the_audit_of_a_view_ends_with_3(path: Path) -> None:
    """`export --view NAME` and `export --for players` write views, which `audit` reads."""
    view = path.with_suffix(".jsonl")
    for option in (("--view", "ada"), ("--for", "players")):
        assert 0 == run("export", "-c", path, "-o", view, "--force", *option)[0]
        assert (OTHER in view.read_text("utf-8")) is ("ada" in option)
        code, told = run("audit", view)
        assert 3 == code
        assert told.strip().startswith("Audit\n  Cannot be judged.")
        assert 1 == run("import", view, "-c", path)[0]


def test_a_view_goes_with_one_audience_and_with_lines_only(path: Path) -> None:
    """Options that exclude each other are refused."""
    for options, why in (
        (("--for", "players"), "give only one"),
        (("--to", "html"), "only with --to jsonl"),
        (("--with-root",), "only with the whole fight"),
        (("--view", "whole"), "names a person"),
    ):
        code, told = run("export", "-c", path, "--view", "mia", *options)
        assert 1 == code
        assert why in told


TWICE = {
    "a column": ('"by":', '"by":"zoe","by":'),
    "the event": ('"type":', '"type":"noted","type":'),
    "what was said": ('[{"text":', '[{"text":"so","text":'),
}


@pytest.mark.parametrize("what", TWICE)
def test_a_key_that_stands_twice_is_wrong_everywhere(store: MemoryStore, what: str) -> None:
    """Import and audit have one parser: both refuse JSON in which readers may choose."""
    lines = export(store, "whole")
    at = next(at for at, line in enumerate(lines) if "k-2" in line)
    lines[at] = lines[at].replace(*TWICE[what], 1)
    audited = check(lines)
    assert "wrong" == audited.verdict
    broken = audited.fights[0].broken
    assert (at, "cannot be read: an object in it has a field twice") == broken
    with pytest.raises(Unreadable, match=f"Line {at + 1}: an object in it has a field twice"):
        import_fight(MemoryStore(), [line.encode() for line in lines])


@pytest.mark.parametrize(
    ("column", "old", "new"),
    [("body", *TWICE["the event"]), ("said", *TWICE["what was said"])],
)
def test_a_key_that_stands_twice_in_a_campaign_is_wrong(
    store: MemoryStore, column: str, old: str, new: str
) -> None:
    """Also where the digests were computed again."""
    id = store.fights()[0]
    rows = list(store.rows(id))
    at = next(at for at, row in enumerate(rows) if row.said and "k-2" in row.said)
    text: str = getattr(rows[at], column)
    rows[at] = replace(rows[at], **{column: text.replace(old, new, 1)})
    copy = MemoryStore()
    copy.adopt(id, recompute_digests(id, rows))
    audited = audit(copy)
    assert "wrong" == audited.verdict
    assert audited.fights[0].forged.startswith(f"#{at + 1}")


def test_times_that_run_backwards_are_told(store: MemoryStore) -> None:
    """They are named, and nothing is wrong: a clock may have been set."""
    id = store.fights()[0]
    rows = [
        replace(row, at=f"2026-11-22T19:{row.cmd:02}:00.000Z", said=None) for row in store.rows(id)
    ]
    late = next(row.seq for row in rows if row.seq == row.cmd and row.seq > 3)
    rows = [replace(row, at="2026-11-22T18:00:00.000Z") if row.cmd == late else row for row in rows]
    copy = MemoryStore()
    copy.adopt(id, recompute_digests(id, rows))
    audited = audit(copy)
    assert audited.right
    (found,) = audited.fights[0].backwards
    assert (late, "2026-11-22T18:00:00.000Z", rows[late - 2].at) == found
    assert f"1 time runs backwards, as after a clock was set: #{late} (" in tell(audited)
