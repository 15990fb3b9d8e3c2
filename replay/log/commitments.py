"""The secrets of a fight's dice: which serves now, and the salt that players add to it."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from secrets import token_bytes
from typing import Literal, NamedTuple, TypeAlias

from events.errors import Refused
from events.hashing import DIGEST_SIZE, derive_epoch_secret
from events.store.envelope import Entry
from events.types.commitments import Anchored, Closed, SecretOpened
from events.types.log_events import Salted
from events.types.names import clean_text
from replay.log.event_log import History
from replay.log.keys import is_same_person
from rulesets.core.sealed_dice import Entropy, EpochDice, SealedDice, SecretDice

SecretStatus = Literal["revealed", "kept", "other", ""]
"""Whether a secret is revealed in the log, kept by the log's keeper, another one than committed to,
or unknown (empty)."""


class Salt(NamedTuple):
    """A text that someone added to a secret, and the event that recorded it. `own`: it is the last
    salt and comes from the person who put the secret there, who could have tried several."""

    salt: str
    by: str
    seq: int
    own: bool


class Secret(NamedTuple):
    """A commitment of the fight, what is known of its secret, and its salts.

    `known` says whether the secret is `revealed` in the log or `kept` by its keeper, or whether the
    keeper holds an `other` secret than the one committed to. `early` is the event that committed to
    it while another secret was not yet revealed (0 otherwise): necessary when an imported fight
    goes on, and a way to look for better dice.
    """

    sealed: str
    known: SecretStatus
    salts: tuple[Salt, ...]
    early: int = 0


def list_salts(
    history: History, sealed: str, since: int = 1, until: int | None = None
) -> tuple[Salt, ...]:
    """Return the salts of a secret of format 1, undone ones included; with `sealed` empty, those
    given to the root that served from event `since` to before event `until`."""
    if sealed not in history.salts:
        return ()
    given = [
        (row.event.salt, row.by, row.seq)
        for row in history.rows[since - 1 : None if until is None else until - 1]
        if isinstance(row.event, Salted) and row.event.sealed == sealed
    ]
    keeper = history[since].by
    return tuple(
        Salt(text, by, seq, seq == given[-1][2] and is_same_person(by, keeper))
        for text, by, seq in given
    )


FindSecret: TypeAlias = Callable[[str], bytes | None]
"""A function that returns the secret kept for a commitment, None if it is not here."""


class DiceSupply:
    """The sealed dice of a fight: those in service, or new ones where no secret is here.

    `new_secrets` are the secrets to store with what is appended next, by their commitment. `dice`
    is None where none is here, or after the secret was revealed.
    """

    def __init__(
        self, fight: str, history: History, find_secret: FindSecret, entropy: Entropy = token_bytes
    ) -> None:
        self.new_secrets: dict[str, bytes] = {}
        self._fight = fight
        self._entropy = entropy
        self._epochs = history.epochs
        self._is_upgraded = history.is_upgraded
        self._salts = history.all_salts
        self.dice = self._find(history, find_secret)

    @property
    def is_spent(self) -> bool:
        """Whether the last epoch is closed: from there on, dice are typed."""
        return self._epochs is not None and self._epochs.epoch >= self._epochs.size

    def serve(self) -> SealedDice:
        """Return the dice in service, from a new secret if none is here. Raises `Refused` after the
        last epoch."""
        if self.is_spent:
            raise Refused("Every epoch of the dice is closed; type them: dice typed")
        if self.dice is None:
            secret = self._entropy(DIGEST_SIZE)
            if self._epochs is None and not self._is_upgraded:
                self.dice = SecretDice(secret)
            else:
                self.dice = EpochDice(self._fight, secret, salts=self._salts, why=NOT_HERE)
            self.new_secrets[self.dice.commitment] = secret
        return self.dice

    def fork(self) -> DiceSupply:
        """Return a supply in the same state, with new secrets of its own."""
        twin = copy(self)
        twin.new_secrets = {**self.new_secrets}
        return twin

    def _find(self, history: History, find_secret: FindSecret) -> SealedDice | None:
        epochs = self._epochs
        if epochs is not None:
            root = None if self.is_spent else find_secret(epochs.anchor)
            if root is None:
                return None
            return EpochDice(self._fight, root, epochs.size, epochs.epoch, epochs.salts)
        for sealed in reversed(history.sealed):
            secret = find_secret(sealed)
            if secret is not None:
                return SecretDice(secret, history.salts_of(secret))
        return None


NOT_HERE = "no secret that still serves is kept here"
"""Why another root comes into service where the dice cannot go on: after an import or a rescue."""

LONGEST_SALT = 200
"""The most characters of a salt."""


def add_salt(history: History, text: str) -> list[Entry]:
    """Return the entry that adds a text to the newest secret of the dice.

    Raises `Refused` if nothing is committed to, or if a die of this secret has been drawn, on any
    line.
    """
    text = clean_text(text)
    if not text:
        raise Refused("Say anything at all, like: salt seven geese on the wall")
    if len(text) > LONGEST_SALT:
        raise Refused(f"{LONGEST_SALT} characters of salt are enough; this has {len(text)}.")
    epochs = history.epochs
    if not history.sealed and epochs is None:
        raise Refused("There is no secret of the dice to be salted.")
    if epochs is not None and epochs.epoch >= epochs.size:
        raise Refused("Every epoch of the dice is closed; they are typed now, and need no salt.")
    sealed = history.sealed[-1] if epochs is None else ""
    fell = history.first_drawn.get(sealed) if epochs is None else epochs.first_drawn
    if fell:
        raise Refused(f"Sealed dice have fallen already (#{fell}); salt is given before the first.")
    return [Entry(Salted(text, sealed))]


class Closing(NamedTuple):
    """The entries of a close, and the root that serves after it, by its anchor, if it is new."""

    entries: list[Entry]
    secrets: dict[str, bytes]


def close_epoch(
    history: History,
    fight: str,
    find_secret: FindSecret,
    why: str,
    entropy: Entropy = token_bytes,
) -> Closing:
    """Return what closes the epoch in service and opens its secret.

    In an upgraded fight, the secret of format 1 serves until it is closed; then a new root comes
    into service (FORMAT 2, section 8). Raises `Refused` if no die was drawn from what serves, or if
    its secret is not here.
    """
    epochs = history.epochs
    closed = Entry(Closed(clean_text(why)))
    if epochs is None:
        opened = [
            Entry(SecretOpened(sealed, 0, secret.hex()))
            for sealed, secret in _find_old_secrets(history, find_secret).items()
        ]
        root = entropy(DIGEST_SIZE)
        dice = EpochDice(fight, root, why="the secret of format 1 was closed")
        anchored = Entry(Anchored(dice.commitment, dice.epochs, dice.why))
        return Closing([closed, *opened, anchored], {dice.commitment: root})
    if epochs.epoch >= epochs.size:
        raise Refused("Every epoch of the dice is closed already; dice are typed now.")
    if not epochs.first_drawn:
        raise Refused("No die was drawn since the last close; there is nothing to open.")
    kept = find_secret(epochs.anchor)
    if kept is None:
        raise Refused("The root of these dice is not kept here; close them where it is kept.")
    secret = derive_epoch_secret(fight, kept, epochs.size, epochs.epoch)
    return Closing([closed, Entry(SecretOpened(epochs.anchor, epochs.epoch, secret.hex()))], {})


def _find_old_secrets(history: History, find_secret: FindSecret) -> dict[str, bytes]:
    """Return the secrets of format 1 that a close opens; raises `Refused` if there is none."""
    if not history.is_upgraded:
        raise Refused("The dice of this fight are of format 1: its end opens their secret.")
    if not any(sealed in history.first_drawn for sealed in history.sealed):
        raise Refused("No die was drawn since the last close; there is nothing to open.")
    found = {sealed: find_secret(sealed) for sealed in history.sealed}
    kept = {sealed: secret for sealed, secret in found.items() if secret is not None}
    if not any(sealed in history.first_drawn for sealed in kept):
        raise Refused("The secret of these dice is not kept here; close them where it is kept.")
    return kept


def has_open_dice(history: History, find_secret: FindSecret) -> bool:
    """Return whether dice were drawn whose secret a close would open."""
    epochs = history.epochs
    if epochs is not None:
        return epochs.first_drawn > 0 and find_secret(epochs.anchor) is not None
    return history.is_upgraded and any(
        sealed in history.first_drawn and find_secret(sealed) is not None
        for sealed in history.sealed
    )
