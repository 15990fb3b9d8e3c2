"""The user's own key: its file, the commands it signs, and binding and revoking it in a fight."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from combatlog.app.known_keys import REVOKED_HERE, check_person, find_known_keys
from events.errors import Refused, Unreadable
from events.signatures import KEY_ID_DIGITS, SigningKey, create_key, read_key
from events.store.envelope import Entry, Head
from events.store.file_names import check_file_name
from events.store.protocol import Store
from events.store.statements import Request, Voice, encode_said
from events.types.keys import KeyBound, KeyRevoked
from events.types.names import clean_text
from projections.text.words import join_words
from replay.log.event_log import History
from replay.log.keys import (
    BoundKeys,
    Speech,
    is_same_person,
    list_entry_inputs,
    may_revoke,
    write_payload,
)

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

    def _check_campaign(self, own: SigningKey, entries: Sequence[Entry]) -> None:
        """Raise `Refused` if a key was revoked in another fight, and this command does not do the
        same here."""
        revokes = any(isinstance(e.event, KeyRevoked) and e.event.key == own.id for e in entries)
        if not revokes and own.id in self.fight.find_revoked_elsewhere():
            raise Refused(
                "Your key was revoked in another fight of this campaign; revoke it here, too"
                f" (revoke {own.id[:FEWEST_DIGITS]}: why), and bind another one."
            )

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
                f"The key of {by} is revoked in this fight. Make another one (combatlog key FILE),"
                f" name it in ${VARIABLE}, and bind it (combatlog bind --by {by}); or record under"
                " another name (--by)."
            )
        own = self.fight.find_key() if self.fight.find_key is not None else None
        if own is None or own.id not in living:
            ids = [f"{id[:FEWEST_DIGITS]}…" for id in living]
            several = f"none of the keys {join_words(ids)} is here"
            missing = several if len(ids) > 1 else f"the key {ids[0]} is not here"
            raise Refused(
                f"{by} signs in this fight, and {missing}; name its file in ${VARIABLE}, or record"
                " under another name (--by)."
            )
        self._check_campaign(own, entries)
        return own


def _binds_own(entries: Sequence[Entry], by: str) -> bool:
    event = entries[0].event if entries else None
    return isinstance(event, KeyBound) and is_same_person(event.person, by)


def bind_key(
    store: Store, fight: str, history: History, by: str, new: SigningKey | None
) -> list[Entry]:
    """Return the entry that binds a key to a person. Raises `Refused` if it cannot be bound."""
    if store.format_of(fight) == 1:
        raise Refused(
            "A fight of format 1 has no signatures; make a copy of the campaign that has with:"
            " combatlog upgrade"
        )
    if new is None:
        raise Refused("You have no key; make one with: combatlog key")
    keys = history.keys or BoundKeys()
    person = check_person(by)
    if (bound := keys.bound.get(new.id)) is not None:
        if new.id in keys.revoked:
            raise Refused(
                "This key was revoked in this fight; make another one (combatlog key FILE), and"
                f" name it in ${VARIABLE}."
            )
        raise Refused(f"This key speaks for {bound.person} already.")
    known = find_known_keys(store)
    if new.id in known.revoked:
        raise Refused(f"{REVOKED_HERE}.")
    theirs = {} if keys.has_keys(person) else known.list_living(person)
    if theirs and new.id not in theirs:
        ids = join_words([f"{id[:FEWEST_DIGITS]}…" for id in theirs])
        raise Refused(
            f"{person} signs in this campaign with another key ({ids}); bind that one here first,"
            " and then this one."
        )
    return [Entry(KeyBound(person, new.public, keys.choose_how(person)))]


def revoke_key(history: History, by: str, whose: str, why: str) -> list[Entry]:
    """Return the entry that revokes a key, named by its id, or by its person where they have one.
    Raises `Refused`, also where `by` may not (`may_revoke`)."""
    living = history.keys.list_living() if history.keys is not None else {}
    if not living:
        raise Refused("No key speaks for anybody in this fight.")
    named = whose.strip().lower()
    found = [id for id, event in living.items() if is_same_person(event.person, whose)]
    if not found and FEWEST_DIGITS <= len(named) <= KEY_ID_DIGITS:
        found = [id for id in living if id.startswith(named)]
    if len(found) > 1:
        ways = " or ".join(f"revoke {id[:FEWEST_DIGITS]}: lost" for id in found)
        raise Refused(f"“{whose}” names several keys; say which, like: {ways}")
    if not found:
        every = join_words(
            [f"{event.person} ({id[:FEWEST_DIGITS]})" for id, event in living.items()]
        )
        raise Refused(f"“{whose}” names no key; these speak here: {every}.")
    person, starter = living[found[0]].person, history[1].by
    if not may_revoke(by, person, starter):
        started = f"{starter}, who" if starter else "whoever"
        raise Refused(
            f"A key of {person} is revoked by {person}, or by {started} started the fight."
        )
    if not clean_text(why):
        raise Refused(f"Say why, for the log, like: revoke {whose}: the laptop is lost")
    return [Entry(KeyRevoked(found[0], clean_text(why)))]


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
        return expand_path(named) if named else None
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "combatlog" / "key.pem"


def expand_path(text: str) -> Path:
    """Return a path with the home folder that `~` or `~name` stands for. Raises `Unreadable`."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise Unreadable(f"{text} begins with a home folder that is not known here.") from None


def find_user_key() -> SigningKey | None:
    """Return the user's key, None if they have none. Raises as `load_key` does, and where the
    variable names no key: who sets it means to sign."""
    path = find_key_path()
    if path is None or (VARIABLE not in os.environ and not _is_there(path)):
        return None
    return load_key(path)


def _is_there(path: Path) -> bool:
    """Return whether a file is there, or cannot be looked for."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def load_key(path: Path) -> SigningKey:
    """Return the key in a file. Raises `Unreadable` if there is none, and `Refused` if others on
    this machine may read it: then it may be theirs, too."""
    try:
        found = path.stat() if _is_there(path) else None
        if found is None or not S_ISREG(found.st_mode) or found.st_size > LARGEST_FILE:
            raise Unreadable(f"{path} is no file with a key; make one with: combatlog key")
        if os.name == "posix" and found.st_mode & 0o077:
            how = f"chmod 600 {quote(str(path))}"
            raise Refused(f"Others may read the key in {path}; forbid it with: {how}")
        return read_key(path.read_bytes())
    except Unreadable as error:
        text = str(error)
        raise Unreadable(text if text.startswith(str(path)) else f"{path} {text}") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def make_key(path: Path) -> SigningKey:
    """Make a new key and write it to a file that only its owner may read. Raises `Refused` if the
    file is there, for a key that is overwritten is lost, and for a name that Windows cannot use."""
    check_file_name(os.fspath(path))
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
        raise _make_unwritten(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key.to_pem())
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _make_unwritten(path, error) from None
        raise
    return key


def _make_unwritten(path: Path, error: OSError) -> Unreadable:
    return Unreadable(f"{path} cannot be written: {error.strerror}.")
