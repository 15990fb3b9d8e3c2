"""The report of an audit about one fight: its faults in a few words, and all of it in parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from events.types.names import clean_text
from projections.text.words import capitalize, format_reason, join_words
from replay.audit.epoch_check import EpochClose, EpochState, OtherRoot
from replay.audit.fairness import DiceAudit, DieFault, StatedFace
from replay.audit.report import ExplainedDifference, FightAudit
from replay.audit.rules import Difference
from replay.log.commitments import Salt, Secret
from replay.log.throws import KnownBeforehand, SeenAndLeft, ThrownAgain
from replay.text.throw_words import WAYS, describe_replaced

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
        seqs = _join_seqs(fight.exchanged)
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
        yield (f"{events} of phones cannot be judged by this combatlog: {_join_seqs(fight.beyond)}")
    if unknown := fight.statements.unknown:
        yield (
            "statements of an unknown form, or signed lines that are no declaration, cannot be"
            f" judged: {_join_seqs(unknown)}"
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


def build_fight_parts(fight: FightAudit) -> Iterator[ReportPart]:
    """Return the report on what a fight holds: untouched, fair dice, right rules."""
    is_wrong, is_open = not fight.untouched or bool(fight.altered), bool(fight.unread)
    yield ReportPart(
        _format_heading(fight), _describe_untouched(fight), wrong=is_wrong, open=is_open
    )
    if fight.dice is not None:
        yield _build_dice_part(fight.dice)
        yield from _build_told_parts(fight)
        yield _build_rules_part(fight)


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


def _join_seqs(seqs: tuple[int, ...]) -> str:
    return join_words(_list_seqs(seqs))


def _build_dice_part(dice: DiceAudit) -> ReportPart:
    counts = [(dice.typed, "typed at the table"), (dice.drawn, "drawn from sealed secrets")]
    thrown = ", ".join(f"{number} {how}" for number, how in counts if number)
    lines = [f"{thrown}."] if thrown else []
    if dice.mixed:
        crossed = f", but for {_join_seqs(dice.crossed)}" if dice.crossed else ""
        whole = "" if dice.mixed == dice.typed + dice.drawn else f" of {dice.mixed} of them"
        lines.append(f"Mixed dice{whole}: the players' typed, all others drawn{crossed}.")
    if dice.checked:
        faulty = len({fault.seq for fault in dice.faults})
        result = f"{count(faulty, 'fault')}, listed below" if faulty else "all are what was fixed"
        lines.append(f"{dice.checked} checked against their secret: {result}.")
    if dice.unchecked:
        lines.append(f"{dice.unchecked} not checked: no secret of theirs is here, or opened yet.")
    if dice.exchanged:
        lines.append(
            f"The secret that is kept is not the one that {_join_seqs(dice.exchanged)}"
            " committed to: dice of it can be neither checked nor drawn."
        )
    lines += [_describe_close(each) for each in dice.closes]
    lines += [_describe_other_root(each) for each in dice.roots]
    lines += [_describe_epoch(each) for each in dice.epochs]
    roots = {each.anchor for each in dice.epochs}
    lines += [
        _describe_secret(each, each.sealed in roots)
        for each in dice.secrets
        if thrown or each.salts
    ]
    lines += [line for each in dice.secrets for line in _describe_own_salt(each.salts)]
    lines += _describe_dice_faults(dice.faults)
    if dice.stated:
        changed = count(len(dice.stated), "drawn die was", "drawn dice were")
        said = join_first([_describe_stated_face(each) for each in dice.stated])
        lines.append(f"{changed} changed by a correction: {said}.")
    if dice.seen:
        seen = [f"#{each.seq} ({each.die} {each.face}, in #{each.first})" for each in dice.seen]
        fell = "it" if len(seen) == 1 else "they"
        lines.append(
            f"{len(seen)} had been seen on another line before {fell} fell: {join_first(seen)}."
        )
    return ReportPart("Dice", lines, wrong=bool(dice.faults or dice.exchanged), level=3)


def _describe_close(close: EpochClose) -> str:
    after = count(close.drawn, "die was", "dice were")
    drawn = f" {after} drawn after it." if close.drawn else ""
    why = format_reason(close.why)
    what = "The secret of format 1" if close.epoch is None else f"Epoch {close.epoch}"
    return f"{what} was closed in #{close.seq} by {close.by or NOBODY}{why}.{drawn}"


def _describe_epoch(epoch: EpochState) -> str:
    drawn = count(epoch.drawn, "die was", "dice were")
    return f"Epoch {epoch.epoch} of {epoch.anchor[:12]}… is {epoch.verdict}: {drawn} drawn in it."


def _describe_other_root(root: OtherRoot) -> str:
    why = format_reason(root.why)
    return f"Another root serves from #{root.seq} on, put there by {root.by or NOBODY}{why}."


def count_told(fight: FightAudit) -> str:
    """Return how many throws are told of, empty if none."""
    told = fight.told
    kinds = ((told.again, "thrown again"), (told.known, "known beforehand"))
    every = [f"{len(dice)} {how}" for dice, how in (*kinds, (told.left, "seen and left")) if dice]
    return join_words(every)


def _build_told_parts(fight: FightAudit) -> Iterator[ReportPart]:
    """Yield the throws that the table should know of; they change no verdict."""
    told = fight.told
    same = count(told.same_deeds, "die", "dice")
    lines = [f"{same} known beforehand fell for the same deed again."] if told.same_deeds else []
    rows = [
        *((each.seq, _build_again_row(each)) for each in told.again),
        *((each.seq, _build_known_row(each)) for each in told.known),
        *((each.seq, _build_left_row(each)) for each in told.left),
    ]
    if rows or lines:
        ordered = [row for _, row in sorted(rows, key=lambda pair: pair[0])]
        table = cut(ordered) if ordered else []
        yield ReportPart("Throws to be told", lines, _TOLD if rows else (), table, level=3)


_TOLD = ("event", "by", "what", "said")


def _build_again_row(each: ThrownAgain) -> list[str]:
    then, now = describe_replaced(each)
    now = now if now.endswith("again") else f"{now} now"
    said = f"{each.by} {each.die}: {then}, {now}, {WAYS[each.way]}"
    return [f"#{each.seq}", each.recorder or NOBODY, "thrown again", said]


def _build_known_row(each: KnownBeforehand) -> list[str]:
    said = f"{each.by} {each.die} {each.face}: fell in #{each.first}, before #{each.declaration}"
    return [f"#{each.seq}", each.recorder or NOBODY, "known beforehand", said]


def _build_left_row(each: SeenAndLeft) -> list[str]:
    said = f"{each.by} {each.die} {each.face} in #{each.first} does not count"
    return [f"#{each.seq}", each.recorder or NOBODY, "seen and left", said]


def _describe_dice_faults(faults: tuple[DieFault, ...]) -> list[str]:
    more = len(faults) - MOST
    lines = [f"#{fault.seq} {fault.said}." for fault in faults[:MOST]]
    return [*lines, f"… and {more} more."] if more > 0 else lines


def _describe_stated_face(each: StatedFace) -> str:
    """Describe a die that was stated otherwise: “#21, Tom d8 5 → 2 (misread)”."""
    why = f" ({each.why})" if each.why else ""
    text = f"#{each.seq}, {each.by} {each.die} {each.drawn} → {each.said}{why}"
    return text if each.stands else f"{text}, not so any more"


_KNOWN = {
    "revealed": "revealed",
    "kept": "kept here, and not revealed yet",
    "other": "the one kept here is another",
    "": "unknown here",
}


def _describe_secret(secret: Secret, is_root: bool) -> str:
    """Describe a secret of format 1, or a root of format 2, which stays hidden: each close opens
    the secret of one epoch."""
    salts = [f"“{each.salt}” ({each.by or NOBODY}, #{each.seq})" for each in secret.salts]
    salted = join_words(salts) if salts else "none"
    early = f" It serves from #{secret.early} on, in place of one that had not been revealed."
    known = "kept here" if is_root and secret.known == "kept" else _KNOWN[secret.known]
    text = f"{'Root' if is_root else 'Secret'} {secret.sealed[:12]}…: {known}; salt: {salted}."
    return text + (early if secret.early else "")


def _describe_own_salt(salts: tuple[Salt, ...]) -> Iterator[str]:
    if salts and salts[-1].own:
        yield (
            f"The last salt, #{salts[-1].seq}, is from whoever started the fight, who can have"
            " looked ahead: it is a player who should have the last word."
        )


def _build_rules_part(fight: FightAudit) -> ReportPart:
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
