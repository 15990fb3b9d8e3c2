"""The user's own key: its file, the commands it signs, and binding and revoking it in a fight."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from events.errors import Refused, Unreadable
from events.signatures import KEY_ID_DIGITS, SigningKey, create_key, read_key
from events.store.envelope import GENESIS, Entry, Head, decode_row
from events.store.protocol import Store
from events.store.statements import Request, Voice, encode_said
from events.types.keys import KeyBound, KeyRevoked
from events.types.names import check_name, clean_text, fold_case
from projections.text.words import join_words
from replay.log.event_log import History
from replay.log.keys import BoundKeys, CommandInput, Speech, list_entry_inputs, write_payload

if TYPE_CHECKING:
    from combatlog.app.fight_head import FightHead

FEWEST_DIGITS = 8
"""The fewest digits that name a key."""


class Signing(NamedTuple):
    """What signs a command of whoever records in a fight, at a time (`at`)."""

    fight: FightHead
    at: str

    def sign(
        self, entries: Sequence[Entry], key: str, request: Request, new: SigningKey | None = None
    ) -> str | None:
        """Return `said` for a command about to be recorded, None where nobody has to sign it.

        `key` and `request` are stated beside it, unsigned. A key that the command binds (`new`)
        signs that first. Raises `Refused` where the person's key is not at hand.
        """
        voices: list[Voice] = []
        signers = [new] if new is not None else []
        if (own := self._find_signer(entries)) is not None:
            signers.append(own)
        if not entries or not signers:
            return None
        history = self.fight.history
        last = history.rows[-1]
        speech = Speech(self.fight.id, Head(last.seq, last.digest), self.at)
        if key:
            voices.append(speech.say(request, key=key))
        stated = Request(*write_payload(list_entry_inputs(entries, history.rows)))
        voices += [speech.say(stated, signer) for signer in signers]
        return encode_said(voices)

    def _find_signer(self, entries: Sequence[Entry]) -> SigningKey | None:
        """Return the key that has to sign, None if the person has none in this fight."""
        keys, by = self.fight.history.keys, self.fight.by
        if keys is None or not keys.has_keys(by):
            return None
        living = keys.list_living(by)
        if not living:
            if _binds_own(entries, by):
                return None
            raise Refused(
                f"The key of {by} is revoked in this fight; bind another one first (bind), or"
                " record under another name (--by)."
            )
        own = self.fight.find_key() if self.fight.find_key is not None else None
        if own is None or own.id not in living:
            ids = join_words([f"{id[:FEWEST_DIGITS]}…" for id in living])
            raise Refused(
                f"{by} signs in this fight, and the key {ids} is not here; record under another"
                " name (--by), or where the key is."
            )
        return own


def _binds_own(entries: Sequence[Entry], by: str) -> bool:
    event = entries[0].event if entries else None
    return isinstance(event, KeyBound) and event.person == by


def bind_key(history: History, format: int, by: str, new: SigningKey | None) -> list[Entry]:
    """Return the entry that binds a key to a person. Raises `Refused` if it cannot be bound."""
    if format == 1:
        raise Refused(
            "A fight of format 1 has no signatures; make a copy of the campaign that has with:"
            " combatlog upgrade"
        )
    if new is None:
        raise Refused("You have no key; make one with: combatlog key")
    keys = history.keys or BoundKeys()
    person = _check_person(by)
    if (bound := keys.bound.get(new.id)) is not None:
        if new.id in keys.revoked:
            raise Refused("This key was revoked in this fight; make another one: combatlog key")
        raise Refused(f"This key speaks for {bound.person} already.")
    return [Entry(KeyBound(person, new.public, keys.choose_how(person)))]


def revoke_key(history: History, whose: str, why: str) -> list[Entry]:
    """Return the entry that revokes a key, named by its person or its id. Raises `Refused`."""
    living = history.keys.list_living() if history.keys is not None else {}
    if not living:
        raise Refused("No key speaks for anybody in this fight.")
    named = fold_case(whose.strip())
    found = [id for id, event in living.items() if fold_case(event.person) == named]
    if not found and FEWEST_DIGITS <= len(named) <= KEY_ID_DIGITS:
        found = [id for id in living if id.startswith(named)]
    if len(found) != 1:
        every = join_words(
            [f"{event.person} ({id[:FEWEST_DIGITS]})" for id, event in living.items()]
        )
        what = "several keys" if found else "no key"
        raise Refused(f"“{whose}” names {what}; these speak here: {every}.")
    if not clean_text(why):
        raise Refused(f"Say why, for the log, like: revoke {whose}: the laptop is lost")
    return [Entry(KeyRevoked(found[0], clean_text(why)))]


def _check_person(by: str) -> str:
    if not by:
        raise Refused("Say who you are, with --by NAME; a key is bound to a name.")
    return check_name(by)


def list_first_bindings(store: Store, by: str, own: SigningKey | None) -> list[KeyBound]:
    """Return the keys to bind with the start of a fight: the starter's own, and those of everybody
    whose key is known in the campaign.

    Raises `Refused` where another key than the one at hand speaks for the starter.
    """
    known = find_known_keys(store)
    theirs = {id: person for id, person in known.items() if person.person == by}
    if theirs and (own is None or own.id not in theirs):
        raise Refused(
            f"{by} signs in this campaign, and the key is not here; start the fight under another"
            " name (--by), or where the key is."
        )
    if own is not None and by and own.id not in known:
        known = {own.id: KeyBound(_check_person(by), own.public), **known}
    keys = BoundKeys()
    events = []
    for each in sorted(known.values(), key=lambda each: each.person != by):
        event = KeyBound(each.person, each.key, keys.choose_how(each.person))
        keys.follow(event)
        events.append(event)
    return events


def say_first_bindings(fight: str, events: Sequence[KeyBound], own: SigningKey, at: str) -> str:
    """Return `said` for the start of a fight: the starter's own key signs that it is bound."""
    bound = [CommandInput(event) for event in events if event.key == own.public]
    stated = Request(*write_payload(bound))
    return encode_said([Speech(fight, Head(0, GENESIS), at).say(stated, own)])


def find_known_keys(store: Store) -> Mapping[str, KeyBound]:
    """Return the keys that were bound in any fight of a campaign, and revoked in none, by their
    id."""
    keys = BoundKeys()
    for _, row in store.tagged("key-"):
        keys.follow(decode_row(row).event)
    return keys.list_living()


VARIABLE = "COMBATLOG_KEY"
"""Names the key's file. Where it is set and empty, no key is used."""

FindKey: TypeAlias = Callable[[], SigningKey | None]
"""A function that returns the key of whoever records, None if they have none."""

LARGEST_FILE = 2**16
"""More bytes than the file of a key has."""


def find_key_path() -> Path | None:
    """Return where the user's key is, or would be; None where they want none to be used."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).expanduser() if named else None
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "combatlog" / "key.pem"


def find_user_key() -> SigningKey | None:
    """Return the user's key, None if they have none. Raises as `load_key` does."""
    path = find_key_path()
    return load_key(path) if path is not None and path.exists() else None


def load_key(path: Path) -> SigningKey:
    """Return the key in a file. Raises `Unreadable` if there is none, and `Refused` if others on
    this machine may read it: then it may be theirs, too."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"{path} is no file with a key; make one with: combatlog key")
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise Refused(f"Others may read the key in {path}; forbid it with: chmod 600 {path}")
        return read_key(path.read_bytes())
    except Unreadable as error:
        text = str(error)
        raise Unreadable(text if text.startswith(str(path)) else f"{path} {text}") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def make_key(path: Path) -> SigningKey:
    """Make a new key and write it to a file that only its owner may read. Raises `Refused` if the
    file is there: a key that is overwritten is lost."""
    key = create_key()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(
            f"{path} is there already, and is not overwritten: a lost key cannot be made again."
            " combatlog key --show shows it."
        ) from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "wb") as file:
        file.write(key.to_pem())
        file.flush()
        os.fsync(file.fileno())
    return key
