"""The audit in words: parts with a heading, sentences and perhaps a table, for the terminal and for
a wiki's Markdown alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from combatlog.auditing import Audit
from events.codec import encode
from events.names import clean
from events.vocabulary import AnyEvent
from projections.words import capital, joined
from replay.audit.chance import LEAST_A_FACE, UNLIKELY
from replay.audit.deeds import Deed
from replay.audit.dice import Dice, Thrown, together
from replay.audit.report import FightAudit
from replay.audit.seal import SealCheck
from replay.reenact import Difference

MOST = 20
"""Rows of a table before it is cut short; --json has them all."""

NOBODY = "nobody named"

NO_SEAL = (
    "The chain of digests cannot show that the end of a log was cut off, or that all of it was"
    " written anew; a seal that somebody else has kept can (combatlog seal)."
)


class Part(NamedTuple):
    """A part of the report. `wrong`: does it tell of something that is?"""

    heading: str
    lines: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    wrong: bool = False
    level: int = 2


def parts(audit: Audit) -> list[Part]:
    """The whole report: the verdict, then fight by fight."""
    fights = [part for fight in audit.fights for part in _fight(fight)]
    return [_verdict(audit), *fights, *_chances(audit)]


def _verdict(audit: Audit) -> Part:
    events = sum(fight.events for fight in audit.fights)
    what = f"{_count(len(audit.fights), 'fight')}, {_count(events, 'event')}"
    wrong = [
        f"{_title(fight)} ({clean(fight.id)}): {reason}."
        for fight in audit.fights
        for reason in _wrong(fight)
    ]
    wrong += [f"A fight {clean(id)} has events and is not listed." for id in audit.unlisted]
    wrong += [f"Against the seal: {audit.seal.wrong}."] if audit.seal and audit.seal.wrong else []
    lines = [f"{what}: {'nothing is wrong' if audit.right else 'something is wrong'}.", *wrong]
    lines += [
        f"{_title(fight)}: {_other_rules(fight)}."
        for fight in audit.fights
        if fight.today is not None and fight.differences
    ]
    lines += _sealed(audit.seal)
    return Part("Audit", lines, wrong=not audit.right, level=1)


def _sealed(seal: SealCheck | None) -> list[str]:
    """What a seal adds to the verdict, or would."""
    if seal is None:
        return [NO_SEAL]
    if seal.wrong:
        return []
    fights = joined([f"fight {number}" for number in seal.holds])
    lines = [f"Of {fights} every event is what was sealed."]
    if seal.since:
        lines.append(f"{_count(seal.since, 'event')} more {_have(seal.since)} been recorded since.")
    if seal.beyond:
        lines.append(f"The seal does not hold {_count(seal.beyond, 'more fight')}.")
    return lines


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _title(fight: FightAudit) -> str:
    return fight.title or "A fight"


def _wrong(fight: FightAudit) -> Iterator[str]:
    """What is wrong with a fight, in a few words each."""
    yield from _touched(fight)
    if not fight.fair and fight.dice is not None:
        wrong = len({fault.seq for fault in fight.dice.faults})
        yield f"{_count(wrong, 'event')} with dice that are not what was fixed"
    if not fight.follows:
        declared = _count(_declarations(fight), "declaration")
        yield f"{declared} with other outcomes than the rules give"


def _touched(fight: FightAudit) -> Iterator[str]:
    if fight.broken is not None:
        yield f"#{fight.broken.seq} {fight.broken.said}"
    if fight.forged:
        yield f"no combatlog would have written {fight.forged.rstrip('.')}"


def _declarations(fight: FightAudit) -> int:
    return len({each.seq for each in fight.differences})


def _other_rules(fight: FightAudit) -> str:
    """What is said of differences that are no fault."""
    return (
        f"{_count(_declarations(fight), 'declaration')} would come out otherwise today; it was"
        f" played by version {fight.version} of the rules, and this is version {fight.today}, so"
        " that is no fault"
    )


def _fight(fight: FightAudit) -> Iterator[Part]:
    """A fight: untouched, fair, right; and who did what."""
    of = f", {fight.game}, rules version {fight.version}" if fight.game else ""
    heading = f"{_title(fight)} ({clean(fight.id)}{of})"
    yield Part(heading, _untouched(fight), wrong=not fight.untouched)
    if fight.dice is not None:
        yield from _dice(fight.dice)
        yield from _rules(fight)
        yield from _people(fight)


def _untouched(fight: FightAudit) -> list[str]:
    if fight.untouched:
        return [f"Untouched: each of the {fight.events} events follows from the one before it."]
    lines = [f"Touched: {each}." for each in _touched(fight)]
    if fight.sound:
        first = "the first event" if fight.sound == 1 else f"the first {fight.sound} events"
        lines.append(f"What is said below is said of {first}.")
    return lines


def _dice(dice: Dice) -> Iterator[Part]:
    unknown = dice.drawn - dice.checked
    lines = [f"{dice.typed} typed at the table, {dice.drawn} drawn from sealed secrets."]
    if dice.drawn:
        wrong = len({fault.seq for fault in dice.faults})
        found = f"{_count(wrong, 'fault')}, listed below" if wrong else "all are what was fixed"
        lines.append(f"{dice.checked} checked against their secret: {found}.")
    if unknown:
        lines.append(f"{unknown} not checked: their secret is unknown here until it is revealed.")
    for secret in dice.secrets:
        salts = joined([f"“{salt}”" for salt in secret.salts]) if secret.salts else "none"
        told = f"Secret {secret.sealed[:12]}…: {_KNOWN[secret.known]}; salt: {salts}."
        lines.append(told)
    lines += [f"#{fault.seq} {fault.said}." for fault in dice.faults[:MOST]]
    more = len(dice.faults) - MOST
    lines += [f"… and {more} more."] if more > 0 else []
    if dice.seen:
        seen = [f"#{each.seq} ({each.die} {each.face}, in #{each.first})" for each in dice.seen]
        lines.append(f"{len(seen)} had been seen on another line before they fell: {_some(seen)}.")
    yield Part("Dice", lines, wrong=bool(dice.faults), level=3)


def _chances(audit: Audit) -> Iterator[Part]:
    """Every roller's dice against chance, over all fights; of few nothing is said."""
    runs = together(fight.dice for fight in audit.fights if fight.dice is not None)
    told = [each for each in runs if each.run.chance is not None]
    few = len(runs) - len(told)
    lines = [
        f"How often a fair die strays as far from equal counts as these, or farther, by the"
        f" chi-squared test; below {UNLIKELY} it is worth a look, which one fair run in"
        f" {round(1 / UNLIKELY)} is, too."
    ]
    if few:
        kinds = f"{few} kind{'s have' if few > 1 else ' has'} fewer than"
        lines.append(f"{kinds} {LEAST_A_FACE} throws for each face: too few to tell.")
    yield Part("Dice against chance", lines if told else lines[1:], _CHANCE, _runs(told))


_KNOWN = {
    "revealed": "revealed",
    "kept": "kept here, and not revealed yet",
    "other": "the one kept here is another",
    "": "unknown here",
}

_CHANCE = ("who", "die", "dice", "thrown", "on average", "expected", "chance")


def _runs(runs: Sequence[Thrown]) -> list[list[str]]:
    """Each roller's dice against chance; nothing is said of few."""
    return [
        [
            each.by,
            each.die,
            "sealed" if each.sealed else "typed",
            str(each.run.thrown),
            f"{each.run.mean:.2f}",
            f"{each.run.expected:.1f}",
            _chance(each),
        ]
        for each in runs
    ]


def _chance(each: Thrown) -> str:
    """“p = 0.410”."""
    rare = ", worth a look" if each.run.unlikely else ""
    return f"p = {each.run.chance:.3f}{rare}"


def _rules(fight: FightAudit) -> Iterator[Part]:
    if not fight.differences:
        lines = ["Every outcome follows from what was declared and thrown, on every line."]
    elif fight.today is not None:
        lines = [f"{capital(_other_rules(fight))}:"]
    else:
        lines = ["Outcomes that do not follow from what was declared and thrown:"]
    rows = [_difference(each) for each in fight.differences]
    wrong = not fight.follows
    yield Part("Rules", lines, _DIFFERENCE if rows else (), _cut(rows), wrong, 3)


_DIFFERENCE = ("event", "clause", "expected", "recorded")


def _difference(each: Difference) -> list[str]:
    expected = each.said if each.expected is None else _event(each.expected)
    recorded = "" if each.recorded is None else f"#{each.at} {_event(each.recorded)}"
    return [f"#{each.seq}", ", ".join(each.clauses), expected, recorded]


def _event(event: AnyEvent) -> str:
    """An outcome as it is stored: exactly, because this is about a difference."""
    return encode(event)


def _people(fight: FightAudit) -> Iterator[Part]:
    rows = [
        [
            person.by or NOBODY,
            *map(
                str,
                (
                    person.commands,
                    person.typed,
                    person.undone,
                    person.corrected,
                    person.overruled,
                    person.stated,
                ),
            ),
        ]
        for person in fight.people
    ]
    yield Part("Who did what", (), _PERSON, rows, level=3)
    insisted = [each for each in fight.deeds if each.kind == "overruled"]
    others = [each for each in fight.deeds if each.kind != "overruled"]
    for heading, deeds in (("Overruled", insisted), ("Taken back, corrected, stated", others)):
        if deeds:
            yield Part(heading, (), _DEED, _cut([_deed(each) for each in deeds]), level=3)


_PERSON = ("by", "commands", "dice typed", "taken back", "corrected", "overruled", "stated")
_DEED = ("event", "by", "what", "said", "why")


def _deed(deed: Deed) -> list[str]:
    what = f"{deed.kind}, {deed.since} since" if deed.since else deed.kind
    return [f"#{deed.seq}", deed.by or NOBODY, what, capital(deed.said), deed.why]


def _some(told: Sequence[str]) -> str:
    more = len(told) - MOST
    return joined([*told[:MOST], f"{more} more"] if more > 0 else told)


def _cut(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The first rows of a table, and how many more there are."""
    more = len(rows) - MOST
    if more <= 0:
        return list(rows)
    return [*rows[:MOST], [f"… {more} more", *[""] * (len(rows[0]) - 1)]]
