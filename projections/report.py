"""A command's events in a few lines, as they are read at the table.

Ada 2d10 → 9, 3 keeps 9 · Ben d4 → 2
Rhinoceros: 9 − 3 armor = 6, HP 20 → 14.
"""

from __future__ import annotations

from collections.abc import Iterable

from events import declarations as d
from events import history as h
from events import outcomes as o
from events.dice import written
from events.rolls import Rolled
from events.vocabulary import AnyEvent
from projections.phrases import phrase
from projections.rolled import attack_faces, contest_roll, harm_sum, summed
from projections.state import FightState
from projections.words import Words, capital

_SILENT = (
    d.Resolve,
    d.BeginRound,
    d.CallSave,
    d.CallMorale,
    d.Join,
    d.TakeOver,
    d.Recover,
    o.Moved,
    o.Acted,
    o.Aided,
    o.ClockAdvanced,
    o.TurnEnded,
    o.RoundEnded,
    o.Awaited,
    o.Rested,
    o.MoraleShaken,
    o.PhaseBegan,
    o.PhaseEnded,
    o.EngagementBegan,
    h.SecretRevealed,
    h.Sealed,
)
_TOLD_ELSEWHERE = (
    "damage",
    "opening",
    "retreat",
    "clumsy",
    "action",
    "called",
    "critical",
    "scar-save",
    "effect-save",
    "morale",
    "opposed",
    "attack",
    "defence",
    "melee",
    "location",
    "death",
    "treatment",
    "manoeuvre",
)


_KEPT = ("harm", "effect")
"""Of these dice the highest counts; of all others that are told here, their sum."""


def report(events: Iterable[AnyEvent], state: FightState) -> list[str]:
    """The lines these events make, with the names of this state (the one after them)."""
    reporter = _Reporter(state)
    for event in events:
        reporter.take(event)
    reporter.flush()
    return reporter.lines


class _Reporter:
    def __init__(self, state: FightState) -> None:
        self.lines: list[str] = []
        self._state = state
        self._words = Words(state)
        self._dice: list[str] = []
        self._defended = False
        self._place = ""
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
            self._dice.append(contest_roll(event, self._words))
        elif isinstance(event, o.HitLocated):
            self.flush()
            self._place = event.place
        elif isinstance(event, o.DamageDealt):
            self._damage(event)
        elif isinstance(event, o.ScoreChanged | o.MaximumChanged):
            self._change(event)
        elif isinstance(event, o.ConditionBegan):
            self._condition(event)
        elif not isinstance(event, _SILENT):
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
        self._defended, self._place = False, ""

    def _say(self, event: AnyEvent) -> None:
        if isinstance(event, o.TurnBegan) and not event.alone:
            return
        if isinstance(event, o.ConditionEnded) and (
            event.source or event.condition in self._words.terms("untold")
        ):
            return
        text = phrase(event, self._state)
        self.lines.append(capital(text) + ("" if text.endswith((".", "…", "!", "?")) else "."))

    def _rolled(self, event: Rolled) -> None:
        if event.purpose in _TOLD_ELSEWHERE:
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
                f" ({purpose.replace('-', ' ')})"
            )
            self._faces = ("", "", [], [])

    def _condition(self, event: o.ConditionBegan) -> None:
        """Several in one condition make one line; a wound has told its own already."""
        if event.source:
            return
        if not self._conditions:
            self.flush()
        self._conditions.setdefault(event.condition, []).append(event.who)

    def _attack(self, event: o.AttackRolled) -> None:
        if self._numbers or self._defended:
            self.flush()
        thrown = f"{event.dice} → {attack_faces(event)}{self._modifier(event)}"
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
        place = f" to the {self._place}" if self._place else ""
        self.flush()
        self._about = event.to
        harm = harm_sum(event)
        self._numbers.append((harm if "=" in harm else f"{harm} damage") + place)
        if not event.dealt:
            self._numbers.append("nothing gets through")

    def _change(self, event: o.ScoreChanged | o.MaximumChanged) -> None:
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
