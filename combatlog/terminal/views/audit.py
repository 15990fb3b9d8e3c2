"""The report of an audit, for the terminal and as Markdown for a wiki.

It is made of parts: a heading, sentences, perhaps a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click

from combatlog.files.audit import Audit, Verdict
from combatlog.terminal.views.audit_dice import build_chances, build_dice_parts, count_told
from combatlog.terminal.views.audit_fight import (
    MOST,
    NOBODY,
    ReportPart,
    build_rules_part,
    build_untouched_part,
    count,
    cut,
    describe_backward_times,
    describe_faults,
    describe_title,
    describe_undecided,
    join_first,
    summarize_fight,
)
from combatlog.terminal.views.layout import render_table
from events.types.names import clean_text
from projections.text.words import capitalize, format_reason, join_words
from replay.audit.interventions import Intervention
from replay.audit.report import FightAudit
from replay.audit.seals import SealCheck
from replay.audit.signatures import KeyChange, SignedForOther

NO_SEAL = (
    "Without a seal it cannot show that the end was cut off, that the whole log was rewritten, or"
    " that the last fight was taken out (combatlog seal makes one)."
)


def build_report(audit: Audit, full: bool = False) -> list[ReportPart]:
    """Return the whole report: the verdict, each fight, and the verdict again. `full` details the
    sound fights of a campaign, too."""
    if not audit.fights and audit.right:
        return [
            ReportPart("Audit", ["There is no fight yet, so there is nothing to audit."], level=1)
        ]
    in_full = [fight for fight in audit.fights if full or _needs_detail(audit, fight)]
    sound = [summarize_fight(fight) for fight in audit.fights if fight not in in_full]
    if sound and not in_full:
        sound.append("--full shows every fight in full, -f shows one fight.")
    every = [
        _build_verdict(audit),
        ReportPart("Sound" if in_full else "Fights", sound),
        *(part for fight in in_full for part in _build_fight(fight)),
        build_chances(audit.fights),
        ReportPart(
            "Verdict", [_summarize_audit(audit)], wrong=not audit.right, open=not audit.judged
        ),
    ]
    return [part for part in every if part.lines or part.rows]


def _build_fight(fight: FightAudit) -> Iterator[ReportPart]:
    yield build_untouched_part(fight)
    if fight.dice is not None:
        yield from build_dice_parts(fight, fight.dice)
        yield build_rules_part(fight)
        yield from _build_people_parts(fight)
    yield from _build_signatures(fight)


def _needs_detail(audit: Audit, fight: FightAudit) -> bool:
    """Return whether a fight is detailed: it is the only one, or there is something to see."""
    told = bool(count_told(fight) or fight.backwards or [*_describe_acts(fight)])
    open = not fight.right or not fight.judged or told
    return len(audit.fights) == 1 or open


def _summarize_audit(audit: Audit) -> str:
    events = sum(fight.events for fight in audit.fights)
    what = f"{count(len(audit.fights), 'fight')}, {count(events, 'event')}"
    return f"{_VERDICTS[audit.verdict].format(what)}."


_VERDICTS: dict[Verdict, str] = {
    "right": "Right. {}: nothing is wrong",
    "wrong": "Wrong. {}: something is wrong",
    "cannot be judged": "Cannot be judged. {}: not all of it can be checked here",
}


def _build_verdict(audit: Audit) -> ReportPart:
    lines = [_summarize_audit(audit), *([NO_SEAL] if audit.seal is None else [])]
    lines += [
        f"{describe_title(fight)}: {each}."
        for fight in audit.fights
        for each in describe_faults(fight)
    ]
    lines += [f"A fight {clean_text(id)} has events and is not listed." for id in audit.unlisted]
    lines += [f"{capitalize(clean_text(each))}." for each in audit.guards]
    lines += [f"{each}." for each in audit.order.wrong]
    lines += [
        f"{describe_title(fight)}: {each}."
        for fight in audit.fights
        for each in describe_undecided(fight)
    ]
    lines += _describe_seen(audit)
    lines += [f"{each}; that is no fault." for each in audit.order.told]
    lines += _describe_seal(audit.seal)
    return ReportPart("Audit", lines, wrong=not audit.right, level=1, open=not audit.judged)


def _describe_seen(audit: Audit) -> Iterator[str]:
    """Yield what is no fault but worth a look."""
    for fight in audit.fights:
        if said := len(fight.dice.stated) if fight.dice is not None else 0:
            dice = count(said, "drawn die was", "drawn dice were")
            yield f"{describe_title(fight)}: {dice} changed by a correction."
        if told := count_told(fight):
            yield f"{describe_title(fight)}: {told} to be told, listed there; they are no fault."
        for each in describe_backward_times(fight):
            yield f"{describe_title(fight)}: {each}."
        for each in _describe_acts(fight):
            yield f"{describe_title(fight)}: {each}."
    lost = [describe_title(fight) for fight in audit.fights if _has_lost_secret(fight)]
    if lost:
        yield (
            f"{join_words(lost)}: the secret of the next dice is not in this file. Go on, and the"
            " next dice come from a new secret; the table is told."
        )


NO_OWNER = "neither owns it nor started the fight"


def _describe_acts(fight: FightAudit) -> Iterator[str]:
    """Yield what whoever keeps the file or a key did, and what is no fault: another root of the
    dice, a command that somebody else signed, a key that was revoked by nobody who may."""
    for root in fight.dice.roots if fight.dice is not None else ():
        yield (
            f"another root of the dice serves from #{root.seq} on, put there by"
            f" {root.by or NOBODY}{format_reason(root.why)}"
        )
    if others := fight.statements.others:
        yield join_first([describe_other_signer(each) for each in others])
    for each in fight.statements.keys:
        if each.by_other:
            who = each.by or NOBODY
            yield f"#{each.seq} revokes a key of {each.person}, and {who} {NO_OWNER}"


def _has_lost_secret(fight: FightAudit) -> bool:
    """Return whether every die could be judged, and the secret of the next one is not known: of a
    copy, or of a file that somebody took it out of. An export never has it."""
    if fight.exported or not fight.judged or fight.dice is None or not fight.dice.secrets:
        return False
    known = fight.dice.secrets[-1].known
    return not known or (known == "revealed" and bool(fight.dice.closes))


def _describe_seal(seal: SealCheck | None) -> list[str]:
    """Return what a seal adds to the verdict."""
    if seal is None:
        return []
    if seal.wrong:
        return [f"Against the seal: {seal.wrong}."]
    if seal.open:
        return [f"It cannot be held against the seal: {seal.open}."]
    lines = [f"Of {join_words(seal.titles)} every event is what was sealed."]
    if list(seal.holds) != sorted(seal.holds):
        lines.append("The campaign lists them in another order than the seal.")
    if seal.since:
        have = "has" if seal.since == 1 else "have"
        lines.append(f"{count(seal.since, 'event')} more {have} been recorded since.")
    if seal.beyond:
        stand = "stands" if seal.beyond == 1 else "stand"
        lines.append(f"{count(seal.beyond, 'more fight')} of the campaign {stand} under no seal.")
    return lines


def _build_people_parts(fight: FightAudit) -> Iterator[ReportPart]:
    yield _build_people(fight)
    insisted = [each for each in fight.deeds if each.kind == "overruled"]
    others = [each for each in fight.deeds if each.kind != "overruled"]
    for heading, deeds in (("Overruled", insisted), ("Taken back, corrected, stated", others)):
        if deeds:
            yield ReportPart(
                heading, (), _DEED, cut([_build_deed_row(each) for each in deeds]), level=3
            )


def _build_people(fight: FightAudit) -> ReportPart:
    """Return how much each person recorded, without rare columns in which nobody has anything."""
    shown = [
        at
        for at in range(1, len(_PERSON))
        if at < _RARE or any(person[at] for person in fight.people)
    ]
    rows = [[person.by or NOBODY, *(str(person[at]) for at in shown)] for person in fight.people]
    return ReportPart("Who did what", (), [_PERSON[at] for at in (0, *shown)], rows, level=3)


_PERSON = (
    *("by", "commands", "dice typed", "taken back", "corrected", "overruled", "stated"),
    *("notes", "salt", "brought back", "branches named", "dice closed", "keys", "other"),
)
"""The columns of `PersonActivity`, in its order."""

_RARE = 9
"""The first column that is left out where nobody has anything."""

_DEED = ("event", "by", "what", "said")


def _build_deed_row(deed: Intervention) -> list[str]:
    what = f"{deed.kind}, {deed.since} since" if deed.since else deed.kind
    return [
        f"#{deed.seq}",
        deed.by or NOBODY,
        what,
        f"{capitalize(deed.said)}{format_reason(deed.why)}",
    ]


def _build_signatures(fight: FightAudit) -> Iterator[ReportPart]:
    """Yield what was signed, whose keys were bound and revoked, and what else is told of it."""
    said = fight.statements
    if not (said.signatures or said.faults or said.keys or said.late or said.reworded):
        return
    result = "each is that of the key it names, and says what was done"
    if said.faults:
        result = f"{count(len(said.faults), 'command')} with faults, listed below"
    lines = [f"{count(said.signatures, 'signature')} checked: {result}."]
    lines += [f"#{each.seq} {each.said}." for each in said.faults[:MOST]]
    lines += [f"… and {len(said.faults) - MOST} more."] if len(said.faults) > MOST else []
    if said.others:
        others = [describe_other_signer(each) for each in said.others]
        lines.append(f"Recorded by somebody else than signed: {join_first(others)}.")
    if said.late:
        late = [f"#{each.seq} ({each.by}) at #{each.head}" for each in said.late]
        lines.append(f"Said before other events came between: {join_first(late)}.")
    if said.reworded:
        seqs = join_first([f"#{seq}" for seq in said.reworded])
        lines.append(f"Read otherwise by today's grammar than when they were typed: {seqs}.")
    wrong = {each.seq for each in said.faults}
    rows = [_build_key_row(each, each.seq in wrong) for each in said.keys]
    table = cut(rows) if rows else []
    columns = _KEY if rows else ()
    yield ReportPart("Signatures", lines, columns, table, bool(said.faults), 3)


_KEY = ("event", "by", "whose", "key", "what")

_HOW = {
    "first": "bound",
    "also": "bound beside another",
    "again": "bound anew: another key speaks for them now",
    "revoked": "revoked",
}


def describe_other_signer(each: SignedForOther) -> str:
    """Describe a command that somebody else recorded than signed it."""
    return f"#{each.seq} signed by {each.signer}, recorded by {each.by or NOBODY}"


def _build_key_row(each: KeyChange, is_wrong: bool) -> list[str]:
    how = ""
    if each.at_start and (each.unproven or each.how == "revoked"):
        how = ", as in an earlier fight"
    elif is_wrong and each.unproven:
        how = ", and has not signed that"
    elif each.by_other:
        how = f", and {each.by or NOBODY} {NO_OWNER}"
    what = f"{_HOW[each.how]}{format_reason(each.why)}{how}"
    return [f"#{each.seq}", each.by or NOBODY, each.person, each.key[:12], what]


def render_report(parts: Iterable[ReportPart]) -> Iterator[str]:
    """Yield the report as lines of a terminal."""
    for part in parts:
        if part.level < 3:
            yield ""
        colour = _choose_colour(part)
        yield click.style(part.heading, bold=part.level < 3, fg=colour)
        for at, line in enumerate(filter(None, part.lines)):
            emphasized = part.level == 1 and at == 0
            yield f"  {click.style(line, bold=True, fg=colour) if emphasized else line}"
        if part.rows:
            yield from render_table([part.columns, *part.rows])


def _choose_colour(part: ReportPart) -> str | None:
    if part.wrong or part.open:
        return "red" if part.wrong else "yellow"
    return "green" if part.level == 1 else None


def render_markdown(parts: Iterable[ReportPart]) -> Iterator[str]:
    """Return the report as GitHub's Markdown, which most wikis read."""
    for part in parts:
        yield f"{'#' * part.level} {_escape(part.heading)}"
        yield ""
        for line in filter(None, part.lines):
            yield _escape(line)
            yield ""
        if part.rows:
            yield _format_row(part.columns)
            yield _format_row(["---"] * len(part.columns), plain=True)
            yield from (_format_row(row) for row in part.rows)
            yield ""


def _format_row(cells: Iterable[str], plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else _escape(cell) for cell in cells)} |"


def _escape(text: str) -> str:
    """Escape a text for Markdown; names may contain anything."""
    marked = "".join(f"\\{c}" if c in _MARKUP else c for c in text.replace("&", "&amp;"))
    plain = _COLON.sub(r"\\:", _WEB.sub(r"\1\\.", marked))
    return _LIKE_A_LIST.sub(r"\1\\\2", plain)


_MARKUP = frozenset("\\`*_{}[]#+!|<>~$@")

_LIKE_A_LIST = re.compile(r"^(\s*[0-9]*)([-=.])")

_COLON = re.compile(r":(?=//|\S+:)")
"""Of an address, and of :smile:."""

_WEB = re.compile(r"(?i)(www)\.")
"""What becomes a link by itself."""
