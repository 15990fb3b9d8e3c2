"""Putting things in words: names, lists, time, the game's own terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from events.types.declarations import Aim, Attack
from events.types.dice_notation import written
from events.types.game import Game
from events.types.outcomes import Ground
from events.types.rolls import Asked
from events.types.sheets import Weapon, Wound
from projections.state.fight_state import Combatant, FightState

_PURPOSES = {"death": "death check"}
"""The purposes of dice that are called otherwise than they are stored."""

_THINGS = frozenset(
    (
        *("arm", "head", "leg", "limb", "rib", "skull", "torso"),
        *("blow", "damage", "fracture", "pack", "scar", "wound"),
    )
)
"""Last words of conditions that somebody has."""

ON_FEET = "on their feet again"
"""What somebody is whom nothing keeps from acting any more."""

_DEEDS = {"act": "action", "treat": "treatment", "disengage": "disengagement"}
"""The nouns for declarations that are called otherwise than by their kind."""


class Words:
    """What a fight calls everybody and everything, as of one state."""

    def __init__(self, state: FightState) -> None:
        self.state = state

    def name(self, id: str) -> str:
        """A combatant's name, in the fight or left out; the id itself where nobody has it."""
        one = self.state.combatants.get(id)
        return one.name if one else self.state.absent.get(id, id) or "nobody"

    def names(self, ids: Sequence[str]) -> str:
        """“Ada, Ben and Cho”."""
        return joined([self.name(id) for id in ids])

    def on_feet(self, who: str, verb: str) -> str:
        """“Sam is on their feet again”; of craft, that it can act again."""
        again = "able to act again" if is_craft(self.state.combatants.get(who)) else ON_FEET
        return f"{self.name(who)} {verb} {again}"

    def condition(self, who: str, name: str, about: str) -> str:
        """A condition of somebody with what it is about: “exposed (Troll)”."""
        return condition_words(self.state, self.state.combatants.get(who), name, about)

    def term(self, key: str, default: str = "") -> str:
        """The game's word for something; where it has none, this one, or the thing's own."""
        return self.state.game.words.get(key, default or key)

    def deed(self, kind: str) -> str:
        """The game's noun for a kind of declaration: “attack”, “stabilization”."""
        return self.term(kind, _DEEDS.get(kind, kind))

    def purpose(self, purpose: str) -> str:
        """What a die is thrown for, in the game's words: “critical”, “Direct Damage”."""
        return self.term(purpose, purpose_words(purpose))

    def terms(self, key: str) -> list[str]:
        """The game's list of things, as its words have it with commas between."""
        return [each.strip() for each in self.state.game.words.get(key, "").split(",")]

    def aims(self, targets: Sequence[Aim]) -> str:
        """The targets of an attack, each with the modifiers that hold against it alone."""
        return joined([self._aim(aim) for aim in targets])

    def _aim(self, aim: Aim) -> str:
        only = (self.modifiers(aim.enhanced, aim.impaired) + self.odds(aim)).removeprefix(", ")
        return f"{self.name(aim.target)} ({only})" if only else self.name(aim.target)

    def far(self, distance: int) -> str:
        """“ 30 ft”; nothing for a distance that was not measured."""
        return f" {distance} {self.term('distance')}" if distance else ""

    def amount(self, score: str, number: int) -> str:
        """What a score stands at: “7”, or “d8” where the game has a die for it."""
        return amount(self.state.game, score, number)

    def modifiers(self, enhanced: str, impaired: str) -> str:
        """“, impaired: behind the crates”, or nothing."""
        said = (("enhanced", enhanced), ("impaired", impaired))
        return "".join(f", {self.term(kind)}: {why}" for kind, why in said if why)

    def odds(self, of: Aim | Attack) -> str:
        """“, save impaired: fire”: what holds for the target's save against the harm, or its
        defence where the game has that instead."""
        said = (("enhanced", of.ward), ("impaired", of.bane))
        save = self.term("defence", self.term("save"))
        return "".join(f", {save} {self.term(kind)}: {why}" for kind, why in said if why)

    def grounds(self, grounds: Sequence[Ground]) -> str:
        """“, impaired: in the dark, enhanced: from above”, or nothing."""
        return "".join(f", {self.term(each.modifier)}: {each.why}" for each in grounds)

    def time(self, moments: int) -> str:
        """So much of the fight's clock: “3 min 20 s”, or “2 watches” where the game counts
        those."""
        unit = self.state.game.words.get("clock")
        if unit is None:
            return duration(moments)
        return f"{moments} {unit if moments == 1 else self.term('clocks')}"


def amount(game: Game, score: str, number: int) -> str:
    """What a score stands at, as the game writes it: a number, or its die (`dice` among the
    game's words names the scores that have one)."""
    if score not in game.words.get("dice", "").split(", "):
        return plus_minus(number)
    return f"d{number}" if number else "zero"


def concern(state: FightState, one: Combatant, about: str) -> str:
    """What a condition of somebody is about: a weapon of theirs, or a combatant's name."""
    if any(weapon.name == about for weapon in one.weapons):
        return about
    other = state.combatants.get(about)
    return other.name if other is not None else about


def conditions_words(state: FightState, one: Combatant) -> list[str]:
    """What somebody is in, each once, with what it is about; of checks that count, how many:
    “exposed (Troll)”, “death checks 2 failed, 1 passed”."""
    check = purpose_words("death")
    names = [each.name for each in one.conditions]
    told = [
        condition_words(state, one, each.name, each.about)
        for each in one.conditions
        if not each.name.startswith(f"{check} ")
    ]
    counts = [(result, names.count(f"{check} {result}")) for result in ("failed", "passed")]
    made = ", ".join(f"{count} {result}" for result, count in counts if count)
    return [*dict.fromkeys(told), *([f"{check}s {made}"] if made else [])]


def condition_words(state: FightState, one: Combatant | None, name: str, about: str) -> str:
    """A condition with what it is about: “exposed (Troll)”."""
    return f"{name} ({concern(state, one, about)})" if about and one is not None else name


def weapon_words(weapon: Weapon) -> str:
    """Describe a weapon with its dice and tags: “club d8 blast”."""
    return " ".join([weapon.name, weapon.dice, *weapon.tags]).strip()


def crew_words(state: FightState, one: Combatant) -> list[str]:
    """Name everybody aboard a craft, with their posts: “Ada (pilot)”."""
    name = Words(state).name
    return [f"{name(id)} ({post})" if post else name(id) for id, post in one.crew.items()]


def is_thing(condition: str) -> bool:
    """Is it something that somebody has, rather than is? “fractured arm”, “critical damage”."""
    return condition.split()[-1:] != [] and condition.split()[-1].casefold() in _THINGS


def is_craft(one: Combatant | None) -> bool:
    """Does it carry a crew?"""
    return one is not None and one.scale not in ("individual", "detachment")


def purpose_words(purpose: str) -> str:
    """What a die is thrown for: “scar place”, “death check”."""
    return _PURPOSES.get(purpose, purpose.replace("-", " "))


def asked_words(asks: Sequence[Asked], words: Words) -> list[str]:
    """Dice that are awaited, equal ones together: “Tor 2d20 (melee)”."""
    groups = groupby(asks, lambda asked: (asked.by, asked.die, asked.purpose, asked.root))
    return [
        f"{words.name(by)} {written((die,) * len([*equal]))} ({words.purpose(purpose)})"
        for (by, die, purpose, _), equal in groups
    ]


def plus_minus(text: object) -> str:
    """A number, or dice in notation, with the one minus that everything here is written with:
    “−4”, “d20−2”."""
    return str(text).replace("-", "−")


def signed(number: int) -> str:
    """“+2”, “−1”."""
    return plus_minus(f"{number:+d}")


def because(why: str) -> str:
    """“: a fall”, or nothing."""
    return f": {why}" if why else ""


def wound_words(wound: Wound, called: str, joint: str = ", ") -> str:
    """A wound by what it is called, with what its text adds to that: “fractured leg”, “bleeding
    from the torso”, “deafened, deaf until extraordinary aid”."""
    if wound.text in ("", wound.name, f"a {wound.name}", f"an {wound.name}"):
        return called
    if wound.text.startswith(f"{wound.name} "):
        return f"{called} {wound.text.removeprefix(wound.name).strip()}"
    return f"{called}{joint}{wound.text}"


def wound_line(wound: Wound, state: FightState) -> str:
    """A wound as it stands: “fractured leg: tended; awaits a splint, 50 min left”."""
    left = ""
    if wound.due:
        left = f", {Words(state).time(max(0, wound.due - state.clock))} left"
    waits = f"; awaits {wound.awaits}" if wound.awaits else ""
    seen_to = next((how for how in ("tended", "healed") if wound.text.startswith(how)), "")
    told = f"{wound.label}: {seen_to}" if seen_to else wound_words(wound, wound.label, ": ")
    return f"{told}{waits}{left}"


def side_words(side: str) -> str:
    """“the party”, “the foes”; a side with a name of its own keeps it."""
    return f"the {side}" if side.islower() and not side.startswith("the ") else side


def possessive(name: str) -> str:
    """“Ada's”, “the foes'”."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def joined(words: Sequence[str], last: str = "and") -> str:
    """“a, b and c”."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def capital(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]


def duration(seconds: int) -> str:
    """“1 h”, “50 s”, “3 min 20 s”: the two largest units that are not 0."""
    parts = []
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"


def turn_words(state: FightState) -> str:
    """Where the fight stands: “round 2 · the party's turn”, “no rounds yet”, “over”."""
    if state.ended:
        return "over"
    if not state.round:
        return "no rounds yet"
    if state.phase:
        return f"round {state.round} · {state.phase}"
    if not state.order:
        return f"round {state.round} · played"
    if not state.side_to_act:
        return f"round {state.round} · all turns done"
    return f"round {state.round} · {possessive(side_words(state.side_to_act))} turn"


def plain(text: str) -> Callable[[Any, Words], str]:
    """A phrase with `{who}` (a combatant) and any field of the event, plus its reason."""

    def said(event: Any, w: Words) -> str:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        for name in ("who", "by", "target", "dead", "to", "was", "now", "member"):
            if isinstance(fields.get(name), str):
                fields[name] = w.name(fields[name])
        reason = because(fields.get("why", "")) if "{why}" not in text else ""
        return text.format(**fields) + reason

    return said
