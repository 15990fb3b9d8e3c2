"""The audit of what was said: statements, their signatures, and the keys of persons.

A statement holds for one command of one fight, after a row that its author saw. The payload of a
signed one has to be what the command did: else the keeper of a log could record another deed under
a person's signature. An unsigned statement is nobody's word, so its payload is only read again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import Any, NamedTuple

from events.errors import Unreadable
from events.serialization.codec import decode, encode
from events.signatures import compute_key_id, is_signed
from events.store.envelope import GENESIS, Recorded, Row, ViewRow
from events.store.statements import Statement, Voice, decode_said, is_json_once, parse_statement
from events.types.commitments import Anchored
from events.types.declarations import FightStarted
from events.types.keys import KeyBound, KeyRevoked, Witnessed
from events.types.rolls import Rolled
from events.types.unions import is_declaration
from replay.audit.stated_inputs import ReadLine, StatedInputs
from replay.log.keys import (
    FORMS,
    BoundKeys,
    CommandInput,
    is_same_person,
    list_inputs,
    may_revoke,
)

_EQUAL = ("bind", "revoke", "salt", "witness", "chain")
"""Forms whose payload is one event of the command, whole."""

OTHER_DEED = "does another thing than what was signed"


class StatementFault(NamedTuple):
    """Something wrong with what was said for the command of event `seq`."""

    seq: int
    said: str


class KeyChange(NamedTuple):
    """A key of a person that was bound or revoked, by whom and how. `unproven`: it was bound with
    the start of the fight and has not signed that. `at_start`: it was bound or revoked with the
    start, as in an earlier fight. `by_other`: it was revoked by somebody who may not."""

    seq: int
    by: str
    person: str
    key: str
    how: str
    why: str
    unproven: bool
    at_start: bool = False
    by_other: bool = False


class LateStatement(NamedTuple):
    """A statement said after event `head` and recorded as `seq`, with others between."""

    seq: int
    head: int
    by: str


class SignedForOther(NamedTuple):
    """A command that `by` recorded and somebody else, `signer`, signed. `seq` is its first event.
    Whoever recorded it may have signed it as well."""

    seq: int
    signer: str
    by: str


class StatementAudit(NamedTuple):
    """The result: how many signatures were checked, what is wrong (`faults`), and what is told.

    `others` are commands that were signed by somebody who did not record them: several persons may
    have a part in one. `last_signed` has the last event that each key signed, by its id, but for
    its own revocation. `late` are statements that other rows came before, `reworded` the commands
    whose line would be read otherwise today, `unknown` those with statements that cannot be judged
    here: of an unknown form, or a signed line that is no declaration. `hidden` are the commands for
    which something was said, and of which not all is here: signatures there could not be checked.
    """

    signatures: int = 0
    faults: tuple[StatementFault, ...] = ()
    keys: tuple[KeyChange, ...] = ()
    late: tuple[LateStatement, ...] = ()
    reworded: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    others: tuple[SignedForOther, ...] = ()
    last_signed: tuple[tuple[str, int], ...] = ()
    hidden: tuple[int, ...] = ()


NO_STATEMENTS = StatementAudit()


def audit_statements(
    fight: str,
    rows: Sequence[Row],
    recorded: Sequence[Recorded],
    read_line: ReadLine | None = None,
) -> StatementAudit:
    """Check every statement of a fight. `rows` are as stored and `recorded` the same ones read;
    they hang together (`check_structure`). `read_line` reads lines again, where it is given. Where
    rows are hidden, or what was said for a command, that command is left out."""
    check = _StatementCheck(fight, rows, recorded)
    for command in _list_commands(recorded):
        first, last = command[0].seq, command[-1].seq
        is_whole = first == command[0].cmd and last - first + 1 == len(command)
        if not is_whole or _is_hidden(rows, first, last):
            check.follow(command)
        elif rows[first - 1].said is not None or check.keys.bound or _needs_voice(command):
            check.check_command(command, rows[first - 1])
    read = check.stated.read_again(_list_first_whole(recorded), read_line)
    known = {fault.seq for fault in check.faults}
    otherwise = {StatementFault(seq, OTHER_DEED) for seq in read.other if seq not in known}
    return StatementAudit(
        check.signatures,
        tuple(sorted({*check.faults, *otherwise})),
        tuple(check.changes),
        tuple(dict.fromkeys(check.late)),
        tuple(sorted(read.reworded)),
        tuple(sorted({*check.unknown, *read.unknown})),
        tuple(check.others),
        tuple(check.last_signed.items()),
        tuple(_list_hidden(rows)),
    )


def _list_hidden(rows: Sequence[Row]) -> Iterator[int]:
    """Yield the commands whose statements are not here, or cannot be compared with what was done
    because a row is hidden."""
    if not any(isinstance(row, ViewRow) for row in rows):
        return
    for _, every in groupby(rows, key=lambda row: row.cmd):
        first, *others = every
        is_said = first.said is not None and any(row.hidden for row in (first, *others))
        if is_said or (isinstance(first, ViewRow) and first.saidhash):
            yield first.seq


def _list_first_whole(recorded: Sequence[Recorded]) -> Sequence[Recorded]:
    """Return the rows before the first hidden one."""
    if len(recorded) and recorded[-1].seq == len(recorded):
        return recorded
    return [row for at, row in enumerate(recorded, 1) if row.seq == at]


def _list_commands(recorded: Sequence[Recorded]) -> Iterator[Sequence[Recorded]]:
    for _, command in groupby(recorded, key=lambda row: row.cmd):
        yield list(command)


def _needs_voice(command: Sequence[Recorded]) -> bool:
    """Return whether a command is about keys: then it is checked even if nothing was said."""
    return any(isinstance(row.event, KeyBound | KeyRevoked | Witnessed) for row in command)


def _is_hidden(rows: Sequence[Row], first: int, last: int) -> bool:
    """Return whether a part of a command is not here: a row before or behind it, or what was
    said."""
    end = rows[last] if last < len(rows) else None
    is_cut = end is not None and end.cmd == first
    row = rows[first - 1]
    return is_cut or (isinstance(row, ViewRow) and bool(row.saidhash))


class _Wrong(Exception):
    """What is wrong with a statement, as the rest of a sentence."""


class _StatementCheck:
    """Checks the commands one by one, with the keys that are bound before each."""

    def __init__(self, fight: str, rows: Sequence[Row], recorded: Sequence[Recorded]) -> None:
        self.keys = BoundKeys()
        self.signatures = 0
        self.faults: list[StatementFault] = []
        self.changes: list[KeyChange] = []
        self.late: list[LateStatement] = []
        self.unknown: list[int] = []
        self.others: list[SignedForOther] = []
        self.last_signed: dict[str, int] = {}
        self.stated = StatedInputs()
        self._fight = fight
        self._rows = rows
        self._recorded = recorded
        self._nonces: set[str] = set()
        self._used: set[str] = set()

    def check_command(self, command: Sequence[Recorded], row: Row) -> None:
        """Check what was said for a command; then its keys count."""
        signers: dict[str, set[str]] = {}
        before = set(self.keys.bound)
        try:
            for voice in decode_said(row.said) if row.said is not None else []:
                signer, form = self._check_voice(voice, command)
                if signer:
                    signers.setdefault(signer, set()).add(form)
            self._check_author(command, signers.keys())
            self._check_bindings(command, signers.keys())
            self._check_whole(command, signers)
        except (_Wrong, Unreadable) as error:
            self.faults.append(StatementFault(row.seq, str(error).rstrip(".")))
        self.follow(command, signers)
        for id, forms in signers.items():
            if id in before or forms != {"bind"}:  # who agrees to be bound does nothing yet
                self._note_signer(command[0], id)

    def _note_signer(self, first: Recorded, id: str) -> None:
        if not isinstance(first.event, KeyRevoked) or first.event.key != id:
            self.last_signed[id] = first.seq
        bound = self.keys.bound.get(id)
        if bound is not None and not is_same_person(bound.person, first.by):
            self.others.append(SignedForOther(first.seq, bound.person, first.by))

    def follow(self, command: Sequence[Recorded], signers: Collection[str] = ()) -> None:
        """Take in the keys that a command binds and revokes."""
        for row in command:
            self._follow(row, signers)

    def _follow(self, row: Recorded, signers: Collection[str]) -> None:
        event, at_start = row.event, row.cmd == 1
        if isinstance(event, KeyBound):
            id = compute_key_id(event.key)
            place = (row.seq, row.by, event.person, id, event.how, "")
            self.changes.append(KeyChange(*place, id not in signers, at_start))
        elif isinstance(event, KeyRevoked):
            bound = self.keys.bound.get(event.key)
            person = bound.person if bound is not None else ""
            by_other = not (at_start or may_revoke(row.by, person, self._recorded[0].by))
            revoked = (row.seq, row.by, person, event.key, "revoked", event.why)
            self.changes.append(KeyChange(*revoked, False, at_start, by_other))
        self.keys.follow(event)

    def _check_voice(self, voice: Voice, command: Sequence[Recorded]) -> tuple[str, str]:
        """Check one statement; return the id of the key that signed it, empty if none did, and its
        form."""
        said = parse_statement(voice.text)
        seq = command[0].seq
        self._check_place(said, seq)
        if said.seq < seq - 1:
            bound = self.keys.bound.get(said.signer)
            by = bound.person if bound is not None else command[0].by
            self.late.append(LateStatement(seq, said.seq, by))
        if said.form == "line":
            self.stated.add_line(seq, said.payload, bool(voice.sig))
        elif said.form not in (*_EQUAL, "json"):
            self.unknown.append(seq)
        if not said.signer and not voice.sig:
            return "", said.form
        if not (said.signer and voice.sig):
            raise _Wrong("has a statement with a signer and no signature, or the other way round")
        public = self._find_public(said, command)
        if not is_signed(public, voice.text, voice.sig):
            raise _Wrong(f"has a statement whose signature is not that of {self._name(said)}")
        self.signatures += 1
        self._check_payload(said, command)
        return said.signer, said.form

    def _check_place(self, said: Statement, seq: int) -> None:
        """Check that a statement is about this fight and log, and is there once."""
        if said.fight != self._fight:
            raise _Wrong(f"has a statement of another fight, {said.fight}")
        if said.seq >= seq:
            raise _Wrong(f"has a statement that was made after #{said.seq}, which comes later")
        digest = self._rows[said.seq - 1].digest if said.seq else GENESIS
        if digest.hex() != said.digest:
            raise _Wrong(f"has a statement of another log: #{said.seq} was another event there")
        if said.nonce in self._nonces or (said.key and said.key in self._used):
            raise _Wrong("has a statement that was recorded before")
        self._nonces.add(said.nonce)
        if said.key:
            self._used.add(said.key)

    def _find_public(self, said: Statement, command: Sequence[Recorded]) -> str:
        """Return the public key of a signer: one that is bound, or that is bound here and says
        so, or signs the start of the fight."""
        bound = self.keys.bound.get(said.signer)
        if bound is None and (said.form == "bind" or isinstance(command[0].event, FightStarted)):
            for row in command:
                if isinstance(row.event, KeyBound) and compute_key_id(row.event.key) == said.signer:
                    return row.event.key
        if bound is None:
            raise _Wrong("has a statement signed by a key that is nobody's here")
        if said.signer in self.keys.revoked:
            raise _Wrong(f"is signed by a key of {bound.person} that is revoked")
        return bound.key

    def _name(self, said: Statement) -> str:
        bound = self.keys.bound.get(said.signer)
        return bound.person if bound is not None else "the key it names"

    def _check_author(self, command: Sequence[Recorded], signers: Set[str]) -> None:
        """Check that a person with keys has signed their command."""
        person, first = command[0].by, command[0].event
        if not self.keys.has_keys(person):
            return
        living = self.keys.list_living(person)
        is_own_binding = isinstance(first, KeyBound) and is_same_person(first.person, person)
        if not living and not is_own_binding:
            raise _Wrong(f"is a command of {person}, whose key is revoked")
        if living and not signers & living.keys():
            raise _Wrong(f"is a command of {person}, and {person} has not signed it")

    def _check_bindings(self, command: Sequence[Recorded], signers: Set[str]) -> None:
        """Check that a new key has signed its binding, with the word of a living one where there
        is one. With the start of a fight, those who are known are bound without."""
        if isinstance(command[0].event, FightStarted):
            return
        for row in command:
            if isinstance(row.event, KeyBound):
                person = row.event.person
                if compute_key_id(row.event.key) not in signers:
                    raise _Wrong(f"binds a key to {person} that has not signed it")
                living = self.keys.list_living(person)
                if living and not signers & living.keys():
                    raise _Wrong(f"binds another key to {person} without the word of the old one")
            elif isinstance(row.event, Witnessed) and not signers:
                raise _Wrong("is witnessed by nobody")

    def _check_whole(
        self, command: Sequence[Recorded], signers: Mapping[str, Collection[str]]
    ) -> None:
        """Check what has to be signed word for word, in the form `json`: the start of a fight, by
        the key of whoever started it, and another root of the dice, by somebody who signs the
        command. `signers` are the keys that signed, each with the forms of what it signed."""
        whole = {id for id, forms in signers.items() if "json" in forms}
        if isinstance(command[0].event, FightStarted):
            by = command[0].by
            keys = BoundKeys()
            for row in command:
                keys.follow(row.event)
            if (living := keys.list_living(by) if by else {}) and not whole & living.keys():
                raise _Wrong(f"starts a fight and binds a key of {by}, and {by} has not signed it")
        elif signers and not whole and any(isinstance(row.event, Anchored) for row in command):
            raise _Wrong("puts another root of the dice into a command whose author signed none")

    def _check_payload(self, said: Statement, command: Sequence[Recorded]) -> None:
        """Check that a signed statement says what the command does."""
        if said.form == "json":
            self._check_json(said.payload, command)
        elif said.form in _EQUAL:
            events = [row.event for row in command if FORMS.get(type(row.event)) == said.form]
            try:
                stated = decode(said.payload) if is_json_once(said.payload) else None
            except Unreadable:
                stated = None
            if stated not in events:
                raise _Wrong(OTHER_DEED)

    def _check_json(self, payload: str, command: Sequence[Recorded]) -> None:
        if not is_json_once(payload):
            raise _Wrong("has a signed statement that is no JSON, or has a key twice")
        plain = json.loads(payload)
        stated = plain if isinstance(plain, list) else [plain]
        inputs = list_inputs(command, self._recorded)
        if len(stated) != len(inputs):
            raise _Wrong(OTHER_DEED)
        for each, was in zip(stated, inputs, strict=True):
            if not isinstance(each, dict) or not self._is_stated(each, was, command):
                raise _Wrong(OTHER_DEED)

    def _is_stated(
        self, stated: dict[str, Any], was: CommandInput, command: Sequence[Recorded]
    ) -> bool:
        """Return whether each stated field stands so in an event. Whether the rules give the others
        is seen later (`StatedInputs`)."""
        stated = dict(stated)
        parent = stated.pop("parent", None)
        if parent != was.parent or isinstance(parent, bool | float):
            return False
        whole: dict[str, Any] = json.loads(encode(was.event))
        try:
            if decode(json.dumps({**whole, **stated})) != was.event:
                return False
        except Unreadable:
            return False
        missing = whole.keys() - stated.keys()
        if not missing:
            return True
        if isinstance(was.event, Rolled):
            return was.event.draw is not None and "type" not in missing
        if not is_declaration(was.event) or isinstance(was.event, FightStarted):
            return False
        row = next(row for row in command if row.event is was.event)
        self.stated.add_declaration(row.seq, stated)
        return True
