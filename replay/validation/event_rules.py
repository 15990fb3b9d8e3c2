"""Checks what single events of a log say, by what came before them.

An event may only refer to what exists at that moment: combatants, sides, scores, declarations,
dice, commitments, branches. A declaration must be one that the rules would have recorded in this
form. Outcomes are not derived again here; the audit does that (`replay.audit.rules`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from events.errors import Refused, Unreadable
from events.serialization.codec import check_length, is_clean_event
from events.store.envelope import Recorded, Row
from events.store.statements import decode_said, parse_statement
from events.types import log_events as h, outcomes as o
from events.types.base import Game
from events.types.commitments import Anchored
from events.types.declarations import Attack, FightStarted, Manoeuvre
from events.types.keys import KeyBound
from events.types.log_events import Corrected
from events.types.names import LONGEST_NAME, has_unseen
from events.types.rolls import Asked, Rolled, check_die, check_face
from events.types.unions import OUTCOMES, AnyEvent, Declaration, Outcome, is_declaration, is_outcome
from projections.state.fight_state import FightState
from replay.log.branches import BranchIndex, check_branch_name
from replay.log.commitments import add_salt
from replay.log.event_log import History
from replay.validation.secret_rules import (
    CHECKED_EVENTS,
    check_epoch,
    check_public_key,
    check_secret_event,
)
from rulesets.core.play import PlayRunner, TypedDice
from rulesets.core.registry import load_ruleset
from rulesets.definitions.playability import check_game

LARGEST = 2**63 - 1
"""The largest number that fits into SQLite and most other programs."""

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def check_event(history: History, branches: BranchIndex, state: FightState, row: Recorded) -> None:
    """Raise `Unreadable` or `Refused` if the event cannot have been recorded after this history, in
    this state. The message continues after “#7 ”. `branches` are those of the history."""
    event = row.event
    if _has_too_large(event):
        raise Unreadable("has a number that is too large.")
    if type(event) in _SPECIAL:
        _check_special(history, state, row)
    if isinstance(event, Rolled):
        _check_roll(history, state, row, event)
    elif is_declaration(event):
        if not isinstance(event, FightStarted):
            _check_declaration(state, event)
    elif isinstance(event, o.Awaited):
        _check_awaited(history, state, row, event)
    elif is_outcome(event):
        _check_outcome(state, event)
        _check_attack(history, row, event)
    else:
        _check_about_log(history, branches, event)


def _check_about_log(history: History, branches: BranchIndex, event: AnyEvent) -> None:
    """Check a secret of format 1, a salt, or a name of the campaign or of a branch."""
    match event:
        case h.SecretRevealed():
            _check_secret(history, event)
        case h.Salted():
            _check_salt(history, event)
        case h.CampaignTitled() if not 0 < len(event.title) <= LONGEST_NAME:
            raise Unreadable("gives the campaign a title that is no name.")
        case h.BranchNamed():
            branches.update()
            _check_name(branches, event)


_SPECIAL = frozenset((FightStarted, h.RulesChanged, h.Sealed, *CHECKED_EVENTS))
"""The events that `_check_special` checks: few of a log."""


def _check_special(history: History, state: FightState, row: Recorded) -> None:
    """Check a game, a commitment, or what else is said of secrets, keys and phones."""
    event = row.event
    if isinstance(event, FightStarted | h.RulesChanged):
        _check_game(event.game)
    if isinstance(event, FightStarted | h.Sealed):
        _check_seal(event.sealed)
    if isinstance(event, CHECKED_EVENTS):
        check_secret_event(history, state, row)


def check_play(declared: FightState, declaration: Declaration, record: Iterable[Recorded]) -> None:
    """Raise `Unreadable` if the rules cannot ask for the dice of this declaration. `declared` is
    the state right after it, `record` its events up to the wait."""
    seq = declared.seq
    told = [(row.seq, row.event) for row in record]
    performance = PlayRunner(declared, seq, seq + 1 + len(told), TypedDice(), told)
    try:
        performance.run(load_ruleset(declared.game.rules).play(declared, declaration, seq))
    except Refused:
        return  # played by another version of the rules, reported when dice are rolled
    except Exception:  # rules may fail on events they would never have recorded
        raise Unreadable("awaits dice for what its rules cannot play.") from None


def check_declared(history: History, row: Recorded, seq: int, how: str) -> None:
    """Raise `Unreadable` unless `seq`, which this row refers to, is a declaration on the row's own
    line."""
    if not 1 <= seq < row.seq or not is_declaration(history[seq].event):
        raise Unreadable(f"{how} #{seq}, and that is no declaration before it.")
    if seq < row.cmd and not history.is_ancestor(seq, row.parent):
        raise Unreadable(f"{how} #{seq}, and that is on another line.")


_LONG_NUMBER = re.compile(rb"[0-9]{19}")
"""What the JSON of every number above `LARGEST` has."""


def _has_too_large(event: AnyEvent) -> bool:
    """Return whether an event has a number that is too large. Only those with as many digits in
    their JSON are taken apart."""
    if _LONG_NUMBER.search(msgspec.json.encode(event)) is None:
        return False
    return any(abs(number) > LARGEST for number in _list_numbers(msgspec.to_builtins(event)))


def _list_numbers(value: Any) -> Iterator[int]:
    match value:
        case int():
            yield value
        case dict():
            for item in value.values():
                yield from _list_numbers(item)
        case list() | tuple():
            for item in value:
                yield from _list_numbers(item)


def _check_game(game: Game) -> None:
    """Check a game's definition whole before anything uses it: it comes with the log, and anyone
    may have written it."""
    load_ruleset(game.rules)
    try:
        check_game(game)
    except Exception as error:  # the definition is foreign, and may be anything
        raise Unreadable(f"has a game that its rules cannot read ({error}).") from None


def _check_declaration(state: FightState, declaration: Declaration) -> None:
    """Check that the rules would record the declaration in this form: preparing it changes
    nothing."""
    if state.awaited:
        raise Unreadable("declares something while dice are awaited.")
    try:
        prepared = load_ruleset(state.game.rules).prepare(state, declaration)
    except Refused as refused:
        raise Unreadable(f"declares what cannot be: {refused}") from None
    except Exception:  # rules may fail on events they would never have recorded
        raise Unreadable("declares what its rules cannot read.") from None
    if prepared != declaration:
        raise Unreadable("declares something in a form that is never recorded.")


def _check_roll(history: History, state: FightState, row: Recorded, event: Rolled) -> None:
    _check_die(history, state, row, event.asked)
    check_face(event.die, event.face)
    if event.draw is None and row.repeats is None:
        _check_typed(history, state, row, event)
    if event.stated and (row.repeats is None or event.draw is None):
        raise Unreadable("has a stated face, and is no die that a correction changed.")
    if event.draw is not None and event.draw < 0:
        raise Unreadable(f"is draw {event.draw} of its series, and they count from 0.")
    check_epoch(history, event)
    if row.cause is None:
        raise Unreadable("is a die that nothing was played for.")
    if event.draw is not None and row.cmd == row.seq and event.asked not in state.awaited:
        raise Unreadable("is a command of its own, and a die that was not awaited.")


def _check_typed(history: History, state: FightState, row: Recorded, event: Rolled) -> None:
    """Check that a typed die was awaited, in an earlier command, or was typed for a correction."""
    if isinstance(history[row.cmd].event if row.cmd < row.seq else None, Corrected):
        return
    if row.cause is None:
        return  # `_check_roll` reports that
    if event.asked not in state.awaited or row.cmd == history[row.cause].cmd:
        raise Unreadable("is a typed die that was not awaited.")
    before = history.rows[-1]
    if row.cmd == before.cmd and not isinstance(before.event, h.Sealed | Anchored):
        raise Unreadable("is a typed die in one command with something else.")


def _check_die(history: History, state: FightState, row: Recorded, asked: Asked) -> None:
    check_die(asked.die)
    _check_known(state, asked.by)
    check_declared(history, row, asked.root, "has a die of")
    if asked.nth < 1:
        raise Unreadable("has a die whose number is not 1 or more.")


def _check_awaited(history: History, state: FightState, row: Recorded, event: o.Awaited) -> None:
    """Check that the dice are awaited for the input being played, and that no others are."""
    check_declared(history, row, event.input, "awaits dice for")
    if event.input != row.cause or not event.asks or state.awaited:
        raise Unreadable("awaits dice in a way that no play does.")
    for asked in event.asks:
        _check_die(history, state, row, asked)


def _check_seal(sealed: str) -> None:
    if sealed and not _COMMITMENT.fullmatch(sealed):
        raise Unreadable("has a seal that is no SHA-256.")


def _check_secret(history: History, event: h.SecretRevealed) -> None:
    try:
        secret = bytes.fromhex(event.secret)
    except ValueError:
        raise Unreadable("reveals a secret that is not hexadecimal.") from None
    if hashlib.sha256(secret).hexdigest() != event.sealed:
        raise Unreadable("reveals a secret that does not match its seal.")
    if event.sealed not in history.sealed:
        raise Unreadable("reveals a secret whose seal is not in the log.")


def _check_salt(history: History, event: h.Salted) -> None:
    """Check that a player could have added this salt at this point."""
    try:
        (entry,) = add_salt(history, event.salt)
    except Refused as refused:
        raise Unreadable(f"is salt that would be refused: {refused}") from None
    if entry.event != event:
        raise Unreadable("is salt in a form that is never recorded.")


def _check_name(branches: BranchIndex, event: h.BranchNamed) -> None:
    """Check that a branch could have been given this name at this point, by the command a person
    would use."""
    if event.tip not in branches.tips:
        raise Unreadable(f"names a branch that ends in #{event.tip}, and none does.")
    try:
        name = check_branch_name(branches, event.name)
    except Refused as refused:
        raise Unreadable(f"gives a branch a name that would be refused: {refused}") from None
    if name != event.name:
        raise Unreadable("names a branch in characters that are never recorded like this.")


def _check_outcome(state: FightState, event: Outcome) -> None:
    for who in _list_combatants(event):
        _check_known(state, who)
    for side in _list_sides(event):
        if side not in state.sides:
            raise Unreadable(f"refers to a side “{side}”, which has no combatants.")
    match event:
        case o.ScoreChanged() | o.MaximumChanged():
            if event.score not in state.combatants[event.who].scores:
                raise Unreadable(f"refers to {event.score}, which {event.who} does not have.")
        case o.AttackRolled(faces=()):
            raise Unreadable("is an attack without a die.")


def _check_attack(history: History, row: Recorded, event: Any) -> None:
    """Check that the attack an outcome refers to is one."""
    attack = getattr(event, "attack", 0)
    if not attack:
        return
    check_declared(history, row, attack, "comes of")
    if not isinstance(history[attack].event, Attack | Manoeuvre):  # a craft may ram
        raise Unreadable(f"comes of #{attack}, and that is no attack.")


_SIDE_EVENTS = o.MoraleShaken | o.MoraleTested
"""Events about a side, or about one combatant of it."""


def _check_known(state: FightState, who: str) -> None:
    if who not in state.combatants:
        raise Unreadable(f"refers to “{who}”, who is not in the fight.")


def _list_combatants(event: Any) -> Iterator[str]:
    """Yield the id of every combatant in an outcome."""
    for field in _NAMING[type(event)]:
        if who := getattr(event, field):
            yield who
    if hasattr(event, "who") and (event.who or not isinstance(event, _SIDE_EVENTS)):
        yield event.who
    yield from getattr(event, "opponents", ())
    match event:
        case o.DamageDealt():
            yield event.to
        case o.ControlPassed():
            yield from (event.was, event.now)
        case o.RoundBegan():
            yield from event.late
        case o.ContestFormed():
            yield from (who for side in event.sides for who in side)


_NAMING: dict[type, tuple[str, ...]] = {
    kind: tuple(
        field
        for field in ("by", "target", "alone", "versus", "winner", "loser")
        if hasattr(kind, field)
    )
    for kind in OUTCOMES
}
"""The fields of each outcome that may name a combatant."""


def _list_sides(event: Any) -> Iterator[str]:
    if isinstance(event, o.RoundBegan):
        yield from event.order
    elif hasattr(event, "side"):
        yield event.side


_UTC = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]{3}Z")
"""The only form that `events.store.envelope.utc_now` writes."""


_EXAMPLE = "2026-11-20T19:30:00.000Z"


@lru_cache(maxsize=64)
def is_time(text: str) -> bool:
    """Return whether a text is a time as combatlog writes it; cached, because the rows of a command
    share theirs."""
    try:
        return _UTC.fullmatch(text) is not None and bool(datetime.fromisoformat(text[:-1]))
    except ValueError:
        return False


def check_legible(row: Row, recorded: Recorded) -> None:
    """Raise `Unreadable` if a row has a time, a text, a statement or a key that is never written.
    This checks the JSON text, too: a decoder ignores some differences, and of two fields with one
    name another program may read the other."""
    if not is_time(row.at):
        raise Unreadable(f"#{row.seq} has a time that is not like {_EXAMPLE}.")
    check_length(recorded.event, row.body)
    if isinstance(recorded.event, h.Noted) and recorded.event.erased and not row.erased:
        raise Unreadable(f"#{row.seq} says that it was erased, and it was not.")
    if has_unseen(row.by) or not _is_body_clean(row.body, recorded.event):
        raise Unreadable(f"#{row.seq} has characters in its texts that cannot be seen.")
    if not _is_written_so(row.body, recorded.event) or not row.body.startswith('{"type":'):
        raise Unreadable(f"#{row.seq} says it in other JSON than combatlog writes.")
    if row.said is not None:
        _check_said(row.seq, row.said)
    if isinstance(recorded.event, KeyBound):
        try:
            check_public_key(recorded.event)
        except Unreadable as error:
            raise Unreadable(f"#{row.seq} {error}") from None


def _is_written_so(body: str, event: AnyEvent) -> bool:
    """Return whether the JSON of an event is as an encoder writes it; it may have fields with their
    defaults."""
    if msgspec.json.encode(event).decode() == body:
        return True
    return msgspec.json.encode(msgspec.json.decode(body)).decode() == body


def _is_body_clean(body: str, event: AnyEvent) -> bool:
    """Return whether neither the JSON of an event nor a text in it has invisible characters. Only
    behind a backslash a text can have characters that its JSON does not show."""
    return not has_unseen(body) and ("\\" not in body or is_clean_event(event))


def _check_said(seq: int, said: str) -> None:
    try:
        times = [parse_statement(voice.text).at for voice in decode_said(said)]
    except Unreadable as error:
        raise Unreadable(f"#{seq} {error}") from None
    if not all(map(is_time, times)):
        raise Unreadable(f"#{seq} has a statement whose time is not like {_EXAMPLE}.")
