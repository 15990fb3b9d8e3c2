"""Checks of the events of format 2 about secrets, keys and phones: how they are formed, and what
they refer to. `log_rules` checks where in a command they stand; the audit, whether a secret meets
its anchor.
"""

from __future__ import annotations

import re

from events.errors import Unreadable
from events.hashing import MOST_EPOCHS
from events.signatures import compute_key_id
from events.store.envelope import Recorded
from events.types import commitments as c, keys as k
from events.types.declarations import FightStarted
from events.types.log_events import Sealed
from events.types.names import LONGEST_NAME
from events.types.rolls import Rolled
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.log.keys import BoundKeys
from rulesets.core.sealed_dice import hash_secret

_DIGEST = re.compile(r"[0-9a-f]{64}")
_KEY_ID = re.compile(r"[0-9a-f]{32}")
_HEAD = re.compile(r"[^:]+:[1-9][0-9]*:[0-9a-f]{64}")

_REASONS_TO_LEAVE = ("left", "lost", "silent")

LONGEST_CHAIN = 2**20
"""The most links of a phone's chain."""

CHECKED_EVENTS = (
    *(FightStarted, Sealed, c.Closed, c.SecretOpened, c.Anchored, c.ChainBound, c.DiceAsked),
    *(c.LinksGiven, c.PhoneLeft, k.KeyBound, k.KeyRevoked, k.Upgraded, k.Witnessed),
)
"""The events that `check_secret_event` checks."""


def check_secret_event(history: History, state: FightState, row: Recorded) -> None:
    """Raise `Unreadable` if an event about secrets, keys or phones cannot have been recorded after
    this history."""
    match row.event:
        case FightStarted() as started:
            _check_start(started)
        case Sealed():
            if history.epochs is not None and row.repeats is None:
                raise Unreadable("seals a secret of format 1 in a fight of format 2.")
        case c.Anchored(anchor, epochs):
            _check_anchored(history, state, anchor, epochs)
        case c.Closed():
            if not _is_drawn(history):
                raise Unreadable("closes dice, and none was drawn since the last close.")
        case c.SecretOpened() as opened:
            _check_opened(history, row, opened)
        case k.KeyBound() as bound:
            _check_bound(history, bound)
        case k.KeyRevoked(key=key):
            _check_form(_KEY_ID, key, "revokes a key whose id is not 32 hexadecimal digits.")
            if history.keys is None or key not in history.keys.list_living():
                raise Unreadable("revokes a key that speaks for nobody.")
        case k.Upgraded(format, events, digest):
            if format != 1 or events != row.seq - 1:
                raise Unreadable("is an upgrade of another log than the events before it.")
            _check_form(_DIGEST, digest, "is an upgrade whose digest is not 64 hexadecimal digits.")
        case _:
            _check_phone_event(history, row)


def check_epoch(history: History, fell: Rolled) -> None:
    """Raise `Unreadable` if a die is of an epoch or an ask that it cannot be of."""
    drawn = fell.draw is not None and history.epochs is not None
    if not 0 <= fell.epoch < MOST_EPOCHS or (fell.epoch and not drawn):
        raise Unreadable(f"is a die of epoch {fell.epoch}, and it cannot be of that.")
    if fell.ask is None:
        return
    asked = _find_ask(history, fell.ask, "is a die that")
    wanted = c.AskedDraw(fell.epoch, fell.by, fell.purpose, fell.draw or 0)
    if not drawn or wanted not in asked.dice:
        raise Unreadable(f"is a die that #{fell.ask} did not ask for.")


def _check_start(started: FightStarted) -> None:
    if started.sealed and started.anchor:
        raise Unreadable("commits to secrets of two formats.")
    if started.anchor:
        _check_root(started.anchor, started.epochs)
    if started.after and not _HEAD.fullmatch(started.after):
        raise Unreadable("follows a fight in a form that is never recorded.")


def _check_root(anchor: str, epochs: int) -> None:
    _check_form(_DIGEST, anchor, "has an anchor that is not 64 hexadecimal digits.")
    if not 1 <= epochs <= MOST_EPOCHS:
        raise Unreadable(f"has {epochs} epochs; a root has 1 to {MOST_EPOCHS}.")


def _check_anchored(history: History, state: FightState, anchor: str, epochs: int) -> None:
    """Check another root: it is new, or it is the one in service, on a line that does not have it
    yet."""
    _check_root(anchor, epochs)
    service = history.epochs
    if service is not None and service.anchor == anchor:
        if state.anchor == anchor or service.size != epochs:
            raise Unreadable("puts a root into service that serves already.")
    elif anchor in history.anchors:
        raise Unreadable("puts a root into service that another has replaced.")


def _is_drawn(history: History) -> bool:
    """Return whether a die was drawn from what serves: an epoch, or after an upgrade a secret of
    format 1."""
    if history.epochs is not None:
        return history.epochs.first_drawn > 0
    return history.is_upgraded and any(each in history.first_drawn for each in history.sealed)


def _check_opened(history: History, row: Recorded, opened: c.SecretOpened) -> None:
    """Check what a close opens. Whether a secret meets its anchor is checked by those who know the
    fight's id: the import and the audit."""
    before = history.rows[-1]
    epochs = history.epochs
    closing = (c.Closed,) if epochs is not None else (c.Closed, c.SecretOpened)
    if not isinstance(before.event, closing) or before.cmd != row.cmd:
        raise Unreadable("opens a secret of the dice, and closes no epoch before it.")
    _check_form(_DIGEST, opened.secret, "opens a secret that is not 64 hexadecimal digits.")
    if epochs is not None:
        closed = (opened.anchor, opened.epoch) == (epochs.anchor, epochs.epoch - 1)
    else:
        closed = opened.anchor in history.sealed and opened.epoch == 0
        if closed and hash_secret(bytes.fromhex(opened.secret)) != opened.anchor:
            raise Unreadable("opens a secret that does not match its seal.")
    if not closed:
        raise Unreadable("opens another secret than that of the epoch just closed.")


_SMALL_ORDER = frozenset(
    (
        "00" * 32,
        "01" + "00" * 31,
        *(f"{low}{'ff' * 30}7f" for low in ("ec", "ed", "ee")),
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    )
)
"""The points of the curve of Ed25519 whose order divides 8, as little-endian hexadecimal digits
without the sign, also those not reduced: one signature is valid for many texts under them."""


def check_public_key(bound: k.KeyBound) -> None:
    """Raise `Unreadable` if a bound key is none by its form, or one for which anybody can sign."""
    _check_form(_DIGEST, bound.key, "binds a key that is not 64 hexadecimal digits.")
    point = bytes.fromhex(bound.key)
    if bytes([*point[:-1], point[-1] & 0x7F]).hex() in _SMALL_ORDER:
        raise Unreadable("binds a key for which anybody can sign.")


def _check_bound(history: History, bound: k.KeyBound) -> None:
    _check_person(bound.person)
    check_public_key(bound)
    keys = history.keys or BoundKeys()
    if compute_key_id(bound.key) in keys.bound:
        raise Unreadable("binds a key a second time.")
    if bound.how != (how := keys.choose_how(bound.person)):
        raise Unreadable(f"binds a key as “{bound.how}”, and it should be “{how}”.")


def _check_phone_event(history: History, row: Recorded) -> None:
    match row.event:
        case c.ChainBound(chain, person, tip, length):
            _check_person(person)
            _check_form(_DIGEST, tip, "binds a chain whose tip is not 64 hexadecimal digits.")
            if not chain or not 1 <= length <= LONGEST_CHAIN:
                raise Unreadable("binds a chain without an id, or of no such length.")
            if _is_bound(history, chain):
                raise Unreadable(f"binds the chain {chain} a second time.")
        case c.DiceAsked(dice, of, instead, _):
            if not dice or not of:
                raise Unreadable("asks for no dice, or asks nobody.")
            if any(die.epoch < 0 or die.draw < 0 for die in dice):
                raise Unreadable("asks for a die that cannot be.")
            if any(not _is_bound(history, link.chain) or link.index < 1 for link in of):
                raise Unreadable("asks for a link of a chain that is not bound.")
            if instead is not None:
                _find_ask(history, instead, "replaces")
        case c.LinksGiven(asked, links):
            ask = _find_ask(history, asked, "answers")
            if len(links) != len(ask.of) or not all(map(_DIGEST.fullmatch, links)):
                raise Unreadable(f"gives other links than #{asked} asked for.")
        case c.PhoneLeft(chain, why, asked):
            if not _is_bound(history, chain) or why not in _REASONS_TO_LEAVE:
                raise Unreadable("lets a chain leave that is not bound, or for no known reason.")
            if asked is not None:
                _find_ask(history, asked, "is about")


def _find_ask(history: History, seq: int, how: str) -> c.DiceAsked:
    event = history[seq].event if 1 <= seq <= len(history) else None
    if not isinstance(event, c.DiceAsked):
        raise Unreadable(f"{how} #{seq}, and that asks for no dice.")
    return event


def _is_bound(history: History, chain: str) -> bool:
    return chain in history.chains


def _check_person(person: str) -> None:
    if not person or len(person) > LONGEST_NAME:
        raise Unreadable("is about a person without a name.")


def _check_form(form: re.Pattern[str], text: str, otherwise: str) -> None:
    if not form.fullmatch(text):
        raise Unreadable(otherwise)
