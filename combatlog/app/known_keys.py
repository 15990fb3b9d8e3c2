"""The keys that are known in a campaign: whose they are, which were revoked, and what of them the
next fight binds.

Only fights that were started here count: another one may come from anybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from combatlog.app.fight_list import was_started_here
from events.errors import Damaged, Refused, Unreadable
from events.serialization.codec import decode
from events.signatures import SigningKey, compute_key_id, is_signed
from events.store.envelope import GENESIS, Head, Row, decode_row
from events.store.protocol import Store
from events.store.statements import Request, decode_said, encode_said, parse_statement
from events.types.declarations import FightStarted
from events.types.keys import KeyBound, KeyRevoked
from events.types.names import check_name, make_likeness
from events.types.unions import AnyEvent
from replay.log.keys import (
    FORMS,
    BoundKeys,
    CommandInput,
    Speech,
    is_same_person,
    may_revoke,
    write_payload,
)

REVOKED_HERE = "Your key was revoked in this campaign; make another one with: combatlog key FILE"


def check_person(by: str) -> str:
    """Return the name that a key is bound to. Raises `Refused` if it is none."""
    if not by:
        raise Refused("Say who you are, with --by NAME; a key is bound to a name.")
    return check_name(by)


class _KeyRow(NamedTuple):
    """A row about a key, in a fight that `starter` started. `at` is its time, never before that of
    an earlier row of the fight."""

    at: str
    fight: str
    starter: str
    row: Row


class KnownKeys(BoundKeys):
    """The keys that are known in a campaign. `homes` has the row that bound each first, by the id
    of the key."""

    def __init__(self) -> None:
        super().__init__()
        self.homes: dict[str, _KeyRow] = {}


def find_known_keys(store: Store) -> KnownKeys:
    """Return the keys that are known in a campaign, and which of them were revoked.

    A key is known from the first binding that it signed itself, and stays that person's. While the
    person has another known key, that one has to sign, too: in an older fight, where nobody spoke
    for the person yet, anybody could bind one. A revocation counts for all fights where
    `_may_revoke_everywhere` says so.
    """
    keys = KnownKeys()
    for each in sorted(_list_key_rows(store), key=lambda each: each.at):
        event = decode_row(each.row).event
        if isinstance(event, KeyRevoked):
            if _may_revoke_everywhere(store, each, event, keys):
                keys.follow(event)
        elif isinstance(event, KeyBound) and (id := compute_key_id(event.key)) not in keys.bound:
            living = keys.list_living(event.person)
            public = {id: event.key, **{own: known.key for own, known in living.items()}}
            signers = _list_signers(store, each, event, public)
            if id in signers and (not living or living.keys() & signers):
                keys.follow(event)
                keys.homes[id] = each
    return keys


def _may_revoke_everywhere(store: Store, each: _KeyRow, event: KeyRevoked, keys: KnownKeys) -> bool:
    """Return whether a revocation counts in all fights of the campaign.

    It does in the fight where the key was bound first, its home, from whoever may there
    (`may_revoke`), and in any fight with the signature of the key's owner or of whoever started
    that first fight. Anybody can start another fight, and may revoke every key in it: that counts
    there alone.
    """
    home = keys.homes.get(event.key)
    if home is None:
        return False
    person = keys.bound[event.key].person
    if each.fight == home.fight:
        return may_revoke(each.row.by, person, each.starter)
    entitled = keys.list_living(person)
    if home.starter:
        entitled |= keys.list_living(home.starter)
    public = {id: bound.key for id, bound in entitled.items()}
    return bool(_list_signers(store, each, event, public))


def describe_where_it_still_speaks(store: Store, fight: str, revoked: KeyRevoked) -> str:
    """Return the sentence that a key, revoked in a fight, still speaks in the others; empty where
    the revocation counts for all, or the campaign does not know the key."""
    keys = find_known_keys(store)
    home = keys.homes.get(revoked.key)
    if home is None or home.fight == fight or revoked.key in keys.revoked:
        return ""
    person, number = keys.bound[revoked.key].person, store.fights().index(home.fight) + 1
    return (
        f"In the other fights this key still speaks for {person}. For all of them, revoke it in"
        f" fight {number}, where it was bound first, or sign this with a key of {person}"
        + (f" or {home.starter}." if home.starter else ".")
    )


class RevokedElsewhere:
    """The keys that were revoked in the other fights of a campaign, as somebody plays in one.

    Each look asks for the heads of all fights, because another program may have recorded there.
    The keys are read again only where a fight has a new event about keys.
    """

    def __init__(self, store: Store, fight: str) -> None:
        self._store = store
        self._fight = fight
        self._heads: dict[str, Head] | None = None
        self._revoked: Collection[str] = ()
        self.unread = ""
        """Why the keys of the other fights cannot be read; empty where they can."""

    def find(self) -> Collection[str]:
        """Return the ids of the revoked keys. Where another fight is damaged, this one can go on:
        `unread` says so, and the keys count that were known before."""
        try:
            heads = self._store.heads()
            heads.pop(self._fight, None)
            known, self._heads = self._heads, heads
            if known is None or self._has_new_keys(known):
                is_any = next(self._store.tagged("key-revoked"), None) is not None
                self._revoked = find_known_keys(self._store).revoked if is_any else ()
                self.unread = ""
        except (Damaged, Unreadable) as error:
            self.unread = str(error)
        return self._revoked

    def _has_new_keys(self, known: dict[str, Head]) -> bool:
        """Return whether a fight has an event about keys after the head that was known."""
        return any(
            row.body.startswith('{"type":"key-')
            for id, head in (self._heads or {}).items()
            if head != (before := known.get(id, Head()))
            for row in self._store.rows(id, before.seq)
        )


def _list_key_rows(store: Store) -> Iterator[_KeyRow]:
    starters: dict[str, str | None] = {}
    latest: dict[str, str] = {}
    for fight, row in store.tagged("key-"):
        if fight not in starters:
            first = next(store.read(fight, upto=1))
            is_here = isinstance(first.event, FightStarted) and was_started_here(
                store, fight, first.event
            )
            starters[fight] = first.by if is_here else None
        starter = starters[fight]
        if starter is not None:
            latest[fight] = max(latest.get(fight, ""), row.at)
            yield _KeyRow(latest[fight], fight, starter, row)


def _list_signers(
    store: Store, each: _KeyRow, event: KeyBound | KeyRevoked, public: dict[str, str]
) -> Collection[str]:
    """Return which of these keys (`public`, by id) signed an event about a key, in the statements
    of its command."""
    said = next(store.rows(each.fight, each.row.cmd - 1, each.row.cmd)).said
    found = set()
    try:
        for voice in decode_said(said) if said is not None else []:
            stated = parse_statement(voice.text)
            about = (stated.fight, stated.form) == (each.fight, FORMS[type(event)])
            key = public.get(stated.signer) if about else None
            is_said = key is not None and decode(stated.payload) == event
            if is_said and is_signed(key or "", voice.text, voice.sig):
                found.add(stated.signer)
    except Unreadable:
        return set()
    return found


def list_first_bindings(
    store: Store, by: str, own: SigningKey | None
) -> list[KeyBound | KeyRevoked]:
    """Return the keys to bind with the start of a fight: the starter's own, unless it is known for
    somebody else, and those of everybody whose key is known in the campaign. Where all keys of a
    person were revoked, the last of them is bound and revoked, so that nobody speaks for them until
    another one is bound.

    Raises `Refused` where the starter has a key in the campaign, and none of theirs is at hand.
    """
    found = find_known_keys(store)
    living = found.list_living()
    is_new = own is not None and own.id not in found.bound
    if by and found.has_keys(by):
        theirs = found.list_living(by)
        if theirs and (own is None or own.id not in theirs):
            raise Refused(
                f"{by} signs in this campaign, and the key is not here; start the fight under"
                " another name (--by), or where the key is."
            )
        if not theirs and not is_new:
            raise Refused(
                f"The key of {by} was revoked in this campaign; make another one (combatlog key"
                " FILE), or start the fight under another name (--by)."
            )
    lost = {
        make_likeness(event.person): found.revoked[id]
        for id, event in found.bound.items()
        if not found.list_living(event.person)
    }
    keys = BoundKeys()
    for revoked in lost.values():
        bound = found.bound[revoked.key]
        keys.follow(KeyBound(bound.person, bound.key, keys.choose_how(bound.person)))
        keys.follow(revoked)
    events = [event for id, bound in keys.bound.items() for event in (bound, keys.revoked[id])]
    known = [(bound.person, bound.key) for bound in living.values()]
    if own is not None and by and is_new:
        known = [(check_person(by), own.public), *known]
    for person, key in sorted(known, key=lambda each: not is_same_person(each[0], by)):
        bound = KeyBound(person, key, keys.choose_how(person))
        keys.follow(bound)
        events.append(bound)
    return events


def say_start(fight: str, events: Sequence[AnyEvent], own: SigningKey, at: str) -> str:
    """Return `said` for the start of a fight, whose events these are: the starter's own key signs
    that it is bound, and all that starts the fight, so that it starts no other one."""
    inputs = [CommandInput(event) for event in events]
    bound = [
        each for each in inputs if isinstance(each.event, KeyBound) and each.event.key == own.public
    ]
    speech = Speech(fight, Head(0, GENESIS), at)
    return encode_said(
        [speech.say(Request(*write_payload(stated)), own) for stated in (bound, inputs)]
    )
