"""A command's events in a few lines, as they are read at the table.

Ada 2d10 → 9, 3 keeps 9 · Ben d4 → 2
Rhinoceros: 9 − 3 armor = 6, HP 20 → 14.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from events.types import declarations as d
from events.types import log_events as h
from events.types import outcomes as o
from events.types.dice_notation import written
from events.types.outcomes import ConditionEnded, ContestDecided, ContestRolled, ScoreChanged
from events.types.rolls import Purpose, Rolled
from events.types.unions import AnyEvent
from projections.state.fight_state import DISABLING, FightState
from projections.text.outcome_phrases import contest_told, is_down
from projections.text.phrases import phrase
from projections.text.roll_phrases import attack_faces, contest_roll, harm_sum, summed
from projections.text.words import Words, capital, plus_minus, purpose_words


class Contest:
    """The sides of a contest, and the rolls so far, by who rolled."""

    def __init__(self, sides: Sequence[Sequence[str]] = ()) -> None:
        self.sides = sides
        self.rolls: dict[str, ContestRolled] = {}

    def by_side(self, state: FightState) -> Contest:
        """The same, where who is in it was told before: those who have rolled, by their sides."""
        names = {id: state.combatants[id].side for id in self.rolls}
        sides = [
            [id for id in names if names[id] == side] for side in dict.fromkeys(names.values())
        ]
        held = Contest(sides)
        held.rolls = self.rolls
        return held

    def others(self, winner: str) -> list[str]:
        """Those whom somebody has got the better of."""
        return [id for side in self.sides if winner not in side for id in side]

    def naturals(self, decided: ContestDecided) -> str:
        """“ (natural 10 against 8)”: what has decided between equal totals."""
        own = [id for side in self.sides if decided.winner in side for id in side]
        best = [self._best(ids) for ids in (own, self.others(decided.winner))]
        return f" (natural {best[0]} against {best[1]})" if all(best) else ""

    def _best(self, ids: Sequence[str]) -> int:
        rolls = [self.rolls[id] for id in ids if id in self.rolls]
        return max((roll.value - roll.bonus for roll in rolls), default=0)


class Rests:
    """By who rests, what their scores were and what they are now; and the conditions that rest
    has ended, which are told behind the numbers."""

    def __init__(self) -> None:
        self.woken: list[ConditionEnded] = []
        self._scores: dict[str, dict[str, tuple[int, int]]] = {}

    def take(self, event: ScoreChanged) -> None:
        """A score that comes back, further than the watch before has brought it."""
        scores = self._scores.setdefault(event.who, {})
        was, _ = scores.get(event.score, (event.was, event.now))
        scores[event.score] = was, event.now

    def has(self, who: str, score: str = "") -> bool:
        """Has rest brought somebody this score, or anything, back?"""
        return who in self._scores and (not score or score in self._scores[who])

    def lines(self, words: Words) -> list[str]:
        """“Ada: STR 7 → 10, HP 0 → 4.”"""
        return [
            f"{words.name(who)}: {', '.join(told)}."
            for who, scores in self._scores.items()
            if (told := [_change(words, score, *change) for score, change in scores.items()])
        ]


def _change(words: Words, score: str, was: int, now: int) -> str:
    return f"{score} {words.amount(score, was)} → {words.amount(score, now)}"


_SILENT = (
    d.Resolve,
    d.BeginRound,
    d.CallSave,
    d.Join,
    d.TakeOver,
    d.Recover,
    o.Aided,
    o.ClockAdvanced,
    o.TurnEnded,
    o.RoundEnded,
    o.Awaited,
    o.Rested,
    o.PhaseBegan,
    o.PhaseEnded,
    o.EngagementBegan,
    h.SecretRevealed,
    h.Sealed,
)
_SHOWN: tuple[Purpose, ...] = (
    *("targets", "scar-place", "scar-score", "recovery"),
    *("effect", "harm", "ship-effect", "duration"),
)
"""The dice that stand on a line of their own; all others are told with what they decided."""

_KEPT = ("harm", "effect")
"""Of these dice the highest counts; of all others that are told here, their sum."""


def report(
    events: Iterable[AnyEvent], state: FightState, before: FightState | None = None
) -> list[str]:
    """The lines these events make, with the names of this state (the one after them); `before`
    is the one before them, which says what it was that has ended."""
    every = list(events)
    reporter = _Reporter(state, _told_harm(every))
    for one in before.combatants.values() if before is not None else ():
        reporter.barred |= {(one.id, each.name) for each in one.conditions if _bars(each.bars)}
    reporter.tested = {
        each.who
        for each in every
        if isinstance(each, o.SaveRolled | o.CheckRolled) and each.purpose == "morale"
    }
    for event in every:
        reporter.take(event)
    reporter.flush()
    reporter.end_rests()
    reporter.end_shaken()
    return reporter.lines


def _told_harm(events: list[AnyEvent]) -> set[tuple[str, int]]:
    """The dice of harm, by who threw them, that the damage itself tells."""
    thrown = [each.by for each in events if isinstance(each, Rolled) and each.purpose == "harm"]
    return {
        (each.to, each.rolled)
        for each in events
        if isinstance(each, o.DamageDealt) and not each.by and thrown.count(each.to) == 1
    }


def _bars(bars: str) -> bool:
    """Does it keep somebody from acting?"""
    return bars in DISABLING


class _Reporter:
    def __init__(self, state: FightState, harm: set[tuple[str, int]]) -> None:
        self.lines: list[str] = []
        self.barred: set[tuple[str, str]] = set()
        self._harm = harm
        self.tested: set[str] = set()
        self._contest = Contest()
        self._rests = Rests()
        self._shaken: list[o.MoraleShaken] = []
        self._state = state
        self._words = Words(state)
        self._dice: list[str] = []
        self._defended = False
        self._numbers: list[str] = []
        self._about = ""
        self._conditions: dict[str, list[str]] = {}
        self._faces: tuple[str, str, list[str], list[int]] = ("", "", [], [])

    def take(self, event: AnyEvent) -> None:
        """Add an event to the lines."""
        if isinstance(event, Rolled):
            self._rolled(event)
            return
        self._end_faces()
        if isinstance(event, o.AttackRolled):
            self._attack(event)
        elif isinstance(event, o.CheckRolled) and event.purpose == "defence":
            self._defence(event)
        elif isinstance(event, o.ContestRolled):
            self._contest.rolls[event.who] = event
            self._dice.append(contest_roll(event, self._words))
        elif isinstance(event, o.DamageDealt):
            self._damage(event)
        elif isinstance(event, o.ScoreChanged) and event.why == "rest":
            self._rests.take(event)
        elif isinstance(event, o.ScoreChanged | o.MaximumChanged):
            self._change(event)
        elif isinstance(event, o.ConditionBegan):
            self._condition(event)
        elif isinstance(event, o.ContestDecided):
            self.flush()
            held = self._contest if self._contest.sides else self._contest.by_side(self._state)
            self._end(contest_told(event, self._words, held.naturals(event)))
        elif isinstance(event, o.ConditionEnded):
            self._condition_over(event)
        elif isinstance(event, o.MoraleShaken):
            if event.who:
                self._shaken.append(event)
        elif not isinstance(event, _SILENT) and not self._is_untold(event):
            self.flush()
            self._say(event)

    def flush(self) -> None:
        """End what is being gathered."""
        self._end_faces()
        if self._dice:
            self.lines.append(" · ".join(self._dice))
        if self._numbers:
            self.lines.append(f"{self._words.name(self._about)}: {', '.join(self._numbers)}.")
        for condition, who in self._conditions.items():
            self.lines.append(f"{self._words.names(who)}: {condition}.")
        self._dice, self._numbers, self._about, self._conditions = [], [], "", {}
        self._defended = False

    def _say(self, event: AnyEvent) -> None:
        if isinstance(event, o.ContestFormed):
            self._contest = Contest(event.sides)
        self._end(phrase(event, self._state))

    def _is_untold(self, event: AnyEvent) -> bool:
        """What has been told already, or goes without saying."""
        match event:
            case o.TurnBegan():
                return not event.alone or self._state.ended
            case o.MoraleTested(who=who) if who:
                self.flush()
                self.end_shaken()
                return True
            case o.EngagementEnded():
                return self._state.ended or is_down(self._state, event.who)
        return False

    def _end(self, text: str) -> None:
        self.lines.append(capital(text) + ("" if text.endswith((".", "…", "!", "?")) else "."))

    def _condition_over(self, event: o.ConditionEnded) -> None:
        """That of a wound is told with the wound, unless somebody gets up with it."""
        one = self._state.combatants[event.who]
        passing = event.condition in (*self._words.terms("untold"), *self._words.terms("passing"))
        was_barred = (event.who, event.condition) in self.barred
        if one.standing == "dead" or event.condition in self._words.terms("untold"):
            return
        if not event.source and self._rests.has(event.who):
            self._rests.woken.append(event)
        elif not event.source:
            self.flush()
            self._say(event)
        elif was_barred and not passing and not any(_bars(each.bars) for each in one.conditions):
            self.flush()
            self._end(self._words.on_feet(event.who, "is"))

    def end_rests(self) -> None:
        """Tell what rest has brought, and who is better for it."""
        rests, self._rests = self._rests, Rests()
        self.lines += rests.lines(self._words)
        for event in rests.woken:
            self._say(event)

    def end_shaken(self) -> None:
        """Tell who has been shaken, behind the numbers that have done it; not of those who are
        down before their morale can be tested."""
        for event in self._shaken:
            if event.who in self.tested or not self._is_out(event.who):
                self._say(event)
        self._shaken = []

    def _is_out(self, who: str) -> bool:
        one = self._state.combatants[who]
        return one.standing != "in" or any(_bars(each.bars) for each in one.conditions)

    def _rolled(self, event: Rolled) -> None:
        if event.purpose not in _SHOWN:
            return
        if event.purpose == "harm" and (event.by, event.face) in self._harm:
            return
        by, purpose, dice, faces = self._faces
        if (by, purpose) != (event.by, event.purpose):
            self.flush()
            self._faces = (event.by, event.purpose, [event.die], [event.face])
        else:
            dice.append(event.die)
            faces.append(event.face)

    def _end_faces(self) -> None:
        by, purpose, dice, faces = self._faces
        if faces:
            shown = ", ".join(map(str, faces))
            keeps = f" keeps {max(faces)}" if purpose in _KEPT and len(faces) > 1 else ""
            self.lines.append(
                f"{self._words.name(by)} {written(tuple(dice))} → {shown}{keeps}"
                f" ({self._words.purpose(purpose)})"
            )
            self._faces = ("", "", [], [])

    def _condition(self, event: o.ConditionBegan) -> None:
        """Several in one condition make one line; a wound has told its own already."""
        if _bars(event.bars):
            self.barred.add((event.who, event.condition))
        if event.source or event.condition.startswith(f"{purpose_words('death')} "):
            return
        if not self._conditions:
            self.flush()
        told = self._words.condition(event.who, event.condition, event.about)
        self._conditions.setdefault(told, []).append(event.who)

    def _attack(self, event: o.AttackRolled) -> None:
        if self._numbers or self._defended:
            self.flush()
        thrown = f"{plus_minus(event.dice)} → {attack_faces(event)}{self._modifier(event)}"
        self._dice.append(f"{self._words.name(event.by)} {thrown}")

    def _defence(self, event: o.CheckRolled) -> None:
        """Stands behind the attack it was rolled against: “Tor Evasion 3 + 1 = 4”."""
        faces = f"{', '.join(map(str, event.faces))} keeps " if len(event.faces) > 1 else ""
        self._dice.append(
            f"{self._words.name(event.who)} {event.what} {faces}{summed(event.value, event.bonus)}"
            + (", avoided" if event.passed else "")
            + self._words.grounds(event.grounds)
        )
        self._defended = True

    def _damage(self, event: o.DamageDealt) -> None:
        place = f" to the {event.place}" if event.place else ""
        self.flush()
        self._about = event.to
        harm = harm_sum(event)
        self._numbers.append((harm if "=" in harm else f"{harm} damage") + place)
        if not event.dealt:
            self._numbers.append("nothing gets through")

    def _change(self, event: o.ScoreChanged | o.MaximumChanged) -> None:
        if self._rests.has(event.who, event.score):
            self.flush()
            self.end_rests()
        if self._about != event.who:
            self.flush()
            self._about = event.who
        most = "max " if isinstance(event, o.MaximumChanged) else ""
        was = self._words.amount(event.score, event.was)
        now = self._words.amount(event.score, event.now)
        self._numbers.append(f"{most}{event.score} {was} → {now}")

    def _modifier(self, event: o.AttackRolled) -> str:
        """` (impaired: behind the crates)`; grounds that cancel each other are named as well."""
        if not event.grounds:
            return ""
        term = self._words.term
        kinds = {ground.modifier for ground in event.grounds}
        why = ", ".join(
            ground.why if len(kinds) == 1 else f"{term(ground.modifier)}: {ground.why}"
            for ground in event.grounds
        )
        return f" ({term(event.modifier)}: {why})" if event.modifier else f" (cancelled: {why})"
