"""What somebody did last: whom a form proposes to attack, and what a player would take back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from msgspec.structs import replace

from events.types.declarations import Attack
from events.types.unions import TurnAction
from replay.log.event_log import History
from rulesets.options.option import Blank, Option

FAR = 1_000
"""How many events back a deed is looked for."""


def propose_targets(option: Option, who: str, history: History) -> Option:
    """Return the option of an attack with its usual targets as default: the last ones that this
    combatant attacked, or else the only foe. Another option is returned as it is."""
    if option.type != "attack":
        return option
    blanks = tuple(_propose(each, who, history) for each in option.blanks)
    return replace(option, blanks=blanks)


def _propose(blank: Blank, who: str, history: History) -> Blank:
    foes = [each.value for each in blank.choices if each.group == "foes" and not each.barred]
    if blank.kind != "aims" or not foes:
        return blank
    last = _find_last_targets(who, history)
    usual = last if last and {*last} <= {*foes} else tuple(foes) if len(foes) == 1 else ()
    return replace(blank, default=usual)


def find_own_deed(history: History, own: frozenset[str], undone: int) -> int:
    """Return the last thing that one of these combatants did, as an input that can be struck; 0
    where there is none, or where an undo takes back what is theirs: its first event is `undone`."""
    if not own or (undone and getattr(history[undone].event, "by", "") in own):
        return 0
    for seq in _walk_back(history):
        event = history[seq].event
        if isinstance(event, TurnAction) and event.by in own:
            return seq
    return 0


def _find_last_targets(who: str, history: History) -> tuple[str, ...]:
    """Return whom a combatant attacked last, as the fight stands; nobody where that is long ago."""
    for seq in _walk_back(history):
        event = history[seq].event
        if isinstance(event, Attack) and event.by == who:
            return tuple(each.target for each in event.targets)
    return ()


def _walk_back(history: History) -> Iterator[int]:
    """Yield the last events of the present line, the last one first."""
    line = reversed(history.line(len(history)))
    return islice(chain.from_iterable(range(last, first - 1, -1) for first, last in line), FAR)
