"""Whom a combatant would attack: the targets that a form proposes, so that an attack is one tap."""

from __future__ import annotations

from itertools import chain, islice

from msgspec.structs import replace

from events.types.declarations import Attack
from replay.log.event_log import History
from rulesets.options.option import Blank, Option

FAR = 1_000
"""How many events back the last attack is looked for."""


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


def _find_last_targets(who: str, history: History) -> tuple[str, ...]:
    """Return whom a combatant attacked last, as the fight stands; nobody where that is long ago."""
    lines = history.line(len(history))
    for seq in islice(chain.from_iterable(range(b, a - 1, -1) for a, b in reversed(lines)), FAR):
        event = history[seq].event
        if isinstance(event, Attack) and event.by == who:
            return tuple(each.target for each in event.targets)
    return ()
