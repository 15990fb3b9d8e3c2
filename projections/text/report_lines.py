"""The entry of an event type in the table of words, and the lines of a command's report while they
are gathered: dice, numbers, conditions, rests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from events.types import outcomes as o
from events.types.rolls import Purpose, Rolled, format_dice
from projections.state.fight_state import DISABLING, FightState
from projections.text.words import Words, capitalize, format_reason

_OWN_LINE: tuple[Purpose, ...] = (
    *("targets", "scar-place", "scar-score", "recovery"),
    *("effect", "harm", "ship-effect", "duration"),
)
"""The purposes of dice that stand on a line of their own. All others stand in the words of what
they decided."""

_HIGHEST_COUNTS = ("harm", "effect")
"""The purposes of which the highest die counts; of the others on a line of their own, the sum."""


class Contest:
    """A contest: its sides, and the rolls so far by combatant."""

    def __init__(self, sides: Sequence[Sequence[str]] = ()) -> None:
        self.sides = sides
        self.rolls: dict[str, o.ContestRolled] = {}

    def by_side(self, state: FightState) -> Contest:
        """Return the contest with those who have rolled put on their sides. A command needs this if
        the contest was formed in an earlier one."""
        names = {id: state.combatants[id].side for id in self.rolls}
        sides = [
            [id for id in names if names[id] == side] for side in dict.fromkeys(names.values())
        ]
        held = Contest(sides)
        held.rolls = self.rolls
        return held

    def others(self, winner: str) -> list[str]:
        """Return the opponents of the winner."""
        return [id for side in self.sides if winner not in side for id in side]

    def naturals(self, decided: o.ContestDecided) -> str:
        """Return “ (natural 10 against 8)”: what decides between equal totals."""
        own = [id for side in self.sides if decided.winner in side for id in side]
        best = [self._find_best(ids) for ids in (own, self.others(decided.winner))]
        return f" (natural {best[0]} against {best[1]})" if all(best) else ""

    def _find_best(self, ids: Sequence[str]) -> int:
        rolls = [self.rolls[id] for id in ids if id in self.rolls]
        return max((roll.value - roll.bonus for roll in rolls), default=0)


class RestReport:
    """The scores that rest restores, by combatant, from the first value to the last; and the
    sentences on conditions that rest ends, which follow the numbers."""

    def __init__(self) -> None:
        self.woken: list[str] = []
        self._scores: dict[str, dict[str, tuple[int, int]]] = {}

    def add(self, event: o.ScoreChanged) -> None:
        """Add a restored score. Several watches of rest make one change."""
        scores = self._scores.setdefault(event.who, {})
        was, _ = scores.get(event.score, (event.was, event.now))
        scores[event.score] = was, event.now

    def has(self, who: str, score: str = "") -> bool:
        """Return whether rest restored this score of a combatant, or any score."""
        return who in self._scores and (not score or score in self._scores[who])

    def lines(self, words: Words) -> list[str]:
        """Return a line for each combatant: “Ada: STR 7 → 10, HP 0 → 4.”"""
        return [
            f"{words.name(who)}: {', '.join(_list_changes(scores, words))}."
            for who, scores in self._scores.items()
        ]


def _list_changes(scores: Mapping[str, tuple[int, int]], words: Words) -> list[str]:
    return [
        f"{score} {words.amount(score, was)} → {words.amount(score, now)}"
        for score, (was, now) in scores.items()
    ]


def bars_action(bars: str) -> bool:
    """Return whether a condition that bars this keeps its bearer from acting."""
    return bars in DISABLING


class ReportLines:
    """The finished `lines` of a report, and what is gathered for the next line.

    `contest` and `rests` hold what later events need. `barred` has the conditions (combatant, name)
    that keep their bearers from acting, `tested` the combatants whose morale is rolled for.
    """

    def __init__(self, state: FightState, barred: set[tuple[str, str]], tested: set[str]) -> None:
        self.lines: list[str] = []
        self.state = state
        self.words = Words(state)
        self.barred = barred
        self.tested = tested
        self.contest = Contest()
        self.rests = RestReport()
        self._shaken: list[tuple[str, str]] = []
        self._rolls: list[str] = []
        self._defended = False
        self._numbers: list[str] = []
        self._about = ""
        self._conditions: dict[str, list[str]] = {}
        self._dice: list[Rolled] = []

    def say(self, text: str) -> None:
        """Add a sentence on a line of its own."""
        self.flush()
        self._add_sentence(text)

    def _add_sentence(self, text: str) -> None:
        self.lines.append(capitalize(text) + ("" if text.endswith((".", "…", "!", "?")) else "."))

    def flush(self) -> None:
        """End the lines that are being gathered."""
        self.end_dice()
        if self._rolls:
            self.lines.append(" · ".join(self._rolls))
        if self._numbers:
            self.lines.append(f"{self.words.name(self._about)}: {', '.join(self._numbers)}.")
        for condition, who in self._conditions.items():
            self.lines.append(f"{self.words.names(who)}: {condition}.")
        self._rolls, self._numbers, self._about, self._conditions = [], [], "", {}
        self._defended = False

    def end(self) -> None:
        """End the report."""
        self.flush()
        self.end_rests()
        self.end_shaken()

    def add_die(self, event: Rolled) -> None:
        """Add a die if its purpose has a line of its own. Dice of one roller and purpose share the
        line."""
        if event.purpose not in _OWN_LINE:
            return
        first = self._dice[0] if self._dice else None
        if first is None or (event.by, event.purpose) != (first.by, first.purpose):
            self.flush()
        self._dice.append(event)

    def end_dice(self) -> None:
        """End the line of dice: “Ada 2d6 → 5, 3 keeps 5 (harm)”."""
        if not self._dice:
            return
        first, faces = self._dice[0], [die.face for die in self._dice]
        keeps = ""
        if first.purpose in _HIGHEST_COUNTS and len(faces) > 1:
            keeps = f" keeps {max(faces)}"
        self.lines.append(
            f"{self.words.name(first.by)} {format_dice(tuple(die.die for die in self._dice))}"
            f" → {', '.join(map(str, faces))}{keeps} ({self.words.purpose(first.purpose)})"
        )
        self._dice = []

    def add_attack(self, text: str) -> None:
        """Add an attack to the line of rolls. After a defence or damage a new line begins."""
        if self._numbers or self._defended:
            self.flush()
        self._rolls.append(text)

    def add_roll(self, text: str) -> None:
        """Add a roll to the line of rolls."""
        self._rolls.append(text)

    def add_defence(self, text: str) -> None:
        """Add a defence behind the attack it was rolled against."""
        self._rolls.append(text)
        self._defended = True

    def begin_numbers(self, who: str, *numbers: str) -> None:
        """Begin a line of numbers about a combatant: “Wolf: 9 − 3 armor = 6”."""
        self.flush()
        self._about = who
        self._numbers += numbers

    def add_number(self, who: str, number: str) -> None:
        """Add a number to the line about a combatant, or begin that line."""
        if self._about != who:
            self.begin_numbers(who)
        self._numbers.append(number)

    def add_condition(self, who: str, condition: str) -> None:
        """Add a condition. Combatants in the same condition share a line."""
        if not self._conditions:
            self.flush()
        self._conditions.setdefault(condition, []).append(who)

    def end_rests(self) -> None:
        """End the lines on what rest restored."""
        rests, self.rests = self.rests, RestReport()
        self.lines += rests.lines(self.words)
        for sentence in rests.woken:
            self._add_sentence(sentence)

    def add_shaken(self, who: str, text: str) -> None:
        """Keep a sentence on shaken morale for behind the numbers that caused it."""
        self._shaken.append((who, text))

    def end_shaken(self) -> None:
        """Add the sentences on shaken morale. Those who can no longer act are left out, unless
        their morale is tested."""
        for who, text in self._shaken:
            if who in self.tested or not self._is_out(who):
                self._add_sentence(text)
        self._shaken = []

    def _is_out(self, who: str) -> bool:
        one = self.state.combatants[who]
        return one.standing != "in" or any(bars_action(each.bars) for each in one.conditions)


def leave_unreported(event: Any, lines: ReportLines) -> None:
    """Add nothing to the report: the event is obvious, or another one reports it."""


Phrase: TypeAlias = Callable[[Any, Words], str]
"""Returns the words of an event: in lower case, without a full stop."""

Report: TypeAlias = Callable[[Any, ReportLines], None]
"""Adds an event to the report of its command."""

StandIn: TypeAlias = "Callable[[Any, Words], tuple[str, dict[str, str]]]"
"""Returns the sentence that stands in for an event: its key under `replay`, and its fields."""


class Wording(NamedTuple):
    """The words of one event type. The variants of the surfaces stand side by side:

    phrase      for the log and every other list of events: the whole event with its numbers
    report      for the report of a command, which is read out at the table; None: the phrase, on a
                line of its own
    redacted    the phrase for players who may not read the event's numbers; None: lists for
                players leave the event out
    stand_in    the replay page's sentence for the same players; None: the redacted phrase, or a
                sentence that fits every event
    numbers_of  the fields with the combatants whose numbers the event tells. Players may read it
                if they know the numbers of them all; a field after the first may be empty
    playback    whether the replay page stops at the event when it plays by itself: "skip" never,
                "stop" always, empty only for readers of the whole event
    """

    phrase: Phrase
    report: Report | None = None
    redacted: Phrase | None = None
    stand_in: StandIn | None = None
    numbers_of: tuple[str, ...] = ()
    playback: Literal["", "skip", "stop"] = ""


_NAMED = ("who", "by", "target", "dead", "to", "was", "now", "member")
"""The fields that may hold a combatant's id."""


def make_template_phrase(text: str) -> Phrase:
    """Return a phrase that fills a template with the event's fields. Ids become names. The event's
    `why` stands behind, unless the template has it."""

    def fill(event: Any, w: Words) -> str:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        for name in _NAMED:
            if isinstance(fields.get(name), str):
                fields[name] = w.name(fields[name])
        reason = format_reason(fields.get("why", "")) if "{why}" not in text else ""
        return text.format(**fields) + reason

    return fill
