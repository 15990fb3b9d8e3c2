"""Words for everything but events: names, lists, conditions, time, the terms of a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from events.types.base import Game
from events.types.declarations import Aim, Attack
from events.types.names import join_words as join_words
from events.types.outcomes import Ground
from events.types.rolls import Asked, format_dice
from events.types.sheets import Weapon, Wound
from projections.state.fight_state import Combatant, FightState

_PURPOSES = {"death": "death check", "scar-place": "place of the scar"}
"""The purposes of dice whose words differ from how they are stored."""

_THINGS = frozenset(
    (
        *("arm", "head", "leg", "limb", "rib", "skull", "torso"),
        *("blow", "damage", "fracture", "pack", "scar", "wound"),
    )
)
"""The last words of conditions that a combatant has, rather than is."""

_ON_FEET = "on their feet again"
"""The words for a combatant whom no condition keeps from acting any more."""

_PREPOSITIONS = frozenset(
    (
        *(
            "above",
            "across",
            "after",
            "against",
            "along",
            "among",
            "around",
            "at",
            "away",
            "behind",
        ),
        *("below", "beneath", "beside", "between", "beyond", "by", "close", "down", "from", "in"),
        *("inside", "into", "near", "off", "on", "onto", "out", "outside", "over", "past", "round"),
        *("through", "to", "towards", "under", "up", "upon", "within"),
    )
)
"""The words that a place begins with if it says itself how one gets there."""

_DEEDS = {"act": "action", "treat": "treatment", "disengage": "disengagement"}
"""The nouns for declarations that differ from the name of their kind."""


class Words:
    """The names and terms of a fight, as of one state."""

    def __init__(self, state: FightState) -> None:
        self.state = state

    def name(self, id: str) -> str:
        """Return the name of a combatant, present or left out. Return an unknown id as it is."""
        one = self.state.combatants.get(id)
        return one.name if one else self.state.absent.get(id, id) or "nobody"

    def names(self, ids: Sequence[str]) -> str:
        """Return “Ada, Ben and Cho”."""
        return join_words([self.name(id) for id in ids])

    def on_feet(self, who: str, verb: str) -> str:
        """Return “Sam is on their feet again”; for craft, “… is able to act again”."""
        again = "able to act again" if is_craft(self.state.combatants.get(who)) else _ON_FEET
        return f"{self.name(who)} {verb} {again}"

    def condition(self, who: str, name: str, about: str) -> str:
        """Return a condition of a combatant with its subject: “exposed (Troll)”."""
        return describe_condition(self.state, self.state.combatants.get(who), name, about)

    def term(self, key: str, default: str = "") -> str:
        """Return the game's word for something; without one, `default` or the key itself."""
        return self.state.game.words.get(key, default or key)

    def deed(self, kind: str) -> str:
        """Return the game's noun for a kind of declaration: “attack”, “stabilization”."""
        return self.term(kind, _DEEDS.get(kind, kind))

    def purpose(self, purpose: str) -> str:
        """Return the purpose of a die in the game's words: “critical”, “Direct Damage”."""
        return self.term(purpose, describe_purpose(purpose))

    def terms(self, key: str) -> list[str]:
        """Return a list of the game's: it stands among the game's words with commas between."""
        return [each.strip() for each in self.state.game.words.get(key, "").split(",")]

    def aims(self, targets: Sequence[Aim]) -> str:
        """Return the targets of an attack, each with the modifiers for it alone."""
        return join_words([self._aim(aim) for aim in targets])

    def _aim(self, aim: Aim) -> str:
        only = (self.modifiers(aim.enhanced, aim.impaired) + self.odds(aim)).removeprefix(", ")
        return f"{self.name(aim.target)} ({only})" if only else self.name(aim.target)

    def far(self, distance: int) -> str:
        """Return “ 30 ft”; nothing for a distance that was not measured."""
        return f" {distance} {self.term('distance')}" if distance else ""

    def amount(self, score: str, number: int) -> str:
        """Return the value of a score: “7”, or “d8” if the game has a die for it."""
        return format_score(self.state.game, score, number)

    def modifiers(self, enhanced: str, impaired: str) -> str:
        """Return “, impaired: behind the crates”, or nothing."""
        said = (("enhanced", enhanced), ("impaired", impaired))
        return "".join(f", {self.term(kind)}: {why}" for kind, why in said if why)

    def odds(self, of: Aim | Attack) -> str:
        """Return “, save impaired: fire”: the modifiers of the target's save against the harm, or
        of its defence if the game has that instead."""
        said = (("enhanced", of.ward), ("impaired", of.bane))
        save = self.term("defence", self.term("save"))
        return "".join(f", {save} {self.term(kind)}: {why}" for kind, why in said if why)

    def grounds(self, grounds: Sequence[Ground]) -> str:
        """Return “, impaired: in the dark, enhanced: from above”, or nothing."""
        return "".join(f", {self.term(each.modifier)}: {each.why}" for each in grounds)

    def time(self, moments: int) -> str:
        """Return a time on the fight's clock: “3 min 20 s”, or “2 watches” if the game counts
        those."""
        unit = self.state.game.words.get("clock")
        if unit is None:
            return format_duration(moments)
        return f"{moments} {unit if moments == 1 else self.term('clocks')}"


def format_way(to: str) -> str:
    """Return “ to the ropes”, or a place as it was typed if it says the way: “ up the stairs”."""
    return f" {to}" if to.partition(" ")[0].casefold() in _PREPOSITIONS else f" to {to}"


def format_score(game: Game, score: str, number: int) -> str:
    """Return the value of a score as the game writes it: a number, or a die for the scores that the
    game's word `dice` lists."""
    if score not in game.words.get("dice", "").split(", "):
        return format_minus(number)
    return f"d{number}" if number else "zero"


def name_subject(state: FightState, one: Combatant, about: str) -> str:
    """Return the subject of a condition: a weapon of the combatant, or another combatant's name."""
    if any(weapon.name == about for weapon in one.weapons):
        return about
    other = state.combatants.get(about)
    return other.name if other is not None else about


def list_conditions(state: FightState, one: Combatant) -> list[str]:
    """Return the conditions of a combatant, each once, with its subject. Death checks are counted:
    “exposed (Troll)”, “death checks 2 failed, 1 passed”."""
    check = describe_purpose("death")
    names = [each.name for each in one.conditions]
    texts = [
        describe_condition(state, one, each.name, each.about)
        for each in one.conditions
        if not each.name.startswith(f"{check} ")
    ]
    counts = [(result, names.count(f"{check} {result}")) for result in ("failed", "passed")]
    made = ", ".join(f"{count} {result}" for result, count in counts if count)
    return [*dict.fromkeys(texts), *([f"{check}s {made}"] if made else [])]


def describe_condition(state: FightState, one: Combatant | None, name: str, about: str) -> str:
    """Return a condition with its subject: “exposed (Troll)”."""
    return f"{name} ({name_subject(state, one, about)})" if about and one is not None else name


def describe_weapon(weapon: Weapon) -> str:
    """Describe a weapon with its dice and tags: “club d8 blast”."""
    return " ".join([weapon.name, weapon.dice, *weapon.tags]).strip()


def list_crew(state: FightState, one: Combatant) -> list[str]:
    """Name everybody aboard a craft, with their posts: “Ada (pilot)”."""
    name = Words(state).name
    return [f"{name(id)} ({post})" if post else name(id) for id, post in one.crew.items()]


def is_thing(condition: str) -> bool:
    """Return whether a combatant has the condition rather than is in it: “fractured arm”, “critical
    damage”."""
    return condition.split()[-1:] != [] and condition.split()[-1].casefold() in _THINGS


def is_craft(one: Combatant | None) -> bool:
    """Return whether a combatant is a craft, which carries a crew."""
    return one is not None and one.scale not in ("individual", "detachment")


def describe_purpose(purpose: str) -> str:
    """Return the purpose of a die: “place of the scar”, “death check”."""
    return _PURPOSES.get(purpose, purpose.replace("-", " "))


def describe_asked_dice(asks: Sequence[Asked], words: Words) -> list[str]:
    """Return awaited dice, equal ones together: “Tor 2d20 (melee)”."""
    groups = groupby(asks, lambda asked: (asked.by, asked.die, asked.purpose, asked.root))
    return [
        f"{words.name(by)} {format_dice((die,) * len([*equal]))} ({words.purpose(purpose)})"
        for (by, die, purpose, _), equal in groups
    ]


def format_minus(text: object) -> str:
    """Return a number or dice in notation with a true minus sign: “−4”, “d20−2”."""
    return str(text).replace("-", "−")


def format_signed(number: int) -> str:
    """Return “+2” or “−1”."""
    return format_minus(f"{number:+d}")


def format_reason(why: str) -> str:
    """Return “: a fall”, or nothing without a reason."""
    return f": {why}" if why else ""


def describe_wound(wound: Wound, called: str, joint: str = ", ") -> str:
    """Return a wound by the name `called`, with what its text adds: “fractured leg”, “bleeding from
    the torso”, “deafened, deaf until extraordinary aid”."""
    if wound.text in ("", wound.name, f"a {wound.name}", f"an {wound.name}"):
        return called
    if wound.text.startswith(f"{wound.name} "):
        return f"{called} {wound.text.removeprefix(wound.name).strip()}"
    return f"{called}{joint}{wound.text}"


def describe_wound_state(wound: Wound, state: FightState) -> str:
    """Return the present state of a wound: “fractured leg: tended; awaits a splint, 50 min
    left”."""
    left = f", {describe_time_left(wound.due, state)}" if wound.due else ""
    waits = f"; awaits {wound.awaits}" if wound.awaits else ""
    seen_to = next((how for how in ("tended", "healed") if wound.text.startswith(how)), "")
    text = f"{wound.label}: {seen_to}" if seen_to else describe_wound(wound, wound.label, ": ")
    return f"{text}{waits}{left}"


def describe_time_left(due: int, state: FightState) -> str:
    """Return “50 min left” until a second of the fight's clock."""
    return f"{Words(state).time(max(0, due - state.clock))} left"


def describe_side(side: str) -> str:
    """Return “the party” or “the foes”; a side with a proper name keeps it."""
    return f"the {side}" if side.islower() and not side.startswith("the ") else side


def possessive(name: str) -> str:
    """Return “Ada's” or “the foes'”."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def capitalize(text: str) -> str:
    """Return text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def end_sentence(text: str) -> str:
    """Add a full stop, unless the text ends with a mark of its own."""
    return text if text[-1:] in (".", "?", "!", "…") else f"{text}."


def format_duration(seconds: int) -> str:
    """Return “1 h”, “50 s” or “3 min 20 s”: the two largest units that are not 0."""
    parts = []
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"


def describe_turn(state: FightState) -> str:
    """Return whose turn it is: “round 2 · the party's turn”, “no rounds yet”, “over”. Where a round
    has phases, all are over at its end, and the next one begins with planning."""
    if state.ended:
        return "over"
    if not state.round:
        return "no rounds yet"
    if state.phase:
        return f"round {state.round} · {state.phase}"
    if not state.order:
        done = " · all phases done; next is planning" if state.round_over else ""
        return f"round {state.round}{done}"
    if not state.side_to_act:
        return f"round {state.round} · all turns done"
    return f"round {state.round} · {possessive(describe_side(state.side_to_act))} turn"


def describe_seqs(first: int, last: int) -> str:
    """Return `#41–46`, or `#41`."""
    return f"#{first}–{last}" if last > first else f"#{first}"
