"""What a combatant can do in its turn: attack, move, aid and so on, with what and on whom.

Every choice is tried against the rules, so an answer takes some tenths of a millisecond for each
combatant and weapon there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from events.types import declarations as d
from events.types.base import get_tag
from events.types.unions import TurnAction
from projections.queries.visibility import Audience
from projections.state.fight_state import Combatant, FightState
from projections.text.words import Words, describe_wound, is_craft
from rulesets.common.scene import explain_absence
from rulesets.common.statements import LARGEST, MOST_TARGET
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Manoeuvring
from rulesets.options.foes import list_foes, list_weapons
from rulesets.options.option import (
    Blank,
    Choice,
    Clash,
    Cross,
    Obstacle,
    Option,
    find_obstacles,
    intersect,
    make_option,
    subtract,
)

_ANY_DICE = "d6"
"""Dice for what lies at hand, to try an attack with."""

_ANYWHERE, _ANYTHING = "somewhere safe", "acts"
"""Words to try a retreat and any other action with."""


def list_turn_options(
    state: FightState, one: Combatant, audience: Audience = "referee"
) -> list[Option]:
    """Return what a combatant can do in its turn, in the order of the game's help. What the game
    does not have is left out; what is barred has its obstacles, as an audience may read them."""
    return [*_TurnOptions(state, one, audience).iterate()]


def _aim(attack: d.Attack, target: str, *weapons: str) -> d.Attack:
    """Return the same attack on another target, with other weapons."""
    return replace(attack, targets=(d.Aim(target),), weapons=weapons)


class _TurnOptions:
    """The options of one combatant."""

    def __init__(self, state: FightState, one: Combatant, audience: Audience) -> None:
        self._state, self._one, self._audience = state, one, audience
        self._rules = load_ruleset(state.game.rules)
        self._lexicon = self._rules.lexicon(state.game)
        self._has = self._lexicon.has
        self._words = Words(state)
        self._foes = [each.id for each in list_foes(state, one, self._lexicon)]

    def iterate(self) -> Iterator[Option]:
        """Yield the options."""
        one = self._one.id
        yield self._offer_attack()
        yield self._offer_move()
        yield self._offer_care(d.Aid(one, ""))
        if "treat" in self._has:
            yield self._offer_care(d.Treat(one, ""))
        for each in self._rules.list_manoeuvres(self._state, self._one):
            yield self._offer_manoeuvre(each)
        if "disengage" in self._has:
            yield self._offer(d.Disengage(one))
        yield self._offer(d.Retreat(one, _ANYWHERE), *self._list_retreat_blanks())
        yield self._offer(d.Special(one, _ANYTHING), *self._list_deed_blanks())
        yield self._offer(d.Act(one, _ANYTHING), *self._list_deed_blanks())

    def _offer(self, action: TurnAction, *blanks: Blank, about: str = "") -> Option:
        """Return an option whose blanks are not tried."""
        said = self._replace_if_needed(action)
        obstacles = self._try(said)
        return self._make_option(said, blanks, obstacles, about=about)

    def _make_option(
        self,
        action: TurnAction,
        blanks: Sequence[Blank],
        obstacles: tuple[Obstacle, ...],
        clashes: Sequence[Clash] = (),
        about: str = "",
    ) -> Option:
        tag = get_tag(action)
        given = ["by", *(("what",) if about else ()), *(("instead",) if action.instead else ())]
        name = about or self._lexicon.called.get(tag, tag)
        return make_option(action, name, given, blanks, obstacles, clashes)

    def _try(self, action: TurnAction) -> tuple[Obstacle, ...]:
        return find_obstacles(self._state, action, self._audience)

    def _replace_if_needed(self, action: TurnAction) -> TurnAction:
        """Return the action, in place of what is declared already where that alone bars it."""
        if not self._state.pending_of(self._one.id):
            return action
        barred = self._try(action)
        instead = replace(action, instead=True)
        if not barred or not self._state.replaced_by(instead):
            return action
        left = self._try(instead)
        return instead if len(left) < len(barred) else action

    def _offer_attack(self) -> Option:
        """Return the option of an attack, tried with each weapon on each of the others."""
        names = [*dict.fromkeys(name for name, _ in list_weapons(self._one, self._lexicon))]
        tried = names or [_ANY_DICE]
        targets = self._list_others()
        first = d.Attack(self._one.id, tuple(map(d.Aim, targets[:1])), tuple(tried[:1]))
        attack = self._replace_if_needed(first) if targets else first
        assert isinstance(attack, d.Attack)
        if not targets:
            nobody = Obstacle(f"There is nobody whom {self._one.name} could attack")
            return self._make_option(attack, (), (nobody,))
        cross = Cross(
            ("weapons", tried),
            ("targets", targets),
            lambda weapon, target: self._try(_aim(attack, target, weapon)),
        )
        unarmed = subtract(self._try(_aim(attack, targets[0])), cross.every)
        several = "several" in self._has
        aims = Blank(
            "targets",
            "aims",
            "whom",
            self._choose_all(targets, cross),
            needed=True,
            several=several,
        )
        weapons = Blank(
            "weapons",
            "weapons",
            "with",
            self._choose_weapons(names, cross),
            needed=bool(subtract(unarmed, cross.of_second[targets[0]])),
            several=several,
            open="bare dice" in self._has,
            default=self._recall_weapons(names),
        )
        blanks = (aims, weapons, *self._list_attack_blanks())
        return self._make_option(attack, blanks, cross.every, cross.clashes)

    def _list_attack_blanks(self) -> Iterator[Blank]:
        if self._lexicon.bands:
            bands = tuple(map(Choice, self._lexicon.bands))
            yield Blank("band", "choice", "at", bands)
        yield from self._list_modifiers()
        if "odds" in self._has:
            yield Blank("ward", "reason", self._words.term("ward", "ward"))
            yield Blank("bane", "reason", self._words.term("bane", "bane"))
        if "risk" in self._has:
            yield Blank("risk", "risk", self._words.term("save"), self._list_rollable(self._one))
        if "keep" in self._has:
            yield Blank("keep", "switch", "keep the weapon's own dice")
        if any("blast" in weapon.tags for weapon in self._one.weapons):
            yield Blank("count", "switch", "roll how many of them it reaches")

    def _list_modifiers(self) -> Iterator[Blank]:
        for field in ("enhanced", "impaired"):
            yield Blank(field, "reason", self._words.term(field))

    def _offer_move(self) -> Option:
        """Return the option of a move, tried to each area where the battlefield has some."""
        move = d.Move(self._one.id)
        areas = [area for area in self._state.areas if area != self._one.area]
        said = self._replace_if_needed(replace(move, to="".join(areas[:1])))
        barred = {area: self._try(replace(said, to=area)) for area in areas or [""]}
        every = intersect(barred.values())
        left = {area: subtract(barred[area], every) for area in areas}
        tried = tuple(Choice(area, obstacles=left[area], barred=bool(left[area])) for area in areas)
        blanks = [Blank("to", "area", "to", tried, needed=bool(areas), open=not areas)]
        if "measured" in self._has:
            blanks.append(Blank("distance", "number", "how far", least=0, most=LARGEST))
        if self._lexicon.phases:
            phases = tuple(map(Choice, self._lexicon.phases))
            blanks.append(Blank("phase", "choice", "during", phases))
        return self._make_option(said, blanks, every)

    def _offer_care(self, care: d.Aid | d.Treat) -> Option:
        """Return the option of aid or treatment, tried on everybody else."""
        others = self._list_others()
        if not others:
            nobody = Obstacle(f"There is nobody whom {self._one.name} could help")
            return self._make_option(care, (), (nobody,))
        said = self._replace_if_needed(replace(care, target=others[0]))
        barred = {target: self._try(replace(said, target=target)) for target in others}
        every = intersect(barred.values())
        tried = [self._choose(target, subtract(barred[target], every)) for target in others]
        ranked = sorted(tried, key=lambda each: (each.barred, each.group != "friends"))
        wounds = tuple(
            Choice(
                wound.label,
                describe_wound(wound, wound.label),
                group=self._state.combatants[target].name,
            )
            for target in others
            if not barred[target]
            for wound in self._state.combatants[target].wounds
        )
        whom = Blank("target", "combatants", "whom", tuple(ranked), needed=True)
        which = (Blank("wound", "choice", "which wound", wounds),) if wounds else ()
        return self._make_option(said, (whom, *which), every)

    def _offer_manoeuvre(self, shape: Manoeuvring) -> Option:
        """Return the option of a manoeuvre, tried with each weapon and target."""
        one = self._one
        weapons = [weapon.name for weapon in one.weapons] if shape.weapon else [""]
        targets = self._list_others() if shape.target else [""]
        if not (weapons and targets):
            lacking = f"{one.name} has no {'target' if weapons else 'weapon'} for that"
            return self._make_option(
                d.Manoeuvre(one.id, shape.name), (), (Obstacle(lacking),), about=shape.name
            )
        first = d.Manoeuvre(one.id, shape.name, targets[0], weapon=weapons[0])
        said = self._replace_if_needed(first)
        cross = Cross(
            ("weapon", weapons),
            ("target", targets),
            lambda weapon, target: self._try(replace(said, weapon=weapon, target=target)),
        )
        blanks = []
        if shape.target:
            whom = self._choose_all(targets, cross)
            blanks.append(Blank("target", "combatants", "on", whom, needed=shape.target == "must"))
        if shape.weapon:
            guns = self._choose_weapons(weapons, cross)
            blanks.append(Blank("weapon", "choice", "with", guns, needed=True))
        if shape.choices:
            choices = tuple(Choice(each) for each in shape.choices)
            blanks.append(Blank("choice", "choice", "for", choices))
        return self._make_option(said, blanks, cross.every, cross.clashes, about=shape.name)

    def _list_retreat_blanks(self) -> Iterator[Blank]:
        yield Blank("to", "area", "to", needed=True, open=True)
        if "versus" in self._has and "phase" not in self._has:
            yield self._list_opponents()

    def _list_deed_blanks(self) -> Iterator[Blank]:
        yield Blank("what", "text", "what", needed=True)
        save = self._words.term("save", "save")
        yield Blank("save", "choice", save, self._list_rollable(self._one))
        if "target" in self._has:
            yield Blank("target", "number", "against", least=0, most=MOST_TARGET)
        if "versus" in self._has:
            yield self._list_opponents()
        if "opposing" in self._has:
            yield Blank("opposing", "choice", "who rolls on", open=True)
        if "modified saves" in self._has:
            yield from self._list_modifiers()

    def _list_opponents(self) -> Blank:
        present = [id for id in self._list_others() if self._state.combatants[id].standing == "in"]
        return Blank("versus", "combatants", "versus", tuple(self._choose(id) for id in present))

    def _list_rollable(self, one: Combatant) -> tuple[Choice, ...]:
        return tuple(map(Choice, self._rules.rollable(self._state, one)))

    def _list_others(self) -> list[str]:
        """Return the ids of everybody else: foes first, those who are down or gone last."""
        others = [id for id in self._state.combatants if id != self._one.id]
        groups = ("foes", "friends", "down", "gone")
        return sorted(others, key=lambda id: groups.index(self._find_group(id)))

    def _find_group(self, id: str) -> str:
        other = self._state.combatants[id]
        if other.standing != "in":
            return "gone"
        if other.find_felling(self._lexicon.felled):
            return "down"
        return "foes" if id in self._foes else "friends"

    def _choose(
        self, id: str, obstacles: tuple[Obstacle, ...] = (), is_barred: bool = False
    ) -> Choice:
        """Return the choice of a combatant."""
        other = self._state.combatants[id]
        note = explain_absence(other) and (other.how or "dead")
        note = note or other.find_felling(self._lexicon.felled)
        group = self._find_group(id)
        return Choice(id, other.name, note, group, obstacles, is_barred or bool(obstacles))

    def _choose_all(self, targets: Sequence[str], cross: Cross) -> tuple[Choice, ...]:
        """Return the choices of combatants who were tried with each weapon."""
        return tuple(
            self._choose(target, cross.of_second[target], target in cross.barred)
            for target in targets
        )

    def _choose_weapons(self, names: Sequence[str], cross: Cross) -> tuple[Choice, ...]:
        """Return the choices of weapons that were tried on each target."""
        notes = {each.name: " ".join((each.dice, *each.tags)) for each in self._one.weapons}
        return tuple(
            Choice(
                name,
                note=notes.get(name, ""),
                obstacles=cross.of_first[name],
                barred=name in cross.barred,
            )
            for name in names
        )

    def _recall_weapons(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the weapons attacked with last, else the only one. Gunners, and creatures that
        attack with everything, choose each time."""
        if self._one.each or is_craft(self._one):
            return ()
        last = self._state.wielded.get(self._one.id, ())
        if last and all(name in names for name in last):
            return last
        return tuple(names[:1])
