"""Turning events into sentences, in the past tense, as they come."""

from __future__ import annotations

from events import declarations as d
from events import history as h
from events import outcomes as o
from events import statements as s
from events.sheets import Sheet
from events.vocabulary import AnyEvent, Declaration
from projections.contests import Contest
from projections.rolled import check_rolled
from projections.state import FightState
from projections.told import contest, sentence
from projections.words import Words, capital, is_craft, joined, possessive, side_words

_DOWN = ("everything", "all but crawling")
"""What keeps somebody from acting."""


class Teller:
    """Collects the sentences of one passage. `state` is the fight, kept up to date by whoever
    feeds the events."""

    def __init__(self, state: FightState) -> None:
        self._state = state
        self._words = Words(state)
        self._sentences: list[str] = []
        self._attacks: dict[str, list[o.AttackRolled]] = {}
        self._landed: list[o.AttackRolled] = []
        self._contest = Contest()
        self._blow: o.DamageDealt | None = None
        self._changes: list[str] = []
        self._quick: list[str] = []
        self._slow: list[str] = []
        self._arrivals: dict[tuple[str, bool], list[str]] = {}
        self._places: dict[str, list[str]] = {}
        self._bars: dict[tuple[str, str], str] = {}
        self._tried: dict[str, str] = {}
        self._woken: list[str] = []
        self._asides: list[str] = []
        self._resters: list[str] = []
        self._restored: dict[tuple[str, str], tuple[int, int]] = {}

    def told(self) -> str:
        """The sentences so far as one paragraph; the next one starts empty."""
        self._end_blow()
        self._end_groups()
        self._end_rest()
        text = " ".join(self._sentences)
        self._sentences, self._tried = [], {}
        return text

    def take(self, event: AnyEvent) -> None:
        """Take in one event."""
        if isinstance(event, Declaration):
            self._end_rest()
        match event:
            case o.AttackRolled():
                self._end_blow()
                self._attacks.setdefault(event.target, []).append(event)
            case o.ContestFormed():
                self._contest = Contest(event.sides)
            case o.ContestRolled():
                self._contest.rolls[event.who] = event
            case o.DamageDealt():
                self._end_blow()
                self._blow = event
            case o.ScoreChanged() | o.MaximumChanged():
                self._change(event)
            case d.Join():
                self._join(event.sheet)
            case s.Place(why="") if not self._state.round:
                self._place(self._words.name(event.who), event.area)
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
                self._add(f"{capital(contest(event, self._contest, self._words))}.")
            case o.ConditionBegan() | o.ConditionEnded() | s.AddCondition():
                self._condition(event)
            case o.SaveRolled(purpose="manoeuvre"):
                self._tried[event.why] = event.who
                self._tell(event)
            case o.Acted() if self._is_tried(event):
                pass
            case _:
                self._tell(event)

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
            known = self._restored.setdefault((event.who, event.score), (event.was, event.now))
            self._restored[(event.who, event.score)] = known[0], event.now
        else:
            if (event.who, event.score) in self._restored:
                self._end_rest()
            self._end_groups()
            why = f" ({event.why})" if event.why else ""
            self._sentences.append(f"{self._words.name(event.who)}: {change}{why}.")

    def _tell(self, event: AnyEvent) -> None:
        said = sentence(event, self._words)
        if said:
            self._add(f"{capital(said)}.")

    def _join(self, sheet: Sheet) -> None:
        """Who comes when the fight is under way joins it; the others were there."""
        self._arrivals.setdefault((sheet.side, bool(self._state.turns)), []).append(sheet.name)
        if sheet.area:
            self._place(sheet.name, sheet.area)
        for each in sheet.conditions:
            self._bars[(sheet.id, each.name)] = each.bars

    def _place(self, name: str, area: str) -> None:
        for names in self._places.values():
            if name in names:
                names.remove(name)
        self._places.setdefault(area or "no area", []).append(name)

    def _condition(self, event: o.ConditionBegan | o.ConditionEnded | s.AddCondition) -> None:
        """A condition begins, or ends: that one of a wound keeps somebody down no longer, too."""
        key = (event.who, event.condition)
        if not isinstance(event, o.ConditionEnded):
            self._bars[key] = event.bars
            self._tell(event)
            return
        bars, one = self._bars.pop(key, ""), self._state.combatants[event.who]
        silent = (*self._words.terms("untold"), *self._words.terms("passing"))
        if event.condition in silent or one.standing != "in" or is_craft(one):
            return
        if not event.source:
            told = self._words.condition(event.who, event.condition, event.about)
            said = f"{one.name} was no longer {told}."
            if any(who == event.who for who, _ in self._restored):
                self._woken.append(said)
            else:
                self._add(said)
        elif bars in _DOWN and not any(each.bars in _DOWN for each in one.conditions):
            self._add(f"{self._words.on_feet(event.who, 'was')}.")

    def _is_tried(self, event: o.Acted) -> bool:
        """Has the save for it told already that it was done?"""
        saver, one = self._tried.get(event.what), self._state.combatants[event.who]
        return saver is not None and (saver == one.id or saver in one.crew)

    def _end_rest(self) -> None:
        if not self._resters:
            return
        self._end_blow()
        restored = [
            f"{self._words.name(who)} {score} {self._words.amount(score, was)}"
            f" → {self._words.amount(score, now)}"
            for (who, score), (was, now) in self._restored.items()
        ]
        numbers = f" ({', '.join(restored)})" if restored else ""
        self._sentences.append(f"{joined(list(dict.fromkeys(self._resters)))} rested{numbers}.")
        self._sentences += self._woken
        self._resters, self._restored, self._woken = [], {}, []

    def _end_groups(self) -> None:
        for (side, late), names in self._arrivals.items():
            to = side_words(side)
            told = f"{joined(names)} joined {to}." if late else f"{capital(to)}: {joined(names)}."
            self._sentences.append(told)
        places = [f"{', '.join(names)} in {area}" for area, names in self._places.items() if names]
        if places:
            self._sentences.append(f"{'; '.join(places)}.")
        self._sentences += self._asides
        self._arrivals, self._asides, self._places = {}, [], {}
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
        if blow is None:
            return
        self._end_groups()
        target = self._words.name(blow.to)
        pool = self._pool(blow)
        opening = (
            self._onslaught(pool, target) if pool else f"{target} was struck{self._striker(blow)}"
        )
        if not blow.dealt:
            armor = f"{blow.rolled} against {blow.armor} armor" if blow.armor else str(blow.rolled)
            self._sentences.append(f"{opening}, and nothing got through ({armor}).")
            return
        best = possessive(self._words.name(blow.by))
        told = f"; {best} {blow.weapon} told" if len(pool) > 1 else ""
        where = f" to the {blow.place}" if blow.place else ""
        armor = f" through {blow.armor} armor" if blow.armor else ""
        if aboard := self._aboard(blow):
            details = "; ".join([aboard, *([", ".join(changes)] if changes else [])])
            self._sentences.append(f"{target}: {blow.dealt} damage{armor} ({details}).")
            return
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
        """“ by a falling rock”: what struck somebody whom nobody rolled damage against."""
        if blow.by and blow.weapon:
            return f" by {possessive(self._words.name(blow.by))} {blow.weapon}"
        if blow.why:
            return f" by {blow.why}"
        return f" by {self._words.name(blow.by)}" if blow.by else ""

    def _aboard(self, blow: o.DamageDealt) -> str:
        """“Fighter: the controls explode”, where it is a craft that has brought it."""
        what, bracket, craft = blow.why.removesuffix(")").partition(" (")
        names = [one.name for one in self._state.combatants.values() if is_craft(one)]
        return f"{craft}: {what}" if bracket and craft in names and not blow.by else ""

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
