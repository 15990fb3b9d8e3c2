"""An audit as plain data, for `combatlog audit --json`.

The names are stable:

    verdict     right (exit code 0), wrong (1), or cannot be judged (3)
    right       nothing is wrong
    judged      everything could be checked
    unchecked   drawn dice that could not be checked
    seal        null, or: wrong (empty where it holds), holds (numbers of fights, 0 for an export),
                since (events), beyond (fights that it does not hold), titles, open (why the seal
                could not be checked; else empty)
    guards      faults of the file's tables, indexes and triggers
    order       what the fights of a campaign say of each other: wrong, told
    unlisted    fights that have events, but are not in the campaign's list
    fights      each: id, title, game, version, today (the installed version of the rules, if it
                is another; else null), hack (the game that a homebrew game is made from, or
                empty), events, sound (how many are as they were recorded), right, judged,
                untouched, fair, follows, and
      broken      null, or the first event that is not as it was recorded: seq, said
      forged      what no combatlog would have written, or empty
      unread      what a newer combatlog may have written, or empty
      altered     keys of the game's definition that differ from the shipped one
      dice        null, or: typed, drawn, checked, unchecked,
                  faults (seq, said), seen (seq, first, by, die, face),
                  stated (seq, first, by, die, drawn, said, why, stands),
                  exchanged (events that commit to another secret than is kept),
                  closes (seq, by, why, epoch, drawn: dice drawn in the epoch after it),
                  roots (events that put another root into service: seq, by, why),
                  epochs (those that dice were drawn in: anchor, epoch, drawn, verdict),
                  mixed (dice that fell where players' dice are typed and all others drawn),
                  crossed (those of them that fell the other way),
                  slipped_in (dice that were typed where all are drawn),
                  secrets (sealed, known: revealed, kept, other or empty; salts: salt, by, seq,
                  own: the last one, by the person who started the fight; early: the event that
                  began to use it before the previous one was revealed, else 0),
                  runs (by, die, sealed, counts of each face, thrown, mean, expected, chance,
                  unlikely)
      differences seq, said, expected and recorded (events, or null), at, clauses
      told        throws that change no verdict:
                  again (seq, first, by, die, was_die, was, now, way, recorder),
                  known (seq, first, by, die, face, declaration, recorder,
                  back, was_die, was),
                  left (seq, first, by, die, face, recorder),
                  same_deeds (dice known beforehand, thrown for the same deed again)
      beyond      events that can be read, and whose claims are not checked here
      statements  what was said and signed: signatures (how many were checked), faults (seq, said),
                  keys (seq, by, person, key, how: first, also, again or revoked, why, unproven: it
                  was bound with the start and has not signed that, at_start: bound or revoked with
                  the start, by_other: revoked by somebody who neither owns it nor started the
                  fight),
                  late (seq, head: the event it was said after, by), reworded (events whose line
                  reads otherwise today), unknown (events with statements of an unknown
                  form, or with a signed line that is no declaration), others (seq, signer, by:
                  who recorded what somebody else signed), last_signed (the id of each key, and the
                  last event that it signed), hidden (commands of which what was said is not all
                  here, so that signatures could not be checked)
      backwards   times that run backwards: seq, at, before (the time of the event before it)
      hidden      events whose body is not here: hidden in a view, or erased
      view        what the export holds (public, or a name), empty if it is whole
      exported    the fight was read from an export
      deeds       kind, seq, by, said, why, since (empty, undone or corrected)
      people      by, commands, typed, undone, corrected, overruled, stated, notes, salted,
                  redone (brought back, also by a switch), branches (named), closed (dice),
                  keys (bound or revoked), others (events about the log)
    runs        as those of a fight, of all fights together
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from combatlog.files.audit import Audit
from replay.audit.fairness import DiceRun, combine_runs
from replay.audit.report import FightAudit


def to_plain(value: Any) -> Any:
    """Return a value with every named tuple in it as a dictionary."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: to_plain(field) for name, field in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [to_plain(each) for each in value]
    return value


def convert_audit(audit: Audit) -> dict[str, Any]:
    """Return a whole audit as dictionaries, lists and plain values."""
    dice = (fight.dice for fight in audit.fights if fight.dice is not None)
    return {
        "verdict": audit.verdict,
        "right": audit.right,
        "judged": audit.judged,
        "unchecked": audit.unchecked,
        "seal": to_plain(audit.seal),
        "guards": list(audit.guards),
        "order": to_plain(audit.order),
        "unlisted": list(audit.unlisted),
        "fights": [_fight_data(fight) for fight in audit.fights],
        "runs": _runs_data(combine_runs(dice)),
    }


def _fight_data(fight: FightAudit) -> dict[str, Any]:
    data: dict[str, Any] = to_plain(fight)
    del data["explained"]  # the differences themselves are in the data
    if fight.dice is not None:
        data["dice"]["unchecked"] = fight.dice.unchecked
        data["dice"]["runs"] = _runs_data(fight.dice.runs)
    verdicts = ("right", "judged", "untouched", "fair", "follows")
    return data | {name: getattr(fight, name) for name in verdicts}


def _runs_data(runs: Iterable[DiceRun]) -> list[dict[str, Any]]:
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
