"""Attacks: all on one target in one sentence, then the result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from events.types import outcomes as o
from events.types.outcomes import Ground
from events.types.unions import AnyEvent
from projections.narrative.blow_results import find_outcome, join_faces, tell_result
from projections.narrative.context import Context
from projections.narrative.dice_notes import note_attack, note_blow, note_check, note_struck
from projections.narrative.modifiers import GroundPhrases
from projections.narrative.passage import BeatDraft
from projections.narrative.weapon_manners import NAMELESS, Manners, choose_manner_key
from projections.text.outcome_phrases import is_down
from projections.text.prose import Prose


def _is_of_weapon(ground: Ground, weapon: str) -> bool:
    """Return whether an attack has a ground by its weapon alone, which its sentence names."""
    return ground.why in (weapon, *weapon.split(" and "))


class AttackTeller:
    """Collects attacks by target, and tells each blow once its numbers are known."""

    def __init__(self, context: Context, manners: Manners) -> None:
        self._context = context
        self._manners = manners
        self._grounds = GroundPhrases(context)
        self._pools: dict[str, list[o.AttackRolled]] = {}
        self._landed: list[o.AttackRolled] = []
        self._defences: dict[tuple[int, str], Prose] = {}
        self._known_attacks: set[tuple[int, str]] = set()
        self._told_grounds: dict[tuple[int, str], set[Ground]] = {}
        self._blow: o.DamageDealt | None = None
        self._save: tuple[Prose, ...] = ()
        self._changes: list[o.ScoreChanged | o.MaximumChanged] = []
        self._counts: dict[str, Prose] = {}
        self._boards: set[tuple[str, str]] = set()
        self._standing: set[tuple[str, int]] = set()
        self._struck: set[tuple[str, str]] = set()

    def count(self, by: str, dice: Prose) -> None:
        """Keep the die for how many a blast reaches; it stands with the first attack of the
        blast."""
        self._counts[by] = dice

    def attack(self, event: o.AttackRolled) -> None:
        """Keep an attack until its result is known."""
        self._pools.setdefault(event.target, []).append(event)
        if not is_down(self._context.state, event.by):
            self._standing.add((event.by, event.attack))
        self._struck.discard((event.target, event.by))

    def deal(self, event: o.DamageDealt, *dice: Prose) -> None:
        """Begin the result: the losses follow. `dice` are of a save against it."""
        self._blow, self._save = event, dice
        if event.by != event.to:
            self._struck.add((event.by, event.to))

    def takes(self, event: AnyEvent) -> bool:
        """Add a loss to the blow that is being told. Return whether the event is one."""
        if not isinstance(event, o.ScoreChanged | o.MaximumChanged):
            return False
        if self._blow is None or self._blow.to != event.who:
            return False
        self._changes.append(event)
        return True

    def defend(self, event: o.CheckRolled) -> None:
        """Tell of an attack that was warded off. One that lands is told with its damage."""
        context = self._context
        pool = self._pools.pop(event.who, [])
        if not event.passed:
            self._landed += pool
            for each in pool:
                self._defences[(each.attack, each.target)] = note_check(context, event)
            return
        target = context.name(event.who)
        if not pool:
            context.tell(context.say("defence.unrolled", target=target), note_check(context, event))
            return
        draft = context.page.begin(event.who, pool[0].by, pool[0].weapon)
        self._tell_onslaught(draft, pool)
        draft.tell(context.say("defence.passed", target=target, throw=str(event.faces)))
        draft.show(note_check(context, event))

    def settle(self) -> None:
        """Tell the blow whose losses are complete."""
        blow, self._blow = self._blow, None
        changes, self._changes = self._changes, []
        if blow is None:
            return
        context = self._context
        pool = self._take_pool(blow)
        draft = self._find_draft(blow, pool)
        if pool:
            self._tell_onslaught(draft, pool)
        else:
            draft.tell(context.say("glue.end", attack=self._describe_strike(draft, blow)))
        draft.outcome = find_outcome(context, blow, pool, changes)
        may_be_retold = bool(changes) or not blow.armor or draft.outcome == "saved"
        for sentence in tell_result(context, self._manners, blow, pool, changes):
            draft.tell(sentence, meanwhile=may_be_retold)
        draft.bare = bool(pool) and not changes and not blow.armor
        draft.show(self._defences.pop((blow.attack, blow.to), ()), *self._save)
        thrown = blow.rolled in {self._find_shown_value(each) for each in pool}
        is_after_dice = bool(draft.dice)
        draft.show(*note_blow(context, blow, thrown))
        draft.show(*note_struck(context, blow, changes, is_after_dice))

    def _find_shown_value(self, roll: o.AttackRolled) -> int:
        """Return what the small print shows of a roll: its value, or the best face where the value
        would tell a hidden bonus."""
        return roll.value if self._context.sees(roll.by) else max(roll.faces, default=0)

    def end(self) -> None:
        """Tell the attacks that have no result yet, and start empty for the next passage."""
        self.settle()
        for target, pool in self._pools.items():
            draft = self._context.page.begin(target, pool[0].by, pool[0].weapon)
            self._tell_onslaught(draft, pool, "glue.so-far")
        self._pools, self._landed, self._known_attacks = {}, [], set()
        self._told_grounds = {}
        self._counts, self._boards, self._standing, self._struck = {}, set(), set(), set()

    def _strikes_back(self, roll: o.AttackRolled) -> bool:
        """Return whether an attacker was on their feet when they rolled, and is down now, or was
        struck by their target in the same moment."""
        upright = (roll.by, roll.attack) in self._standing
        is_struck = (roll.target, roll.by) in self._struck
        return upright and (is_struck or is_down(self._context.state, roll.by))

    def _take_pool(self, blow: o.DamageDealt) -> list[o.AttackRolled]:
        """Return the attacks behind a blow: the one that was defended against, or all on the
        target."""
        for attack in self._landed:
            if (attack.attack, attack.target) == (blow.attack, blow.to):
                self._landed.remove(attack)
                return [attack]
        return self._pools.pop(blow.to, [])

    def _find_draft(self, blow: o.DamageDealt, pool: Sequence[o.AttackRolled]) -> BeatDraft:
        """Return the beat of a blow: a new one, or that of the contest which led to it."""
        draft = self._find_beat(blow, pool)
        draft.why = blow.why
        return draft

    def _find_beat(self, blow: o.DamageDealt, pool: Sequence[o.AttackRolled]) -> BeatDraft:
        page = self._context.page
        if blow.by and not pool:
            contest = page.last(
                lambda each: (each.about, each.by, each.weapon) == (blow.to, blow.by, "")
            )
            if contest is not None:
                contest.weapon = blow.weapon
                return contest
        return page.begin(blow.to, blow.by, blow.weapon)

    def _tell_onslaught(
        self, draft: BeatDraft, pool: Sequence[o.AttackRolled], end: str = "glue.end"
    ) -> None:
        """Tell “Ada fired the rifle at Wolf; Ben jabbed with the knife, though in the dark.”"""
        context = self._context
        said: Prose = ()
        known_grounds: set[Ground] = set()
        before: list[o.AttackRolled] = []
        for (weapon, grounds), equal in groupby(pool, lambda each: (each.weapon, each.grounds)):
            attacks = [*equal]
            bare = self._describe_attack(weapon, attacks, before)
            before = attacks
            if all(self._strikes_back(each) for each in attacks):
                bare = context.say("glue.meanwhile", attack=bare)
            said_by_name = [each for each in grounds if _is_of_weapon(each, weapon)]
            told = self._told_grounds.setdefault((attacks[0].attack, weapon), set())
            clause = self._grounds.add_to(bare, grounds, {*known_grounds, *told, *said_by_name})
            known_grounds.update(grounds)
            told.update(grounds)
            if said:
                glue = "glue.heavy" if known_grounds else "glue.plain"
                said = context.say(glue, first=said, next=clause)
            else:
                said = clause
        draft.tell(context.say(end, attack=said))
        self._known_attacks |= {(each.attack, each.weapon) for each in pool}
        for each in pool:
            draft.show(self._counts.pop(each.by, ()))
            known = [
                ground
                for ground in each.grounds
                if self._grounds.is_in_story(ground) and not _is_of_weapon(ground, each.weapon)
            ]
            draft.show(note_attack(context, each, known))

    def _describe_attack(
        self, weapon: str, attacks: Sequence[o.AttackRolled], before: Sequence[o.AttackRolled]
    ) -> Prose:
        """Return the clause for the attacks with one weapon. It has other words if other attacks
        stand before it in the sentence, or if the same attack was told already with another
        target."""
        context, first = self._context, attacks[0]
        if {each.by for each in attacks} == {first.target}:
            return self._tell_own("attack", first.by, weapon)
        if self._is_more(attacks, before):
            return self._tell_own("more", first.by, weapon)
        known = all((each.attack, each.weapon) in self._known_attacks for each in attacks)
        table = "also" if before else "again" if known else "attack"
        manner = self._manners.find(first.by, weapon)
        several = len({each.by for each in attacks})
        known_grounds = context.say(
            choose_manner_key(context, table, manner),
            throw=join_faces(attacks),
            who=context.names(each.by for each in attacks),
            whose=context.whose(first.by),
            target=context.name(first.target),
            weapon=self._manners.name_weapon(weapon, several > 1),
            thing=weapon,
        )
        return (
            context.say("glue.often", attack=known_grounds)
            if several < len(attacks)
            else known_grounds
        )

    def _is_more(self, attacks: Sequence[o.AttackRolled], before: Sequence[o.AttackRolled]) -> bool:
        """Return whether it is another weapon of the attacker who has just struck."""
        hands = {each.by for each in (*before, *attacks)}
        first = attacks[0]
        other = bool(before) and before[0].weapon != first.weapon
        return (
            other and len(hands) == 1 and self._manners.find(first.by, first.weapon) not in NAMELESS
        )

    def _tell_own(self, what: str, who: str, weapon: str) -> Prose:
        """Return the clause on an attack of a combatant on itself."""
        context = self._context
        bare = self._manners.find(who, weapon) in NAMELESS
        key = "own.bare" if bare else f"own.{what}"
        values = {"who": context.name(who), "whose": context.whose(who)}
        return context.say(key, **values, weapon=self._manners.name_weapon(weapon), thing=weapon)

    def _describe_strike(self, draft: BeatDraft, blow: o.DamageDealt) -> Prose:
        """Return the clause on a blow without an attack roll, by what is known of it."""
        context = self._context
        target, place = context.name(blow.to), blow.place
        at = "-place" if place else ""
        if blow.by and blow.weapon and blow.by == blow.to and not place:
            return self._tell_own("strike", blow.by, blow.weapon)
        if blow.by and blow.weapon:
            return context.say(
                choose_manner_key(context, "strike", self._manners.find(blow.by, blow.weapon)),
                who=context.name(blow.by),
                whose=context.whose(blow.by),
                weapon=self._manners.name_weapon(blow.weapon),
                thing=blow.weapon,
                spot=self._name_spot(blow),
            )
        if aboard := self._find_accident(blow):
            return self._describe_accident(draft, blow.to, *aboard)
        if blow.why:
            return context.say(f"strike.nobody{at}", target=target, place=place, why=blow.why)
        if blow.by:
            return context.say(
                f"strike.by{at}", target=target, place=place, who=context.name(blow.by)
            )
        return context.say(f"strike.unknown{at}", target=target, place=place)

    def _describe_accident(self, draft: BeatDraft, to: str, what: str, craft: str) -> Prose:
        """Return the clause on somebody aboard a craft to whom an accident happens. Where that was
        told just before, it stands in full where the beat is alone."""
        context = self._context
        full: dict[str, Prose | str] = {
            "craft": context.name(craft),
            "target": context.name(to),
            "why": what,
        }
        is_first = (what, craft) not in self._boards
        self._boards.add((what, craft))
        known = context.page.last(lambda each: each.about == craft and each.effect == what)
        if is_first and known is None:
            return context.say("strike.aboard", **full)
        alone = context.say("strike.aboard" if is_first else "strike.aboard-alone", **full)
        if not draft.story:
            draft.stand_alone(context.say("glue.end", attack=alone))
        return context.say(f"strike.aboard-{'known' if is_first else 'too'}", **full)

    def _name_spot(self, blow: o.DamageDealt) -> Prose:
        """Return “Ogre” or “Ogre's legs”."""
        context = self._context
        if not blow.place:
            return context.name(blow.to)
        return context.say("place.of", targets=context.whose(blow.to), place=blow.place)

    def _find_accident(self, blow: o.DamageDealt) -> tuple[str, str] | None:
        """Return an accident and the craft it happens on (“the controls explode”, id), or None."""
        what, bracket, name = blow.why.removesuffix(")").rpartition(" (")
        for one in self._context.state.combatants.values() if bracket and not blow.by else ():
            if one.name == name and self._context.craft(one.id):
                return what, one.id
        return None
