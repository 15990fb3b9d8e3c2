"""Ways to put a deed on somebody, or to deny one, where persons sign: what the program says at
once, and what the audit says of a file that somebody edited."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from combatlog.files.audit import audit
from combatlog.grammar.registry import parse_declarations
from combatlog.terminal.views.audit import build_report
from events.errors import KeyReused, Refused, Unreadable
from events.serialization.codec import encode
from events.signatures import SigningKey
from events.store.envelope import Entry, Head, decode_row
from events.store.memory import MemoryStore
from events.store.statements import Request, decode_said, encode_said
from events.types.commitments import Anchored
from events.types.declarations import FightStarted
from events.types.log_events import Noted
from events.types.rolls import Rolled
from replay.audit.signatures import audit_statements
from replay.log.keys import Speech
from tests.cheating.signed import ANNA, CHARGE, NOTE, SAM, THIEF, Signed, table
from tests.support.cpu_time import assert_grows_at_most

__all__ = ["table"]


def test_what_persons_sign_is_right(table: Signed) -> None:
    """Every kind of command is signed, and the audit says how many signatures it has checked."""
    at = table.sit("Anna", ANNA)
    lines: tuple[str, ...] = (
        "next ambush",
        "a ada rhino rifle",
        "go",
        "undo 2",
        "redo",
        "note so it was",
    )
    lines += (
        "dice typed",
        "harm wolf d6",
        "4",
        "set ada HP 3: a scratch",
        "call here",
        "rewind 11",
    )
    lines = (*lines, "a ada rhino knife !", "amend 11 a ada wolf rifle; why: so !", "end", "close")
    for line in lines:
        at.say(line, f"key of {line}")
    table.sit("Sam", SAM).say("note I am Sam")
    table.sit("Tom", None).say("note I have no key")
    assert [] == table.find_faults()
    [found] = audit(table.store).fights
    assert len(lines) + 5 == found.statements.signatures  # the start has two
    assert [("Sam", "first"), ("Anna", "first")] == [
        (each.person, each.how) for each in found.statements.keys
    ]
    assert () == found.statements.late + found.statements.reworded


def test_nobody_else_records_under_a_name_with_a_key(table: Signed) -> None:
    """At the prompt it is refused at once, and nothing is recorded."""
    before = table.store.head(table.id)
    for key in (None, THIEF, SAM):
        with pytest.raises(Refused, match="Anna signs in this fight"):
            table.sit("Anna", key).say("note I give up my share")
    assert before == table.store.head(table.id)


def test_a_deed_put_on_somebody_is_wrong(table: Signed) -> None:
    """A command of hers without her signature, or with another's."""
    seq = table.forge("Anna", NOTE)
    assert [f"#{seq} is a command of Anna, and Anna has not signed it"] == table.find_faults()


@pytest.mark.parametrize(
    ("signer", "wrong"),
    [(SAM, "Anna has not signed it"), (THIEF, "signed by a key that is nobody's here")],
)
def test_a_deed_signed_by_another_key_is_wrong(
    table: Signed, signer: SigningKey, wrong: str
) -> None:
    """Neither the referee's key nor a stranger's speaks for her."""
    table.forge("Anna", NOTE, said=table.say(signer, "json", encode(NOTE)))
    [fault] = table.find_faults()
    assert wrong in fault


def test_a_signature_copied_to_another_statement_is_wrong(table: Signed) -> None:
    """The text was changed after it was signed."""
    [voice] = decode_said(table.say(ANNA, "json", encode(Noted("Anna keeps her share"))))
    text = voice.text.replace("keeps", "gives up")
    said = json.dumps([{"text": text, "sig": voice.sig}])
    table.forge("Anna", Noted("Anna gives up her share"), said=said)
    assert "signature is not that of Anna" in table.find_faults()[0]


@pytest.mark.parametrize("line", ["note Anna gives up everything", "set ada HP 1: a fall", "undo"])
def test_another_deed_under_her_signature_is_wrong(table: Signed, line: str) -> None:
    """She signed a note; recorded is something else."""
    table.forge_line("Anna", line, table.say(ANNA, "json", encode(NOTE)))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_an_undo_to_another_place_is_wrong(table: Signed) -> None:
    """She signed where the head goes, and the log has it elsewhere."""
    table.sit("Sam", SAM).say("next ambush")
    payload = '{"type":"head-moved","parent":1}'
    table.forge_line("Anna", "undo", table.say(ANNA, "json", payload))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_a_second_deed_beside_the_signed_one_is_wrong(table: Signed) -> None:
    """What is added to her command was not signed."""
    table.sit("Sam", SAM).say("next ambush")
    attack = table.sit("Tom", None).say("a ada rhino rifle").rows[0].event
    table.sit("Tom", None).say("undo")
    table.forge_line("Anna", "a ada rhino rifle !", table.say(ANNA, "json", encode(attack)))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_what_the_rules_fill_in_need_not_be_said(table: Signed) -> None:
    """A statement has the fields that its author gave; others have to follow from the rules."""
    table.sit("Sam", SAM).say("next ambush")
    attack = '{"type":"attack","by":"ada","targets":[{"target":"rhinoceros"}],"weapons":["rifle"]}'
    table.forge_line("Anna", "a ada rhino rifle", table.say(ANNA, "json", attack))
    assert [] == table.find_faults()
    table.sit("Tom", None).say("undo")
    table.forge_line("Anna", "a rhino ada", table.say(ANNA, "json", CHARGE))
    assert [] == table.find_faults()
    table.sit("Tom", None).say("undo")
    table.forge_line("Anna", "a ada rhino knife", table.say(ANNA, "json", attack))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_what_the_rules_do_not_fill_in_is_wrong(table: Signed) -> None:
    """She did not say with what, and has two weapons: the keeper chose the rifle for her."""
    table.sit("Sam", SAM).say("next ambush")
    attack = '{"type":"attack","by":"ada","targets":[{"target":"rhinoceros"}]}'
    table.forge_line("Anna", "a ada rhino rifle", table.say(ANNA, "json", attack))
    assert "does another thing than what was signed" in table.find_faults()[0]


def test_a_deed_cannot_be_denied(table: Signed) -> None:
    """Who takes the signature out of the file changes the digests; who leaves it is bound."""
    table.sit("Anna", ANNA).say("note the rope is mine")
    row = list(table.store.rows(table.id))[-1]
    [voice] = decode_said(row.said or "")
    assert voice.sig and "the rope is mine" in voice.text
    bare = [each for each in table.store.rows(table.id) if each.seq < row.seq]
    other = MemoryStore()
    other.adopt(table.id, bare)
    other.append(table.id, len(bare), [Entry(Noted("the rope is mine"))], by="Anna")
    assert "wrong" == audit(other).verdict


def test_a_statement_holds_in_no_other_fight(table: Signed) -> None:
    """Said in one fight, recorded in another one of the same persons."""
    said = table.say(ANNA, "json", encode(NOTE), Head())
    first = table.id
    table.id = table._open("Sam", SAM).start("Again", "golden-idol").id
    seq = table.forge("Anna", NOTE, said=said)
    [_, found] = audit(table.store).fights
    assert [(seq, f"has a statement of another fight, {first}")] == [*found.statements.faults]


def test_a_statement_holds_in_no_rewritten_log(table: Signed) -> None:
    """She signed after another event than the one that is there now."""
    head = table.store.head(table.id)
    said = table.say(ANNA, "json", encode(NOTE), Head(head.seq, bytes(32)))
    table.forge("Anna", NOTE, said=said)
    assert f"of another log: #{head.seq} was another event there" in table.find_faults()[0]


def test_a_statement_counts_once(table: Signed) -> None:
    """The same words recorded twice, the second time by the keeper."""
    table.sit("Anna", ANNA).say("note one coin for Sam")
    row = list(table.store.rows(table.id))[-1]
    table.forge("Anna", Noted("one coin for Sam"), said=row.said)
    assert "a statement that was recorded before" in table.find_faults()[0]


def test_a_statement_that_was_held_back_is_told(table: Signed) -> None:
    """Others recorded in between: the audit lists it and judges nothing."""
    head = table.store.head(table.id)
    said = table.say(ANNA, "json", encode(NOTE))
    table.sit("Sam", SAM).say("note the door falls shut")
    seq = table.forge("Anna", NOTE, said=said)
    assert [] == table.find_faults()
    [found] = audit(table.store).fights
    assert ((seq, head.seq, "Anna"),) == found.statements.late


def test_a_statement_that_cannot_be_read_says_where(table: Signed) -> None:
    """A retry of the line names the event of the fight."""
    seq = table.forge("Tom", NOTE, said='[{"text":"nothing"}]', key="k")
    with pytest.raises(Unreadable, match=f"#{seq} of this fight is no statement"):
        table.sit("Tom", None).say("note Anna gives up her share", "k")


def test_a_form_that_is_unknown_cannot_be_judged(table: Signed) -> None:
    """A newer program may have made it."""
    seq = table.forge("Anna", NOTE, said=table.say(ANNA, "haiku", "old pond"))
    found = audit(table.store)
    assert ("cannot be judged", (seq,)) == (found.verdict, found.fights[0].statements.unknown)


def test_a_line_that_reads_otherwise_today_is_told(table: Signed) -> None:
    """The words stand there; that the grammar has changed is no fault."""
    table.sit("Sam", SAM).say("next ambush")
    said = table.say(ANNA, "line", "a ada wolf knife")
    seq = table.forge_line("Anna", "a ada rhino rifle", said)
    found = audit(table.store)
    assert (seq,) == found.fights[0].statements.reworded


def test_another_deed_under_a_signed_line_is_not_right(table: Signed) -> None:
    """She signed a line that is no declaration: nothing tells whether it is this note."""
    seq = table.forge("Anna", NOTE, said=table.say(ANNA, "line", "note hello"))
    found = audit(table.store)
    assert ("cannot be judged", (seq,)) == (found.verdict, found.fights[0].statements.unknown)


@pytest.mark.parametrize("line", ["a ada wolf knife !", "a ada rhino rifle", "a ada rhino rifle !"])
def test_each_declaration_of_a_line_is_compared(table: Signed, line: str) -> None:
    """The second one, too."""
    table.sit("Sam", SAM).say("next ambush")
    seq = table.forge_line("Anna", "a ada rhino rifle !", table.say(ANNA, "line", line))
    [found] = audit(table.store).fights
    same = line == "a ada rhino rifle !"
    assert (() if same else (seq,), ()) == (found.statements.reworded, found.statements.faults)


def test_a_late_command_is_listed_once_with_who_signed(table: Signed) -> None:
    """A command with a key has two statements, one of them signed."""
    head = table.store.head(table.id)
    speech = Speech(table.id, head, "2026-11-22T19:30:00.000Z")
    said = Request("json", encode(NOTE))
    voices = [speech.say(said, key="k"), speech.say(said, ANNA)]
    table.sit("Sam", SAM).say("note the door falls shut")
    seq = table.forge("Anna", NOTE, said=encode_said(voices))
    [found] = audit(table.store).fights
    assert ((seq, head.seq, "Anna"),) == found.statements.late


def _record_declarations(table: Signed, times: int) -> None:
    whole = table.sit("Tom", None).say("a rhino ada").rows[0].event
    for _ in range(times):
        table.forge("Anna", whole, said=table.say(ANNA, "json", CHARGE))


def _record_lines(table: Signed, times: int) -> None:
    at = table.sit("Anna", ANNA)
    for number in range(times):
        at.say(f"set ada HP {number % 4}: a scratch", f"key {number}")


@pytest.mark.slow
@pytest.mark.alone
@pytest.mark.parametrize("record", [_record_declarations, _record_lines])
def test_the_cost_of_what_was_stated_is_linear(record: Callable[[Signed, int], None]) -> None:
    """Eight times the signed declarations, or lines with keys, take no more than about eight times
    the time."""

    def make_work(times: int) -> Callable[[], object]:
        table = Signed()
        table.sit("Sam", SAM).say("next ambush")
        record(table, times)
        rows = list(table.store.rows(table.id))
        recorded = [*map(decode_row, rows)]
        assert () == audit_statements(table.id, rows, recorded, parse_declarations).faults
        return partial(audit_statements, table.id, rows, recorded, parse_declarations)

    assert_grows_at_most(14, make_work(200), make_work(1600))


def test_signatures_are_kept_through_a_retry(table: Signed) -> None:
    """A key repeated returns what was recorded, and another command under it is refused."""
    at = table.sit("Anna", ANNA)
    first = at.say("note once", "k").rows
    assert first == at.say("note once", "k").rows
    with pytest.raises(KeyReused):
        at.say("note twice", "k")
    assert [] == table.find_faults()


@pytest.mark.parametrize("keys", [True, False])
@pytest.mark.parametrize("key", ["a\nb", "k" * 300, "a\ud800b"])
def test_a_key_that_fits_no_statement_is_refused(keys: bool, key: str) -> None:
    """With a signature and without: nothing is recorded that the audit would call wrong."""
    table = Signed(keys)
    before = table.store.head(table.id)
    at = table.sit("Sam", SAM if keys else None)
    with pytest.raises(Refused):
        at.fight.note("hi", key=key)
    with pytest.raises(Refused):
        at.fight.note("a\ud800b", key="k")
    assert before == table.store.head(table.id)


def _build_texts(table: Signed) -> str:
    """Return the whole report of the audit as one text."""
    return "\n".join(line for part in build_report(audit(table.store)) for line in part.lines)


@pytest.mark.parametrize("by", ["Tom", "Sam", ""])
def test_what_one_signed_and_another_recorded_is_told(table: Signed, by: str) -> None:
    """Several may have a part in a command, so it is no fault; who signed and who recorded is
    listed."""
    said = table.say(ANNA, "json", encode(NOTE))
    if by == "Sam":
        voices = [*decode_said(said), *decode_said(table.say(SAM, "json", encode(NOTE)))]
        said = encode_said(voices)
    seq = table.forge(by, NOTE, said=said)
    assert [] == table.find_faults()
    [found] = audit(table.store).fights
    assert ((seq, "Anna", by),) == found.statements.others
    assert f"#{seq} signed by Anna, recorded by {by or 'nobody named'}" in _build_texts(table)


def _start_again(table: Signed, title: str, anchor: str, said: str) -> None:
    """Begin a campaign anew with another start, as the keeper of the file can."""
    [started, bound, *_] = [row.event for row in table.store.read(table.id)]
    assert isinstance(started, FightStarted)
    started = replace(started, title=title, anchor=anchor)
    table.store = MemoryStore()
    table.store.append(table.id, 0, [Entry(started), Entry(bound)], by="Sam", said=said)


def test_another_start_under_the_starters_signature_is_wrong(table: Signed) -> None:
    """Another title, or another root of the dice, than Sam has signed; or his word for it left
    out."""
    said = next(table.store.rows(table.id)).said or ""
    started = next(table.store.read(table.id)).event
    assert isinstance(started, FightStarted)
    _start_again(table, "Bridge", started.anchor, said)
    assert [] == table.find_faults()
    _start_again(table, "Yard", started.anchor, said)
    assert ["#1 does another thing than what was signed"] == table.find_faults()
    _start_again(table, "Bridge", "ab" * 32, said)
    assert ["#1 does another thing than what was signed"] == table.find_faults()
    _start_again(table, "Bridge", "ab" * 32, encode_said(decode_said(said)[:1]))
    assert "Sam has not signed it" in table.find_faults()[0]


def test_another_root_in_a_signed_command_is_wrong(table: Signed) -> None:
    """The keeper puts it before Anna's attack, and could try roots until the dice please."""
    table.sit("Sam", SAM).say("next ambush")
    attack = table.sit("Tom", None).say("a ada rhino rifle").rows[0].event
    table.sit("Tom", None).say("undo")
    root = Anchored("ab" * 32, 64, "lost")
    for form, payload in (("json", encode(attack)), ("line", "a ada rhino rifle")):
        seq = table.forge("Anna", root, attack, said=table.say(ANNA, form, payload))
        faults = [f"#{each.seq}" for each in audit(table.store).fights[0].statements.faults]
        assert f"#{seq}" in faults
        root = Anchored("cd" * 32, 64, "lost")


def test_another_root_that_its_author_signed_is_told(table: Signed) -> None:
    """Anna goes on where the root is not: she signs the new one with her attack."""
    table.sit("Sam", SAM).say("next ambush")
    rows = list(table.store.rows(table.id))
    table.store = MemoryStore()
    table.store.adopt(table.id, rows, {})
    at = table.sit("Anna", ANNA)
    for line in ("a ada rhino rifle", "go", "undo 2", "a ada rhino rifle", "go"):
        at.say(line)
    assert [] == [*audit(table.store).fights[0].statements.faults]
    assert "another root of the dice serves from" in _build_texts(table)
    assert "put there by Anna" in _build_texts(table)


def test_a_die_drawn_from_another_root_is_signed_with_it(table: Signed) -> None:
    """A command that only draws a die: the root and the die are both hers."""
    at = table.sit("Sam", SAM)
    for line in ("dice typed", "harm wolf d6"):
        at.say(line)
    rows = list(table.store.rows(table.id))
    table.store = MemoryStore()
    table.store.adopt(table.id, rows, {})
    result = table.sit("Anna", ANNA).say("roll")
    anchored, fell, *_ = [row.event for row in result.rows]
    assert isinstance(anchored, Anchored) and isinstance(fell, Rolled)
    assert fell.draw is not None
    assert [] == [*audit(table.store).fights[0].statements.faults]
    [*_, voice] = decode_said(next(table.store.rows(table.id, result.rows[0].seq - 1)).said or "")
    assert '"type":"anchored"' in voice.text and '"type":"rolled"' in voice.text
