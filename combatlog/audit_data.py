"""An audit as plain data: what `combatlog audit --json` prints.

The names are stable:

    right       is nothing wrong? (then the exit code is 0)
    seal        null, or: wrong (empty where it holds), holds (numbers of fights), since (events),
                beyond (fights that it does not hold)
    unlisted    fights that have events and are not in the campaign's list
    fights      each: id, title, game, version, today (the version of the rules here, where it is
                another; else null), events, sound (so many are as they were recorded), right,
                untouched, fair, follows, and
      broken      null, or the first event that is not as it was recorded: seq, said
      forged      what no combatlog would have written (empty where there is nothing)
      dice        null, or: typed, drawn, checked,
                  faults (seq, said), seen (seq, first, by, die, face),
                  secrets (sealed, known: revealed, kept, other or empty; salts),
                  runs (by, die, sealed, counts of each face, thrown, mean, expected, chance,
                  unlikely)
      differences seq, said, expected and recorded (events, or null), at, clauses
      deeds       kind, seq, by, said, why, since (empty, undone or corrected)
      people      by, commands, typed, undone, corrected, overruled, stated
    runs        as those of a fight, of all fights together
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from combatlog.auditing import Audit
from combatlog.plain import plain
from replay.audit.dice import Thrown, together
from replay.audit.report import FightAudit


def data(audit: Audit) -> dict[str, Any]:
    """The whole audit."""
    dice = (fight.dice for fight in audit.fights if fight.dice is not None)
    return {
        "right": audit.right,
        "seal": plain(audit.seal),
        "unlisted": list(audit.unlisted),
        "fights": [_fight(fight) for fight in audit.fights],
        "runs": _runs(together(dice)),
    }


def _fight(fight: FightAudit) -> dict[str, Any]:
    told: dict[str, Any] = plain(fight)
    if fight.dice is not None:
        told["dice"]["runs"] = _runs(fight.dice.runs)
    verdicts = ("right", "untouched", "fair", "follows")
    return told | {name: getattr(fight, name) for name in verdicts}


def _runs(runs: Iterable[Thrown]) -> list[dict[str, Any]]:
    return [
        {
            "by": each.by,
            "die": each.die,
            "sealed": each.sealed,
            "counts": list(each.run.counts),
            "thrown": each.run.thrown,
            "mean": each.run.mean,
            "expected": each.run.expected,
            "chance": each.run.chance,
            "unlikely": each.run.unlikely,
        }
        for each in runs
    ]
