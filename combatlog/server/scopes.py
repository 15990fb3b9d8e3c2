"""What a bot may do: the scopes of its token.

`read:public` reads what players read, `declare:ID` and `roll:ID` speak for one combatant, and
`referee` does and sees what the referee does. No bot hands out access: seats, the door, other bots
and webhooks are for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from combatlog.grammar.commands import AddNote, Command, Declare, RollDice, Show
from combatlog.server.permission import list_thrown_dice
from events.errors import Refused
from events.types.names import fold_case
from events.types.unions import TurnAction
from projections.state.fight_state import FightState

READ, REFEREE = "read:public", "referee"

Deed = Literal["declare", "roll"]

BotScope = Literal["any", "read:public", "declare", "declare or roll", "referee", "people"]
"""What a bot needs for a request: any token, a scope, a scope for some combatant; or no bot may
send it (`people`)."""

MOST_SCOPES = 200

_FOR_ONE = re.compile(r"(declare|roll):([^\s:]{1,80})")


class Forbidden(Refused):
    """A bot lacks the scope for what it sent."""


def check_scopes(scopes: Iterable[str]) -> tuple[str, ...]:
    """Return scopes as they are kept, each once. Raises `Refused` where one is none."""
    found: dict[str, None] = {}
    for each in scopes:
        scope = fold_case(each.strip())
        if scope not in (READ, REFEREE) and not _FOR_ONE.fullmatch(scope):
            raise Refused(
                f"“{each[:60]}” is no scope; a bot has {READ}, declare:ID, roll:ID or {REFEREE}."
            )
        found[scope] = None
    if not found:
        raise Refused(f"Say what the bot may do, like {READ}.")
    if len(found) > MOST_SCOPES:
        raise Refused(f"A bot has at most {MOST_SCOPES} scopes.")
    return tuple(found)


def list_ids(scopes: Iterable[str], deed: Deed | None = None) -> frozenset[str]:
    """Return the ids of the combatants that a bot speaks for: those it declares for, those whose
    dice it rolls, or both."""
    found = (_FOR_ONE.fullmatch(each) for each in scopes)
    return frozenset(each[2] for each in found if each and deed in (None, each[1]))


def has_scope(scopes: Sequence[str], scope: str) -> bool:
    """Return whether these scopes allow what one scope allows; `referee` allows all of it."""
    return scope in scopes or REFEREE in scopes


def require_scope(scopes: Sequence[str], scope: str) -> None:
    """Raise `Forbidden` if a bot lacks a scope."""
    if not has_scope(scopes, fold_case(scope)):
        raise Forbidden(f"This bot lacks the scope {scope}; the referee makes its token with it.")


def require_for_request(scopes: Sequence[str], needed: BotScope) -> None:
    """Raise `Forbidden` if a bot may not send a request."""
    if needed == "people":
        raise Forbidden("No bot may do that; the referee does it on the page.")
    if needed == "any" or REFEREE in scopes:
        return
    if needed == "declare or roll":
        if not list_ids(scopes):
            require_scope(scopes, "declare:ID or roll:ID")
    elif needed == "declare":
        if not list_ids(scopes, "declare"):
            require_scope(scopes, "declare:ID")
    else:
        require_scope(scopes, needed)


def require_for_command(scopes: Sequence[str], command: Command, state: FightState) -> None:
    """Raise `Forbidden` if a bot may not say a command."""
    for scope in _list_needed(command, state):
        require_scope(scopes, scope)


def _list_needed(command: Command, state: FightState) -> Iterator[str]:
    """Yield the scopes that a command needs."""
    match command:
        case Show() | AddNote():
            return
        case Declare(declarations):
            for declared in declarations:
                if not isinstance(declared, TurnAction) or declared.overrule:
                    yield REFEREE
                else:
                    yield f"declare:{declared.by}"
        case RollDice(every=True):
            yield REFEREE
        case RollDice():
            yield from (f"roll:{each.by}" for each in list_thrown_dice(command, state))
        case _:
            yield REFEREE
