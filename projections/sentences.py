"""Turning events into sentences, in the past tense, as they come."""

from __future__ import annotations

from events import declarations as d
from events import history as h
from events import outcomes as o
from events.vocabulary import AnyEvent
from projections.rolled import check_rolled
from projections.state import FightState
from projections.told import contest, sentence
from projections.words import Words, capital, joined, possessive, side_words


class Teller:
    """Collects the sentences of one passage. `state` is the fight, kept up to date by whoever
    feeds the events."""

    def __init__(self, state: FightState) -> None:
        self._state = state
        self._words = Words(state)
        self._sentences: list[str] = []
        self._attacks: dict[str, list[o.AttackRolled]] = {}
        self._landed: list[o.AttackRolled] = []
        self._sides: tuple[tuple[str, ...], ...] = ()
        self._rolls: dict[str, int] = {}
        self._place = ""
        self._blow: o.DamageDealt | None = None
        self._changes: list[str] = []
        self._quick: list[str] = []
        self._slow: list[str] = []
        self._arrivals: dict[str, list[str]] = {}
        self._asides: list[str] = []
        self._resters: list[str] = []
        self._restored: list[str] = []

    def told(self) -> str:
        """The sentences so far as one paragraph; the next one starts empty."""
        self._end_blow()
        self._end_groups()
        text = " ".join(self._sentences)
        self._sentences = []
        return text

    def take(self, event: AnyEvent) -> None:
        """Take in one event."""
        match event:
            case o.AttackRolled():
                self._end_blow()
                self._attacks.setdefault(event.target, []).append(event)
            case o.ContestFormed():
                self._sides, self._rolls = event.sides, {}
            case o.ContestRolled():
                self._rolls[event.who] = event.value
            case o.HitLocated():
                self._end_blow()
                self._place = event.place
            case o.DamageDealt():
                place = self._place
                self._end_blow()
                self._blow, self._place = event, place
            case o.ScoreChanged() | o.MaximumChanged():
                self._change(event)
            case d.Join():
                self._arrivals.setdefault(event.sheet.side, []).append(event.sheet.name)
            case o.SaveRolled(purpose="opening") | o.CheckRolled(purpose="opening"):
                (self._quick if event.passed else self._slow).append(self._words.name(event.who))
            case o.CheckRolled(purpose="defence"):
                self._defence(event)
            case o.Rested():
                self._end_blow()
                self._resters.append(self._words.name(event.who))
            case o.EffectTold() if self._arrivals:
                self._asides.append(f"{self._words.name(event.who)}: {event.text}.")
            case h.Noted():
                self._add(f"(Note: {event.text})")
            case o.ContestDecided():
                self._add(f"{capital(contest(event, self._sides, self._rolls, self._words))}.")
            case _:
                said = sentence(event, self._words)
                if said:
                    self._add(f"{capital(said)}.")

    def _add(self, sentence: str) -> None:
        """A sentence that stands behind whatever is being gathered."""
        self._end_blow()
        self._end_groups()
        self._sentences.append(sentence)

    def _change(self, event: o.ScoreChanged | o.MaximumChanged) -> None:
        most = "maximum " if isinstance(event, o.MaximumChanged) else ""
        was = self._words.amount(event.score, event.was)
        now = self._words.amount(event.score, event.now)
        change = f"{most}{event.score} {was} → {now}"
        if self._blow is not None and self._blow.to == event.who:
            self._changes.append(change)
        elif self._resters and event.why == "rest":
            self._restored.append(f"{self._words.name(event.who)} {change}")
        else:
            self._end_groups()
            why = f" ({event.why})" if event.why else ""
            self._sentences.append(f"{self._words.name(event.who)}: {change}{why}.")

    def _end_groups(self) -> None:
        if self._resters:
            restored = f" ({', '.join(self._restored)})" if self._restored else ""
            self._sentences.append(f"{joined(self._resters)} rested{restored}.")
            self._resters, self._restored = [], []
        for side, names in self._arrivals.items():
            self._sentences.append(f"{capital(side_words(side))}: {joined(names)}.")
        self._sentences += self._asides
        self._arrivals, self._asides = {}, []
        if self._quick or self._slow:
            quick = f"{joined(self._quick)} acted before their opponents" if self._quick else ""
            was = "was" if len(self._slow) == 1 else "were"
            slow = f"{joined(self._slow)} {'did not' if self._quick else was + ' too slow'}"
            self._sentences.append(
                f"{capital('; '.join(filter(None, [quick, slow if self._slow else ''])))}."
            )
            self._quick, self._slow = [], []

    def _end_blow(self) -> None:
        blow, self._blow = self._blow, None
        changes, self._changes = self._changes, []
        place, self._place = self._place, ""
        if blow is None:
            return
        self._end_groups()
        target = self._words.name(blow.to)
        pool = self._pool(blow)
        opening = (
            self._onslaught(pool, target)
            if pool
            else f"{target} was struck by {self._striker(blow)}"
        )
        if not blow.dealt:
            armor = f"{blow.rolled} against {blow.armor} armor" if blow.armor else str(blow.rolled)
            self._sentences.append(f"{opening}, and nothing got through ({armor}).")
            return
        best = possessive(self._words.name(blow.by))
        told = f"; {best} {blow.weapon} told" if len(pool) > 1 else ""
        where = f" to the {place}" if place else ""
        armor = f" through {blow.armor} armor" if blow.armor else ""
        numbers = f" ({', '.join(changes)})" if changes else ""
        self._sentences.append(f"{opening}{told}: {blow.dealt} damage{where}{armor}{numbers}.")

    def _pool(self, blow: o.DamageDealt) -> list[o.AttackRolled]:
        """The attacks that a blow came of: one that was defended against on its own, or all on
        the same target."""
        for attack in self._landed:
            if (attack.attack, attack.target) == (blow.attack, blow.to):
                self._landed.remove(attack)
                return [attack]
        return self._attacks.pop(blow.to, [])

    def _striker(self, blow: o.DamageDealt) -> str:
        """What struck somebody whom nobody rolled damage against."""
        if blow.by and blow.weapon:
            return f"{possessive(self._words.name(blow.by))} {blow.weapon}"
        return blow.why or self._words.name(blow.by) if blow.by else blow.why or "harm"

    def _defence(self, event: o.CheckRolled) -> None:
        """An attack that is warded off is told here; what lands is told with its damage."""
        pool = self._attacks.pop(event.who, [])
        if not event.passed:
            self._landed += pool
            return
        target = self._words.name(event.who)
        opening = self._onslaught(pool, target) if pool else f"{target} was attacked"
        self._add(f"{opening}, and {target} got out of the way ({check_rolled(event)}).")

    def _onslaught(self, pool: list[o.AttackRolled], target: str) -> str:
        """“Ada attacked Wolf with rifle, and so did Ben with knife (impaired: in the dark)”."""
        parts = []
        for number, attack in enumerate(pool):
            name = self._words.name(attack.by)
            verb = f"so did {name}" if number else f"{name} attacked {target}"
            why = self._words.grounds(attack.grounds).removeprefix(", ")
            parts.append(f"{verb} with {attack.weapon}" + (f" ({why})" if why else ""))
        return ", and ".join(parts)
