"""Random rulings: what a random referee declares, such as saves, harm, rest and statements."""

from __future__ import annotations

from collections.abc import Callable

from combatlog.simulation.choices import RandomChoices
from events.types import declarations as d, statements as s
from events.types.sheets import Weapon
from events.types.unions import Declaration

Ruling = Callable[[RandomChoices], Declaration]


def choose_ruling(choices: RandomChoices) -> Declaration:
    """Return a random declaration of the referee."""
    return RULINGS[choices.choose_verb("ruling")](choices)


def _call_save(t: RandomChoices) -> Declaration:
    one = t.choose_combatant()
    score = t.choose(t.list_rollable(one))
    versus = t.choose_foe(one).id if t.has("versus") and t.random.random() < 0.4 else ""
    target = t.random.choice((5, 10, 15)) if t.has("target") and not versus else None
    modified = t.has("modified saves")
    enhanced = t.perhaps("a warning", 0.2) if modified else ""
    impaired = t.perhaps("tired", 0.2) if modified else ""
    return d.CallSave((one.id,), score, "a ledge", "", versus, target, enhanced, impaired)


def _call_morale(t: RandomChoices) -> Declaration:
    modified = t.has("modified saves")
    enhanced = t.perhaps("a brave leader", 0.2) if modified else ""
    impaired = t.perhaps("hopeless", 0.2) if modified else ""
    return d.CallMorale((t.choose_combatant().id,), "the tide turns", enhanced, impaired)


def _deal_harm(t: RandomChoices) -> Declaration:
    one = t.choose_combatant()
    amount = t.random.choice(("d6", "2d8", "3", "14")) if t.has("amount") else ""
    direct = t.choose(t.list_rollable(one)) if t.random.random() < 0.4 else ""
    place = t.choose(t.lexicon.places) if t.random.random() < 0.7 else ""
    return d.Harm((one.id,), amount, "a fall", direct, place=place)


def _recover(t: RandomChoices) -> Declaration:
    waiting = [one for one in t.list_present() if any(wound.awaits for wound in one.wounds)]
    one = t.random.choice(waiting) if waiting else t.choose_combatant()
    return d.Recover(
        one.id, t.choose([w.label for w in one.wounds]) or "nothing", t.perhaps_overrule()
    )


def _take_over(t: RandomChoices) -> Declaration:
    every = t.state.combatants.values()
    dead = [one.id for one in every if one.standing == "dead" and one.kind == "pc"]
    heirs = [one.id for one in every if one.standing == "in" and one.kind != "npc"]
    anybody = t.choose_combatant().id
    return d.TakeOver(t.choose(dead) or anybody, t.choose(heirs) or anybody)


def _set_score(t: RandomChoices) -> Declaration:
    one = t.choose_combatant()
    score = t.choose(list(one.scores))
    now = t.random.choice((0, 1, 2, 4, 6, 8, 10, 12))
    if t.random.random() < 0.2:
        return s.SetScore(one.id, score, None, now or 4, "as I said")
    return s.SetScore(one.id, score, now, None, "as I said")


def _set_trait(t: RandomChoices) -> Declaration:
    one = t.choose_combatant()
    value: dict[str, tuple[str, ...]] = {
        "armor": ("0", "1", "2"),
        "shield": ("0", "1"),
        "side": (one.side, "third side"),
        "kind": (one.kind,),
        "scale": (one.scale,),
        "leader": ("yes", "no"),
        "each": ("yes", "no"),
        "critical": ("out", "dead"),
        "broken": ("routed", "weakened"),
        "morale": ("flees", "surrenders"),
        "nerve": ("enhanced", "impaired", "plain"),
    }
    trait = t.choose(t.lexicon.traits)
    return s.SetTrait(one.id, trait, t.random.choice(value[trait]), "as I said")  # type: ignore[arg-type]


def _set_skill(t: RandomChoices) -> Declaration:
    one = t.choose_combatant()
    skills = [each for each in t.list_rollable(one) if each not in one.scores]
    return s.SetSkill(one.id, t.choose(skills) or "Cooking", t.random.randint(-2, 6), "as I said")


def _add_condition(t: RandomChoices) -> Declaration:
    bars = t.random.choice(("", "", "moving", "all but crawling", "everything"))
    return s.AddCondition(t.choose_combatant().id, "dazed", bars, "sand")  # type: ignore[arg-type]


def _end_condition(t: RandomChoices) -> Declaration:
    ailing = [one for one in t.state.combatants.values() if one.conditions]
    one = t.random.choice(ailing) if ailing else t.choose_combatant()
    return s.EndCondition(one.id, t.choose([each.name for each in one.conditions]) or "nothing")


def _lay_out_area(t: RandomChoices) -> Declaration:
    names = ("gate", "yard", "tower")
    name = t.random.choice(names)
    others = [each for each in names if each != name]
    sight = (others[1],) if t.random.random() < 0.5 else ()
    return d.Area(name, (others[0],), sight)


def _engage(t: RandomChoices) -> Declaration:
    one = t.choose_combatant()
    return s.Engage(one.id, (t.choose_foe(one).id,) if t.random.random() < 0.5 else ())


def _change_crew(t: RandomChoices) -> Declaration:
    craft = [one for one in t.list_present() if t.is_craft(one)]
    ship = t.random.choice(craft) if craft else t.choose_combatant()
    post = t.random.choice(("pilot", "gunner", ""))
    return s.Crew(ship.id, t.choose_combatant().id, post, t.random.random() < 0.2)


def _pick_up(t: RandomChoices) -> Declaration:
    armed = [one for one in t.list_present() if one.weapons]
    weapon = t.random.choice(t.random.choice(armed).weapons) if armed else Weapon("stick", "d4")
    return s.Arm(t.choose_combatant().id, weapon, "picked up")


def _disarm(t: RandomChoices) -> Declaration:
    one = t.choose_combatant()
    return s.Disarm(one.id, t.choose([each.name for each in one.weapons]) or "nothing")


def _choose_absent(t: RandomChoices, standing: str) -> str:
    away = [one.id for one in t.state.combatants.values() if one.standing == standing]
    return t.choose(away) or t.choose_combatant().id


RULINGS: dict[str, Ruling] = {
    "save": _call_save,
    "morale": _call_morale,
    "harm": _deal_harm,
    "time": lambda t: d.PassTime(t.random.choice((10, 600, 3600, 40_000))),
    "rest": lambda t: d.Rest(extended=t.has("extended") and t.random.random() < 0.3),
    "camp": lambda t: d.Rest(extended=True),
    "recover": _recover,
    "pack": lambda t: d.Burden(t.choose_combatant().id, t.random.random() < 0.6),
    "takeover": _take_over,
    "set": _set_score,
    "trait": _set_trait,
    "skill": _set_skill,
    "condition": _add_condition,
    "clear": _end_condition,
    "area": _lay_out_area,
    "place": lambda t: s.Place(
        t.choose_combatant().id, t.choose(list(t.state.areas)), "he was there"
    ),
    "engage": _engage,
    "crew": _change_crew,
    "kill": lambda t: s.Kill(t.choose_combatant().id, "drowned"),
    "revive": lambda t: s.Revive(_choose_absent(t, "dead"), "not so dead"),
    "remove": lambda t: s.Remove(t.choose_combatant().id, "carried off"),
    "return": lambda t: s.Return(_choose_absent(t, "gone"), "back again"),
    "rename": lambda t: s.Rename(t.choose_combatant().id, "Somebody else"),
    "hand": lambda t: s.HandOver(
        t.choose_combatant().id, t.random.choice(("Eve", "")), why="a new player"
    ),
    "arm": _pick_up,
    "disarm": _disarm,
    "dice": lambda t: d.ChooseDice("typed" if t.state.dice == "digital" else "digital"),
}
"""By verb of the grammar; `trait` and `skill` stand for forms of `set`."""
