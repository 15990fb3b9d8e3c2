"""The report of an audit about one fight: its faults in a few words, its log, and its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.types.names import clean_text
from projections.text.words import capitalize, join_words
from replay.audit.report import ExplainedDifference, FightAudit
from replay.audit.rules import Difference

MOST = 20
"""Rows of a table before it is cut short; --json has them all."""


class ReportPart(NamedTuple):
    """A part of the report. `wrong` marks a fault, `open` something that cannot be judged here."""

    heading: str
    lines: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    wrong: bool = False
    level: int = 2
    open: bool = False


def count(number: int, what: str, more: str = "") -> str:
    """Return a number with its noun: “1 die”, “2 dice”."""
    return f"{number} {what if number == 1 else more or what + 's'}"


def describe_title(fight: FightAudit) -> str:
    """Return the title of a fight with its id."""
    return f"{fight.title or 'A fight'} ({clean_text(fight.id)})"


def join_first(texts: Sequence[str]) -> str:
    """Return the first of many, and how many more there are."""
    more = len(texts) - MOST
    return join_words([*texts[:MOST], f"{more} more"] if more > 0 else texts)


def cut(rows: Sequence[Sequence[str]], of: int = 0) -> list[Sequence[str]]:
    """Return the first rows of a table, and a row that counts the rest (of `of` rows, where that is
    more)."""
    more = max(of, len(rows)) - MOST
    if more <= 0:
        return list(rows)
    return [*rows[:MOST], [f"… {more} more", *[""] * (len(rows[0]) - 1)]]


NOBODY = "nobody named"


def describe_faults(fight: FightAudit) -> Iterator[str]:
    """Return the faults of a fight, a few words each."""
    yield from _describe_touched(fight)
    if fight.altered:
        yield _describe_altered(fight)
    if fight.exchanged:
        seqs = join_seqs(fight.exchanged)
        yield f"the secret that is kept of its dice is not the one of {seqs}"
    if not fight.fair and fight.dice is not None:
        events = len({fault.seq for fault in fight.dice.faults})
        yield f"{count(events, 'event')} with dice that are not what was fixed"
    yield from (f"#{each.seq} {each.said}" for each in fight.statements.faults[:MOST])
    if not fight.follows:
        yield f"{_count_declarations(fight)} with other outcomes than the rules give"


def describe_undecided(fight: FightAudit) -> Iterator[str]:
    """Return what cannot be judged of a fight, a few words each."""
    if fight.unread:
        yield f"cannot be judged from there on: {fight.unread.rstrip('.')}"
    if fight.hidden:
        yield _describe_hidden(fight)
    if said := fight.statements.hidden:
        commands = count(len(said), "command")
        yield (
            f"what was said for {commands} is not all here, so signatures there cannot be checked:"
            f" {join_first(_list_seqs(said))}"
        )
    if fight.dice is not None and fight.dice.unchecked:
        dice = count(fight.dice.unchecked, "drawn die", "drawn dice")
        yield f"{dice} cannot be judged: no secret of theirs is here{_advise_close(fight)}"
    if fight.beyond:
        events = count(len(fight.beyond), "event")
        yield (f"{events} of phones cannot be judged by this combatlog: {join_seqs(fight.beyond)}")
    if unknown := fight.statements.unknown:
        yield (
            "statements of an unknown form, or signed lines that are no declaration, cannot be"
            f" judged: {join_seqs(unknown)}"
        )
    if fight.newer:
        yield (
            f"cannot be judged: it was played by newer rules (version {fight.version}) than this"
            f" combatlog has ({fight.today}); install a newer one"
        )
    elif fight.differences and fight.today is not None:
        yield _describe_other_rules(fight)


def _advise_close(fight: FightAudit) -> str:
    """Return what to do where an export was made before its dice were closed; else nothing."""
    if not fight.exported or fight.dice is None:
        return ""
    if any(each.verdict == "open" for each in fight.dice.epochs):
        return "; close the dice, and export again"
    if fight.dice.epochs or fight.dice.closes:
        return ""
    return "; end the fight or close its dice, and export again"  # a secret of format 1


def _describe_hidden(fight: FightAudit) -> str:
    """Describe how many rows are not here, and what follows from that."""
    rows = count(len(fight.hidden), "event")
    be = "is" if len(fight.hidden) == 1 else "are"
    if fight.view:
        what = f"{rows} of {fight.events} {be} hidden in this view ({fight.view})"
        return f"{what}, so dice and outcomes cannot be judged"
    alone = len(fight.hidden) == 1
    be, rest = ("was", "it said") if alone else ("were", "they said")
    what = f"{rows} of {fight.events} {be} erased: {join_first(_list_seqs(fight.hidden))}"
    counts = "it counts as a note" if alone else "they count as notes"
    return f"{what}; {counts}, and what {rest} cannot be judged"


def summarize_fight(fight: FightAudit) -> str:
    """Return one line about a fight without faults."""
    dice = fight.dice
    thrown = dice.typed + dice.drawn if dice is not None else 0
    parts = [f"{_format_heading(fight)}: {count(fight.events, 'event')}"]
    parts += [count(thrown, "die", "dice")] if thrown else []
    if dice is not None and dice.seen:
        parts.append(f"{len(dice.seen)} seen before")
    if signatures := fight.statements.signatures:
        parts.append(count(signatures, "signature"))
    if changed := [each for each in fight.statements.keys if not each.unproven]:
        parts.append(f"{count(len(changed), 'key')} bound or revoked")
    return f"{', '.join(parts)}; nothing is wrong."


def build_untouched_part(fight: FightAudit) -> ReportPart:
    """Return the report on the log of a fight: its heading, and whether it is as it was
    recorded."""
    is_wrong, is_open = not fight.untouched or bool(fight.altered), bool(fight.unread)
    lines = _describe_untouched(fight)
    return ReportPart(_format_heading(fight), lines, wrong=is_wrong, open=is_open)


def _format_heading(fight: FightAudit) -> str:
    if not fight.game:
        return describe_title(fight)
    game = f"{fight.game}, a hack of {fight.hack}" if fight.hack else fight.game
    version = f"rules version {fight.version}{', altered' if fight.altered else ''}"
    return f"{describe_title(fight)[:-1]}, {game}, {version})"


def _describe_touched(fight: FightAudit) -> Iterator[str]:
    if fight.broken is not None:
        yield f"#{fight.broken.seq} {fight.broken.said}"
    if fight.forged:
        seq, _, said = fight.forged.rstrip(".").partition(" ")
        what = said if seq.endswith(":") else f"it {said}"
        yield f"{seq.rstrip(':')} is as no combatlog writes it: {what}"


def _describe_altered(fight: FightAudit) -> str:
    keys = ", ".join(fight.altered[:MOST])
    verb = "differs" if len(fight.altered) == 1 else "differ"
    more = len(fight.altered) - MOST
    also = f" and {more} more" if more > 0 else ""
    return f"its rules are not {fight.game} as it comes with combatlog: {keys}{also} {verb}"


def _count_declarations(fight: FightAudit) -> str:
    return count(len({each.seq for each in fight.differences}), "declaration")


def _describe_other_rules(fight: FightAudit) -> str:
    """Describe differences under rules of another version."""
    return (
        f"{_count_declarations(fight)} would come out otherwise by the rules here (version"
        f" {fight.today}); it was played by version {fight.version}, and differences may come of"
        " that"
    )


def _describe_untouched(fight: FightAudit) -> list[str]:
    lines = [f"Touched: {each}." for each in _describe_touched(fight)]
    if fight.untouched:
        every = f"each of the {fight.events} events follows from the one before it"
        lines = [f"Untouched: {every if fight.events > 1 else 'its one event is whole'}."]
    lines += [f"Altered: {_describe_altered(fight)}."] if fight.altered else []
    lines += [
        f"{capitalize(each)}."
        for each in describe_undecided(fight)
        if fight.unread or fight.newer or fight.hidden
    ]
    lines += [f"{capitalize(each)}." for each in describe_backward_times(fight)]
    if fight.sound and fight.sound < fight.events:
        first = "the first event" if fight.sound == 1 else f"the first {fight.sound} events"
        lines.append(f"The rest of this report covers only {first}.")
    return lines


def describe_backward_times(fight: FightAudit) -> Iterator[str]:
    """Yield that times run backwards, and where; it is no fault."""
    if fight.backwards:
        rows = [f"#{each.seq} ({each.at}, after {each.before})" for each in fight.backwards]
        times = count(len(rows), "time runs", "times run")
        yield f"{times} backwards, as after a clock was set: {join_first(rows)}"


def _list_seqs(seqs: Sequence[int]) -> list[str]:
    return [f"#{seq}" for seq in seqs]


def join_seqs(seqs: tuple[int, ...]) -> str:
    """Return events as a list in a sentence: “#3, #4 and #7”."""
    return join_words(_list_seqs(seqs))


def build_rules_part(fight: FightAudit) -> ReportPart:
    """Return the report on the outcomes of a fight: whether they follow by its rules."""
    if fight.newer:
        lines = ["Newer rules cannot be played again here."]
        return ReportPart("Rules", lines, level=3, open=True)
    if not fight.differences:
        by = ", by the rules as they were altered" if fight.altered else ""
        lines = [f"Every outcome follows from what was declared and thrown, on every line{by}."]
    elif fight.today is not None:
        lines = [f"{capitalize(_describe_other_rules(fight))}:"]
    else:
        lines = ["Outcomes that do not follow from what was declared and thrown:"]
    differences = zip(fight.differences, fight.explained, strict=False)
    rows = [_build_difference_row(each, words) for each, words in differences]
    if any(each.clauses for each in fight.differences):
        lines.append("The clauses stand in docs/rules.md.")
    columns = _DIFFERENCE if rows else ()
    table = cut(rows, len(fight.differences))
    return ReportPart("Rules", lines, columns, table, not fight.follows, 3)


_DIFFERENCE = ("event", "clause", "expected", "recorded", "of")


def _build_difference_row(each: Difference, words: ExplainedDifference) -> list[str]:
    at = each.at or each.seq
    return [f"#{at}", ", ".join(each.clauses), words.expected, words.recorded, words.what]
