"""What the referee can rule: about one combatant, and about the fight as a whole.

Rulings are offered by their verb, with what the game has. Nearly all of them are free, so none is
tried before its blanks are filled in, but for those that have none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import get_args

from msgspec.structs import replace

from events.types import declarations as d, statements as s
from events.types.base import get_tag
from events.types.sheets import Weapon
from events.types.unions import Declaration
from projections.state.fight_state import Combatant, FightState
from projections.text.words import Words, describe_wound, is_craft
from rulesets.common.conditions import DEPRIVED
from rulesets.common.scene import list_present
from rulesets.common.statements import (
    LARGEST,
    MOST_SKILL,
    MOST_TARGET,
    TEN_YEARS,
    TRAIT_VALUES,
)
from rulesets.core.registry import load_ruleset
from rulesets.options.option import Blank, Choice, Option, find_obstacles, make_option

WHY = Blank("why", "text", "because")
"""The reason of a ruling."""

_DICE_MODES = ("digital", "typed", "mixed")


def list_rulings_about(state: FightState, one: Combatant) -> list[Option]:
    """Return what the referee can rule about a combatant: a save, harm, a number, a condition, and
    what else is on the sheet."""
    return [*_Rulings(state, one).iterate()]


def list_fight_rulings(state: FightState) -> list[Option]:
    """Return what the referee can rule about the fight: whose turn is resolved, the next round,
    time, rest, the battlefield, who throws the dice, and its end. What is barred has its
    obstacles."""
    return [*_list_fight_rulings(state)]


class _Rulings:
    """The rulings about one combatant."""

    def __init__(self, state: FightState, one: Combatant) -> None:
        self._state, self._one = state, one
        self._rules = load_ruleset(state.game.rules)
        self._lexicon = self._rules.lexicon(state.game)
        self._has = self._lexicon.has
        self._words = Words(state)

    def iterate(self) -> Iterator[Option]:
        """Yield the rulings."""
        one = self._one.id
        yield self._offer(d.CallSave((one,), ""), *self._list_save_blanks())
        yield self._offer_harm()
        if "morale" in self._has:
            changed = self._list_modifiers() if "modified saves" in self._has else ()
            yield self._offer(d.CallMorale((one,)), WHY, *changed)
        yield self._offer(s.SetScore(one, ""), *self._list_score_blanks())
        known = tuple(map(Choice, (*self._lexicon.known, *self._lexicon.felled)))
        which = Blank("condition", "choice", "which", known, needed=True, open=True)
        yield self._offer(s.AddCondition(one, ""), which, WHY)
        if self._one.conditions:
            ends = tuple(Choice(each.name, note=each.about) for each in self._one.conditions)
            which = Blank("condition", "choice", "which", ends, needed=True)
            yield self._offer(s.EndCondition(one, ""), which, WHY)
        waiting = [wound for wound in self._one.wounds if wound.awaits]
        if waiting:
            wounds = tuple(Choice(each.label, describe_wound(each, each.label)) for each in waiting)
            yield self._offer(
                d.Recover(one, ""), Blank("wound", "choice", "which wound", wounds, True)
            )
        yield from self._list_standing()
        yield self._offer(
            s.Arm(one, Weapon("", "")), Blank("weapon", "weapon", "with", needed=True), WHY
        )
        if self._one.weapons:
            names = tuple(Choice(each.name) for each in self._one.weapons)
            yield self._offer(s.Disarm(one, ""), Blank("weapon", "choice", "of", names, True), WHY)
        yield from self._list_sheet()

    def _offer(self, declared: Declaration, *blanks: Blank) -> Option:
        """Return a ruling whose blanks are not tried."""
        field = "dead" if isinstance(declared, d.TakeOver) else "who"
        return _offer(self._state, declared, (field,), *blanks)

    def _list_save_blanks(self) -> Iterator[Blank]:
        rollable = self._rules.rollable(self._state, self._one)
        yield Blank("score", "choice", "on", tuple(map(Choice, rollable)), needed=True)
        if "target" in self._has:
            yield Blank("target", "number", "against", least=0, most=MOST_TARGET)
        if "versus" in self._has:
            yield Blank("versus", "combatants", "versus", self._list_others())
        if "opposing" in self._has:
            yield Blank("opposing", "choice", "who rolls on", open=True)
        if "modified saves" in self._has:
            yield from self._list_modifiers()
        yield WHY

    def _list_modifiers(self) -> Iterator[Blank]:
        for field in ("enhanced", "impaired"):
            yield Blank(field, "reason", self._words.term(field))

    def _offer_harm(self) -> Option:
        """Return harm outside an attack: of an amount, or of a step where the game counts none."""
        harm = d.Harm((self._one.id,), "")
        if "amount" not in self._has:
            return _offer(self._state, harm, ("who", "amount"), WHY)
        blanks = [Blank("amount", "dice", "how much", needed=True)]
        if "direct" in self._has:
            rollable = self._rules.rollable(self._state, self._one)
            blanks.append(Blank("direct", "choice", "straight from", tuple(map(Choice, rollable))))
        if self._lexicon.places:
            places = tuple(map(Choice, self._lexicon.places))
            blanks.append(Blank("place", "choice", "at", places))
        return self._offer(harm, *blanks, WHY)

    def _list_score_blanks(self) -> Iterator[Blank]:
        scores = tuple(
            Choice(score, note=f"{now} of {self._one.maxima.get(score, now)}")
            for score, now in self._one.scores.items()
        )
        yield Blank("score", "choice", "which", scores, needed=True)
        ranges = self._lexicon.ranges
        least = min((ranges.get(each, (0, 0))[0] for each in self._one.scores), default=0)
        yield Blank("now", "number", "now", needed=True, least=least, most=LARGEST)
        yield Blank("maximum", "number", "at most", least=least, most=LARGEST)
        yield WHY

    def _list_standing(self) -> Iterator[Option]:
        one = self._one
        if one.standing == "dead":
            yield self._offer(s.Revive(one.id), WHY)
            if one.kind == "pc":
                heirs = Blank("to", "combatants", "as", self._list_others(), needed=True)
                yield self._offer(d.TakeOver(one.id, ""), heirs)
            return
        if one.standing == "gone":
            yield self._offer(s.Return(one.id), WHY)
        else:
            yield self._offer(s.Remove(one.id), WHY)
        yield self._offer(s.Kill(one.id), WHY)

    def _list_sheet(self) -> Iterator[Option]:
        one = self._one.id
        for trait in get_args(s.Trait):
            if trait not in self._lexicon.traits:
                continue
            values = self._state.sides if trait == "side" else TRAIT_VALUES.get(trait, ())
            stated = s.SetTrait(one, trait, "")
            tried = tuple(self._try_trait(replace(stated, value=value)) for value in values)
            is_open = trait not in TRAIT_VALUES
            value = Blank("value", "choice", trait, tried, needed=True, open=is_open)
            yield make_option(stated, trait, ("who", "trait"), (value, WHY))
        if "skills" in self._has:
            skills = [
                each
                for each in self._rules.rollable(self._state, self._one)
                if each not in self._one.scores
            ]
            which = Blank("skill", "choice", "which", tuple(map(Choice, skills)), True, open=True)
            now = Blank("now", "number", "now", needed=True, least=-MOST_SKILL, most=MOST_SKILL)
            yield self._offer(s.SetSkill(one, "", 0), which, now, WHY)
        if self._state.areas:
            areas = tuple(map(Choice, self._state.areas))
            yield self._offer(s.Place(one, ""), Blank("area", "area", "in", areas, True), WHY)
        if "crew" in self._has and is_craft(self._one):
            yield from self._list_crew_rulings()
        if "engagement" in self._has:
            others = self._list_others()
            with_whom = Blank("opponents", "combatants", "with", others, several=True)
            yield self._offer(s.Engage(one), with_whom, WHY)
        if "packs" in self._has:
            full = Blank("full", "switch", "a full pack")
            yield self._offer(d.Burden(one, False), full)
        yield self._offer(s.Rename(one, ""), Blank("name", "text", "to", needed=True), WHY)
        player = Blank("player", "text", "to")
        yield self._offer(s.HandOver(one), player, Blank("side", "choice", "side", open=True), WHY)

    def _list_crew_rulings(self) -> Iterator[Option]:
        """Yield who goes aboard at which post, if there is anybody."""
        everybody = self._state.combatants
        people = [each for each in self._list_others() if not is_craft(everybody[each.value])]
        if people:
            aboard = Blank("member", "combatants", "who", tuple(people), needed=True)
            posts = tuple(map(Choice, self._lexicon.posts))
            post = Blank("post", "choice", "as", posts, open=True)
            ashore = Blank("ashore", "switch", "ashore")
            yield self._offer(s.Crew(self._one.id, ""), aboard, post, ashore)

    def _try_trait(self, stated: s.SetTrait) -> Choice:
        obstacles = find_obstacles(self._state, stated)
        return Choice(stated.value, obstacles=obstacles, barred=bool(obstacles))

    def _list_others(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(other.id, other.name)
            for other in self._state.combatants.values()
            if other is not self._one and other.standing == "in"
        )


def _offer(
    state: FightState, declared: Declaration, given: tuple[str, ...], *blanks: Blank
) -> Option:
    """Return the option of a declaration, tried where it has no blank that is needed."""
    tag = get_tag(declared)
    lexicon = load_ruleset(state.game.rules).lexicon(state.game)
    obstacles = () if any(blank.needed for blank in blanks) else find_obstacles(state, declared)
    return make_option(declared, lexicon.called.get(tag, tag), given, blanks, obstacles)


def _list_opening_blanks(state: FightState, has: Collection[str]) -> Iterator[Blank]:
    """Yield who surprises whom, and whom the players' people save against to act first."""
    named = (Choice("ambush"), Choice("ambushed"))
    if "versus" not in has:
        yield Blank("waived", "choice", "opening", (Choice("", "saves"), *named), default=("",))
    else:
        yield Blank("waived", "choice", "opening", named)
        foes = tuple(
            Choice(one.id, one.name) for one in list_present(state) if one.side not in state.players
        )
        yield Blank("versus", "combatants", "they save against", foes)
    yield WHY


def _list_fight_rulings(state: FightState) -> Iterator[Option]:
    rules = load_ruleset(state.game.rules)
    lexicon = rules.lexicon(state.game)
    has = lexicon.has
    yield _offer(state, d.Resolve(), ())
    if "one by one" in has:
        for one in state.combatants.values():
            if state.pending_of(one.id):
                yield _offer(state, d.Resolve(who=one.id), ("who",))
    is_first = "opening" in has and not state.round
    yield _offer(state, d.BeginRound(), (), *(_list_opening_blanks(state, has) if is_first else ()))
    if "minutes" in has:
        seconds = Blank("seconds", "number", "seconds", needed=True, least=1, most=TEN_YEARS)
        yield _offer(state, d.PassTime(0), (), seconds, WHY)
    deprived = DEPRIVED if DEPRIVED in lexicon.known else ""
    people = tuple(
        Choice(
            one.id,
            one.name,
            f"{deprived}: gets nothing back" if one.has(deprived) else "",
            one.side,
        )
        for one in state.combatants.values()
        if one.standing == "in"
    )
    long = (Blank("extended", "switch", "a long one"),) if "extended" in has else ()
    yield _offer(
        state, d.Rest(), (), Blank("who", "combatants", "who", people, several=True), *long
    )
    modes = tuple(Choice(each) for each in _DICE_MODES if each != state.dice)
    yield _offer(state, d.ChooseDice("digital"), (), Blank("dice", "choice", "dice", modes, True))
    near = tuple(map(Choice, state.areas))
    beside = Blank("adjacent", "area", "next to", near, several=True, open=True)
    yield _offer(state, d.Area(""), (), Blank("name", "text", "which", needed=True), beside)
    yield _offer(state, d.EndFight(), (), WHY)
