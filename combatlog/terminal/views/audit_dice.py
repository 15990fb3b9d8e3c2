"""The dice in the report of an audit: what they were checked against, throws to be told, chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from combatlog.terminal.views.audit_fight import (
    MOST,
    NOBODY,
    ReportPart,
    count,
    cut,
    join_first,
    join_seqs,
)
from projections.text.words import format_reason, join_words
from replay.audit.epoch_check import EpochClose, EpochState, OtherRoot
from replay.audit.fairness import (
    LEAST_A_FACE,
    UNLIKELY,
    DiceAudit,
    DiceRun,
    DieFault,
    combine_runs,
)
from replay.audit.interventions import StatedFace
from replay.audit.report import FightAudit
from replay.log.commitments import Salt, Secret
from replay.log.throws import KnownBeforehand, SeenAndLeft, ThrownAgain
from replay.text.throw_words import WAYS, describe_replaced


def build_dice_parts(fight: FightAudit, dice: DiceAudit) -> Iterator[ReportPart]:
    """Yield the report on the dice of a fight, and on the throws that the table should know of."""
    yield _build_dice_part(dice)
    yield from _build_told_parts(fight)


def _build_dice_part(dice: DiceAudit) -> ReportPart:
    counts = [(dice.typed, "typed at the table"), (dice.drawn, "drawn from sealed secrets")]
    thrown = ", ".join(f"{number} {how}" for number, how in counts if number)
    lines = [f"{thrown}."] if thrown else []
    if dice.mixed:
        crossed = f", but for {join_seqs(dice.crossed)}" if dice.crossed else ""
        whole = "" if dice.mixed == dice.typed + dice.drawn else f" of {dice.mixed} of them"
        lines.append(f"Mixed dice{whole}: the players' typed, all others drawn{crossed}.")
    if dice.slipped_in:
        lines.append(f"Digital dice, but for {join_seqs(dice.slipped_in)}: typed all the same.")
    if dice.checked:
        faulty = len({fault.seq for fault in dice.faults})
        result = f"{count(faulty, 'fault')}, listed below" if faulty else "all are what was fixed"
        lines.append(f"{dice.checked} checked against their secret: {result}.")
    if dice.unchecked:
        lines.append(f"{dice.unchecked} not checked: no secret of theirs is here, or opened yet.")
    if dice.exchanged:
        lines.append(
            f"The secret that is kept is not the one that {join_seqs(dice.exchanged)}"
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
    as_other = f" as {each.was} on a {each.was_die}" if each.was_die != each.die else ""
    fell = f"fell in #{each.first}{as_other}, before #{each.declaration}"
    said = f"{each.by} {each.die} {each.face}: {fell}"
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
            f"The last salt, #{salts[-1].seq}, is from {salts[-1].by or NOBODY}, who put the secret"
            " of these dice there and can have looked ahead: the last word should be a player's."
        )


def build_chances(fights: Iterable[FightAudit]) -> ReportPart:
    """Return each roller's dice against chance, over all fights, where there are enough of them."""
    runs = combine_runs(fight.dice for fight in fights if fight.dice is not None)
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
    return ReportPart("Dice against chance", lines, _CHANCE, _build_run_rows(tested))


_CHANCE = ("who", "die", "dice", "thrown", "on average", "expected", "chance")


def _build_run_rows(runs: Sequence[DiceRun]) -> list[list[str]]:
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
