"""The report of an audit, for the terminal and as Markdown for a wiki.

It is made of parts: a heading, sentences, perhaps a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import click

from combatlog.files.audit import Audit
from combatlog.terminal.views.audit_fight import (
    Part,
    build_fight_parts,
    count,
    describe_faults,
    describe_title,
    describe_undecided,
    summarize_fight,
)
from combatlog.terminal.views.layout import align_table, dim
from events.types.names import clean_text
from projections.text.words import capitalize, join_words
from replay.audit.chance import LEAST_A_FACE, UNLIKELY
from replay.audit.fairness import DiceRun, combine_runs
from replay.audit.report import FightAudit
from replay.audit.seal import SealCheck

NO_SEAL = (
    "That an end was cut off, or a whole log written anew, shows only against a seal that somebody"
    " else has kept (combatlog seal)."
)


def build_report(audit: Audit, full: bool = False) -> list[Part]:
    """Return the whole report: the verdict, each fight, and the verdict again. `full` details the
    sound fights of a campaign, too."""
    if not audit.fights and audit.right:
        return [Part("Audit", ["There is no fight yet, so there is nothing to audit."], level=1)]
    in_full = [fight for fight in audit.fights if full or _is_told(audit, fight)]
    sound = [summarize_fight(fight) for fight in audit.fights if fight not in in_full]
    if sound and not in_full:
        sound.append("With --full all of it is told, with -f that of one fight.")
    every = [
        _verdict(audit),
        Part("Sound" if in_full else "Fights", sound),
        *(part for fight in in_full for part in build_fight_parts(fight)),
        _chances(audit),
        Part("Verdict", [_in_short(audit)], wrong=not audit.right, open=not audit.judged),
    ]
    return [part for part in every if part.lines or part.rows]


def _is_told(audit: Audit, fight: FightAudit) -> bool:
    """Return whether a fight is detailed: it is the only one, or there is something to see."""
    return len(audit.fights) == 1 or not fight.right or not fight.judged


def _in_short(audit: Audit) -> str:
    events = sum(fight.events for fight in audit.fights)
    what = f"{count(len(audit.fights), 'fight')}, {count(events, 'event')}"
    if not audit.right:
        return f"{what}: something is wrong."
    if not audit.judged:
        return f"{what}: not all of it can be judged here."
    return f"{what}: nothing is wrong."


def _verdict(audit: Audit) -> Part:
    lines = [_in_short(audit)]
    lines += [
        f"{describe_title(fight)}: {each}."
        for fight in audit.fights
        for each in describe_faults(fight)
    ]
    lines += [f"A fight {clean_text(id)} has events and is not listed." for id in audit.unlisted]
    lines += [f"{capitalize(clean_text(each))}." for each in audit.guards]
    lines += [
        f"{describe_title(fight)}: {each}."
        for fight in audit.fights
        for each in describe_undecided(fight)
    ]
    lines += _seen(audit)
    lines += _sealed(audit.seal)
    return Part("Audit", lines, wrong=not audit.right, level=1, open=not audit.judged)


def _seen(audit: Audit) -> Iterator[str]:
    """Yield what is no fault but has to be seen."""
    for fight in audit.fights:
        if said := len(fight.dice.stated) if fight.dice is not None else 0:
            shows = count(said, "drawn die shows", "drawn dice show")
            yield f"{describe_title(fight)}: {shows} what somebody said by a correction."
    if audit.unchecked:
        yield f"{count(audit.unchecked, 'die', 'dice')} could not be checked yet."


def _sealed(seal: SealCheck | None) -> list[str]:
    """Return what a seal adds to the verdict, or would add."""
    if seal is None:
        return [NO_SEAL]
    if seal.wrong:
        return [f"Against the seal: {seal.wrong}."]
    if seal.open:
        return [f"It cannot be held against the seal: {seal.open}."]
    lines = [f"Of {join_words(seal.titles)} every event is what was sealed."]
    if seal.since:
        have = "has" if seal.since == 1 else "have"
        lines.append(f"{count(seal.since, 'event')} more {have} been recorded since.")
    if seal.beyond:
        lines.append(f"The seal does not hold {count(seal.beyond, 'more fight')}.")
    return lines


def _chances(audit: Audit) -> Part:
    """Yield each roller's dice against chance, over all fights, where there are enough of them."""
    runs = combine_runs(fight.dice for fight in audit.fights if fight.dice is not None)
    tested = [each for each in runs if each.run.chance is not None]
    few = len(runs) - len(tested)
    lines = []
    if tested:
        lines.append(
            "How often a fair die strays as far from equal counts as these, or farther, by the"
            f" chi-squared test; below {UNLIKELY} it is worth a look, which one fair run in"
            f" {round(1 / UNLIKELY)} is, too."
        )
    if few:
        kinds = f"{few} kind{'s have' if few > 1 else ' has'} fewer than"
        lines.append(f"{kinds} {LEAST_A_FACE} throws for each face: too few to tell.")
    return Part("Dice against chance", lines, _CHANCE, _runs(tested))


_CHANCE = ("who", "die", "dice", "thrown", "on average", "expected", "chance")


def _runs(runs: Sequence[DiceRun]) -> list[list[str]]:
    return [
        [
            each.by,
            each.die,
            "sealed" if each.sealed else "typed",
            str(each.run.thrown),
            f"{each.run.mean:.2f}",
            f"{each.run.expected:.1f}",
            describe_chance(each),
        ]
        for each in runs
    ]


def describe_chance(each: DiceRun) -> str:
    """Describe a p-value: “p = 0.410”, “p < 0.001, worth a look”."""
    p = each.run.chance or 0.0
    value = "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
    return f"{value}, worth a look" if each.run.unlikely else value


def render_report(parts: Iterable[Part]) -> Iterator[str]:
    """Yield the report as lines of a terminal."""
    for part in parts:
        if part.level < 3:
            yield ""
        colour = _colour(part)
        yield click.style(part.heading, bold=part.level < 3, fg=colour)
        for at, line in enumerate(filter(None, part.lines)):
            emphasized = part.level == 1 and at == 0
            yield f"  {click.style(line, bold=True, fg=colour) if emphasized else line}"
        if part.rows:
            head, *rows = align_table([part.columns, *part.rows])
            yield dim(head)
            yield from rows


def _colour(part: Part) -> str | None:
    if part.wrong or part.open:
        return "red" if part.wrong else "yellow"
    return "green" if part.level == 1 else None


def render_markdown(parts: Iterable[Part]) -> Iterator[str]:
    """Return the report as GitHub's Markdown, which most wikis read."""
    for part in parts:
        yield f"{'#' * part.level} {_escaped(part.heading)}"
        yield ""
        for line in filter(None, part.lines):
            yield _escaped(line)
            yield ""
        if part.rows:
            yield _row(part.columns)
            yield _row(["---"] * len(part.columns), plain=True)
            yield from (_row(row) for row in part.rows)
            yield ""


def _row(cells: Iterable[str], plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else _escaped(cell) for cell in cells)} |"


def _escaped(text: str) -> str:
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
