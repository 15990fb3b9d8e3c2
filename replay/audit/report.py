"""The audit of one fight: everything that can be checked in its log, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from events.errors import Unreadable
from events.serialization.codec import encode
from events.store.envelope import Recorded, Row, ViewRow, decode_row
from events.types.commitments import ChainBound, DiceAsked, LinksGiven, PhoneLeft
from events.types.declarations import FightStarted
from events.types.log_events import Corrected, RulesChanged
from events.types.names import clean_fault
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.text.phrases import describe_event
from replay.audit.chain import Break, find_first_break
from replay.audit.fairness import DiceAudit, audit_dice
from replay.audit.interventions import Intervention, PersonActivity, list_interventions, list_people
from replay.audit.rules import Difference, find_differences
from replay.audit.signatures import NO_STATEMENTS, StatementAudit, audit_statements
from replay.audit.stated_inputs import ReadLine
from replay.log.event_log import History
from replay.log.throws import NO_THROWS, ToldThrows, find_told_throws
from replay.validation.event_rules import check_legible
from replay.validation.log_rules import check_structure, find_unfinished_command
from rulesets.definitions.shipped import (
    find_altered_keys,
    find_base_name,
    find_other_version,
    is_newer,
    is_unreleased,
)

MOST_EXPLAINED = 20
"""The most differences to put in words; one is enough for a verdict."""


class ExplainedDifference(NamedTuple):
    """A difference in words: the event concerned, what the rules expect, and what was recorded."""

    what: str
    expected: str
    recorded: str


def explain_differences(
    history: History, differences: Sequence[Difference]
) -> list[ExplainedDifference]:
    """Return the first differences of a log in words."""
    return [_explain_difference(history, each) for each in differences[:MOST_EXPLAINED]]


def _explain_difference(history: History, each: Difference) -> ExplainedDifference:
    state = history.state(each.at or each.seq)
    declared = _describe_event(history[each.seq].event, state)
    expected, recorded = each.expected, each.recorded
    if expected is None or recorded is None:
        said = each.said if expected is None else _describe_event(expected, state)
        return ExplainedDifference(
            declared, said, _describe_event(recorded, state) if recorded else "nothing"
        )
    if type(expected) is type(recorded):
        names = [
            name
            for name in expected.__struct_fields__
            if getattr(expected, name) != getattr(recorded, name)
        ]
        pairs = [(getattr(expected, name), getattr(recorded, name)) for name in names]
        if all(isinstance(value, int | str | None) for pair in pairs for value in pair):
            ours, theirs = (
                ", ".join(
                    f"{name.replace('_', ' ')} {_describe_value(pair[at])}"
                    for name, pair in zip(names, pairs, strict=True)
                )
                for at in (0, 1)
            )
            return ExplainedDifference(_describe_event(recorded, state), ours, theirs)
    return ExplainedDifference(
        declared, _describe_event(expected, state), _describe_event(recorded, state)
    )


def _describe_value(value: object) -> str:
    return {"": "none", "None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))


def _describe_event(event: AnyEvent, state: FightState) -> str:
    """Return the event in words, or as stored if it refers to something unknown."""
    try:
        return describe_event(event, state)
    except (KeyError, AttributeError, IndexError):
        return encode(event)


CUT_OFF = "begins the last command, whose end is missing"
"""The fault of a last command that has fewer events than the rules give it."""

UNCHECKED_EVENTS = (ChainBound, DiceAsked, LinksGiven, PhoneLeft)
"""Events whose claims this audit does not check: the dice of phones."""


class BackwardTime(NamedTuple):
    """A row, its time `at`, and the later time of the row `before` it."""

    seq: int
    at: str
    before: str


class FightAudit(NamedTuple):
    """The result of the audit of one fight.

    The first `sound` events are as they were recorded. `broken` says where that ends, `forged` what
    combatlog would not have written, `unread` what cannot be read here because a newer combatlog
    may have written it. `dice`, `differences` from the rules, `deeds` (interventions) and `people`
    cover the sound events only.

    `today` is the version of the game's rules here, if the fight was played by another one (None
    otherwise); differences may come from that. `altered` names parts of the game that differ from
    the ones shipped under its name. `hack` names the game that a homebrew game was made from.

    `told` are throws that the table should know of, and that are no fault. `beyond` are events that
    can be read, and whose claims are not checked here. `backwards` are the times that run
    backwards, which is no fault either: clocks are set. `statements` is about what was
    said and signed, and the keys of persons.

    `hidden` are rows whose body is not here. In a `view` (players see `public`, a person one of
    their name) they are hidden: then the chain is checked, and what the other rows hold can be
    read; dice and outcomes cannot be judged. Where this is no view they were erased: each counts as
    a note, and only what it said cannot be judged, because only notes can be erased; where
    something does not fit then, either another row was erased or the rest was changed, and both are
    wrong. `exported` says that
    the fight was read from an export, which has no secret of the dice to come.
    """

    id: str
    title: str
    game: str
    version: int
    today: int | None
    events: int
    sound: int
    broken: Break | None
    forged: str
    unread: str
    altered: tuple[str, ...]
    hack: str
    dice: DiceAudit | None
    differences: Sequence[Difference]
    deeds: Sequence[Intervention]
    people: Sequence[PersonActivity]
    explained: Sequence[ExplainedDifference]
    told: ToldThrows
    beyond: tuple[int, ...]
    backwards: tuple[BackwardTime, ...] = ()
    hidden: tuple[int, ...] = ()
    view: str = ""
    exported: bool = False
    statements: StatementAudit = NO_STATEMENTS

    @property
    def untouched(self) -> bool:
        """Whether the log is as it was recorded, as far as the log itself can show."""
        return self.broken is None and not self.forged

    @property
    def fair(self) -> bool:
        """Whether every die is what it was fixed to be."""
        return self.dice is None or not self.dice.faults

    @property
    def follows(self) -> bool:
        """Whether all outcomes follow from the rules. Under another version of the rules a
        difference is no fault."""
        return not self.differences or self.today is not None

    @property
    def right(self) -> bool:
        """Whether nothing is wrong with the fight."""
        own = self.fair and not self.exchanged
        said = not self.statements.faults
        return self.untouched and own and said and self.follows and not self.altered

    @property
    def exchanged(self) -> tuple[int, ...]:
        """The events that commit to another secret than the keeper holds."""
        return self.dice.exchanged if self.dice is not None else ()

    @property
    def newer(self) -> bool:
        """Whether the fight was played by newer rules than those here."""
        return self.today is not None and self.version > self.today

    @property
    def judged(self) -> bool:
        """Whether everything could be judged. Not so for events that are hidden, or cannot be read
        or checked here, for statements of an unknown form, for drawn dice whose secret is not
        known, for newer rules, or for differences that may come from older rules."""
        excused = bool(self.differences) and self.today is not None
        unchecked = self.dice is not None and self.dice.unchecked > 0
        open = self.unread or self.newer or excused or unchecked or self.beyond or self.hidden
        return not (open or self.statements.unknown)


def audit_fight(
    id: str,
    rows: Sequence[Row],
    kept: Mapping[str, bytes],
    read_line: ReadLine | None = None,
) -> FightAudit:
    """Check the stored rows of a fight. `kept` are secrets of its dice that are not in its log, by
    their commitment; `read_line` reads lines that were typed. Never raises, whatever the rows
    contain."""
    broken = find_first_break(id, rows) if rows else Break(1, "is missing: the fight has no events")
    sound = list(rows if broken is None else rows[: max(0, broken.seq - 1)])
    partial = any(map(_is_partial, sound))
    recorded, history, forged, unread = _read_sound_events(sound, broken is not None)
    if partial:
        history = History()
    elif half := find_unfinished_command(recorded, history):
        del recorded[half - 1 :]
        history = History(recorded)
        if broken is None and not forged and not unread:
            broken = Break(half, CUT_OFF)
    first = recorded[0].event if recorded else None
    started = first if isinstance(first, FightStarted) else None
    game = started.game if started is not None else None
    if game is not None and is_unreleased(game):
        forged = f"#1 was played by version {game.version} of {game.name}, which does not exist."
    seen = _Findings(None, [], [], [], [], NO_THROWS, ())
    if game is not None and not partial:
        seen = _check_events(id, history, kept)
    covered = len(recorded)
    if partial:
        covered = len(sound) if not (forged or unread) else recorded[-1].seq if recorded else 0
    return FightAudit(
        id,
        started.title if started is not None else "",
        game.name if game is not None else "",
        game.version if game is not None else 0,
        find_other_version(game) if game is not None and not is_unreleased(game) else None,
        len(rows),
        covered,
        broken,
        forged,
        unread,
        _list_altered(recorded),
        find_base_name(game) if game is not None else "",
        *seen,
        backwards=_find_backward_times(sound),
        hidden=tuple(row.seq for row in sound if isinstance(row, ViewRow) and row.hidden),
        statements=audit_statements(id, sound[:covered], recorded, None if partial else read_line),
    )


def _find_backward_times(rows: Sequence[Row]) -> tuple[BackwardTime, ...]:
    return tuple(
        BackwardTime(row.seq, row.at, before.at)
        for before, row in pairwise(rows)
        if row.at < before.at
    )


class _Findings(NamedTuple):
    """The findings about the sound events."""

    dice: DiceAudit | None
    differences: list[Difference]
    deeds: list[Intervention]
    people: list[PersonActivity]
    explained: list[ExplainedDifference]
    told: ToldThrows
    beyond: tuple[int, ...]


def _check_events(id: str, history: History, kept: Mapping[str, bytes]) -> _Findings:
    interventions = list_interventions(history)
    differences = list(find_differences(history, is_sound=True))
    explained = explain_differences(history, differences)
    return _Findings(
        audit_dice(id, history, kept),
        differences,
        interventions,
        list_people(history, interventions),
        explained,
        find_told_throws(history),
        tuple(row.seq for row in history.rows if isinstance(row.event, UNCHECKED_EVENTS)),
    )


def _read_sound_events(
    rows: Sequence[Row], is_cut: bool
) -> tuple[list[Recorded], History, str, str]:
    """Return the events up to the last command that combatlog would have written, their history,
    and what is wrong with the next one, or what in it cannot be read here. If the rows were cut
    off, an incomplete correction at their end is no fault of its own. Of rows that are hidden there
    is no event, and from the first of them on the others are only read: how they hang together
    cannot be judged, and the history ends there."""
    recorded, forged, unread = _decode_rows(rows)
    views = (row for row in rows if isinstance(row, ViewRow))
    hidden = next((row.cmd for row in views if row.hidden and not row.erased), None)
    whole = recorded if hidden is None else [row for row in recorded if row.seq < hidden]
    history, misplaced, unplaced = _drop_forged(list(whole), is_cut and hidden is None)
    if misplaced or unplaced:
        forged, unread = misplaced, unplaced
    if len(history) < len(whole):
        return [*history.rows], history, forged, unread
    unsaid = _find_unsaid(rows) if any(map(_is_partial, rows)) else ""
    return recorded, history, forged or unsaid, unread


def _drop_forged(recorded: list[Recorded], is_cut: bool) -> tuple[History, str, str]:
    """Return the history up to the first command that does not hang together with those before it,
    and what is wrong with it, or (newer rules) what cannot be read here."""
    forged, unread, cut_at = "", "", recorded[-1].cmd if recorded and is_cut else 0
    while recorded:
        try:
            return check_structure(recorded), forged, unread
        except Unreadable as error:
            fault, kept = str(error), _count_before_command(recorded, error.seq)
            if cut_at != kept + 1 or not isinstance(recorded[kept].event, Corrected):
                forged, unread = ("", fault) if _is_newer(recorded) else (fault, "")
            del recorded[kept:]
    return History(), forged, unread


def _decode_rows(rows: Sequence[Row]) -> tuple[list[Recorded], str, str]:
    """Return the events up to the first command that is illegible, without those that are hidden;
    and what is wrong with it, or what in it cannot be read here."""
    recorded: list[Recorded] = []
    for row in rows:
        forged = unread = ""
        if isinstance(row, ViewRow) and row.hidden and not row.erased:
            continue
        try:
            event = decode_row(row)
        except Unreadable as error:
            said = f"#{row.seq}: {clean_fault(str(error))}"
            forged, unread = ("", said) if error.newer else (said, "")
        else:
            forged = _find_illegible(row, event)
        if forged or unread:
            _drop_command(recorded, row.cmd)
            return recorded, forged, unread
        recorded.append(event)
    return recorded, "", ""


def _is_partial(row: Row) -> bool:
    """Return whether something of a row is hidden that the rest of the log may need."""
    return isinstance(row, ViewRow) and not row.erased


def _find_unsaid(rows: Sequence[Row]) -> str:
    """Return which row hides what was said for a command of which nothing else is hidden."""
    hiding = {row.cmd for row in rows if row.hidden}
    for row in rows:
        if isinstance(row, ViewRow) and row.saidhash and row.cmd not in hiding:
            return f"#{row.seq} hides what was said, and nothing else of its command is hidden."
    return ""


def _find_illegible(row: Row, event: Recorded) -> str:
    try:
        check_legible(row, event)
    except Unreadable as error:
        return str(error)
    return ""


def _drop_command(recorded: list[Recorded], cmd: int) -> None:
    """Remove the rows of an incomplete command."""
    while recorded and recorded[-1].cmd == cmd:
        recorded.pop()


def _is_newer(recorded: Sequence[Recorded]) -> bool:
    """Return whether a newer version of the rules played the fight: its events may hang together in
    other ways."""
    first = recorded[0].event
    return isinstance(first, FightStarted) and is_newer(first.game)


def _list_altered(recorded: Sequence[Recorded]) -> tuple[str, ...]:
    """Return what in the fight's rules differs from the rules that come with combatlog."""
    games = [
        row.event.game for row in recorded if isinstance(row.event, FightStarted | RulesChanged)
    ]
    return tuple(dict.fromkeys(key for game in games for key in find_altered_keys(game)))


def _count_before_command(recorded: Sequence[Recorded], seq: int) -> int:
    """Return the number of events before the command of the forged one."""
    kept = min(seq, len(recorded)) - 1
    while kept and recorded[kept - 1].cmd == recorded[kept].cmd:
        kept -= 1
    return kept
