"""Random actions: what a random player declares in a round."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from combatlog.simulation.choices import RandomChoices
from events.types import declarations as d
from events.types.sheets import Wound
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant


def choose_action(choices: RandomChoices, ready: Sequence[Combatant]) -> TurnAction:
    """Return an action, mostly of a combatant who is ready and mostly an attack."""
    by = (
        choices.random.choice(ready)
        if ready and choices.random.random() < 0.95
        else choices.choose_combatant()
    )
    state = choices.state
    between = state.round and not state.side_to_act and not state.phase
    verb = choices.choose_verb(
        "peace" if between else "craft" if choices.is_craft(by) else "combat"
    )
    rng = choices.random
    instead, overrule = rng.random() < 0.06, choices.perhaps_overrule()
    match verb:
        case "move":
            phase = choices.choose(choices.lexicon.phases) if rng.random() < 0.2 else ""
            distance = rng.randint(0, 45) if "distance" in choices.state.game.words else 0
            return d.Move(by.id, distance, _choose_area(choices), instead, overrule, phase)
        case "aid" | "treat":
            target = _choose_wounded(choices) or choices.choose_combatant()
            wound = _choose_wound(rng, target)
            if verb == "treat":
                return d.Treat(by.id, target.id, wound, instead, overrule)
            return d.Aid(by.id, target.id, instead, overrule, wound)
        case "retreat":
            versus = (
                choices.choose_foe(by).id if choices.has("versus") and rng.random() < 0.5 else ""
            )
            to = rng.choice(["the gate", "the gate", "the gate", ""])
            return d.Retreat(by.id, to, instead, overrule, versus)
        case "disengage":
            return d.Disengage(by.id, instead, overrule)
        case "manoeuvre":
            return _choose_manoeuvre(choices, by, instead, overrule)
        case "special" | "do":
            return _choose_risky_action(choices, by, verb, instead, overrule)
        case _:
            return _choose_attack(choices, by, instead, overrule)


def _choose_attack(choices: RandomChoices, by: Combatant, instead: bool, overrule: str) -> d.Attack:
    rng = choices.random
    target = choices.choose_foe(by)
    weapons = [weapon.name for weapon in by.weapons]
    if not weapons or rng.random() < 0.03:
        weapons = list(choices.lexicon.weapons)
    chosen = rng.sample(weapons, 2 if len(weapons) > 1 and rng.random() < 0.15 else 1)
    blast = any("blast" in weapon.tags for weapon in by.weapons if weapon.name in chosen)
    area = choices.choose_others(target, 2) if blast or rng.random() < 0.05 else []
    own = rng.random() < 0.1
    aims = [_choose_aim(choices, target, own), *(_choose_aim(choices, each, own) for each in area)]
    return d.Attack(
        by.id,
        tuple(aims),
        tuple(chosen) if rng.random() < 0.97 else ("d8",),
        choices.perhaps("from above", 0.15),
        choices.perhaps("in the dark", 0.15),
        choices.choose(choices.lexicon.bands) if rng.random() < 0.3 else "",
        rng.random() < 0.05,
        blast and rng.random() < 0.3,
        instead,
        overrule,
        choices.perhaps("braced", 0.1) if choices.has("odds") else "",
        choices.perhaps("overwhelmed", 0.1) if choices.has("odds") else "",
        _choose_risk(choices, by, target) if choices.has("risk") and rng.random() < 0.2 else None,
    )


def _choose_aim(choices: RandomChoices, target: Combatant, own: bool) -> d.Aim:
    if not own:
        return d.Aim(target.id)
    ward = choices.perhaps("warded", 0.3) if choices.has("odds") else ""
    bane = choices.perhaps("its bane", 0.3) if choices.has("odds") else ""
    return d.Aim(
        target.id,
        choices.perhaps("off guard", 0.3),
        choices.perhaps("behind a wall", 0.3),
        ward,
        bane,
    )


def _choose_risk(choices: RandomChoices, by: Combatant, target: Combatant) -> d.Risk:
    save = choices.choose(choices.list_rollable(by))
    failed = choices.random.choice(("", "exposed", "lost"))
    enhanced, impaired = choices.perhaps("nimble", 0.2), choices.perhaps("mud", 0.2)
    return d.Risk(save, target.id, enhanced, impaired, "enhanced", failed)  # type: ignore[arg-type]


def _choose_risky_action(
    choices: RandomChoices, by: Combatant, verb: str, instead: bool, overrule: str
) -> d.Act | d.Special:
    rng = choices.random
    save = choices.choose(choices.list_rollable(by)) if rng.random() < 0.8 else ""
    target = rng.choice((5, 10, 15, 20)) if save and choices.has("target") else None
    versus = (
        choices.choose_foe(by).id if save and choices.has("versus") and rng.random() < 0.4 else ""
    )
    modified = bool(save) and choices.has("modified saves")
    enhanced = choices.perhaps("a good rope", 0.2) if modified else ""
    impaired = choices.perhaps("rain", 0.2) if modified else ""
    kind = d.Special if verb == "special" else d.Act
    what = "speaks a word" if verb == "special" else "climbs"
    target = None if versus else target
    return kind(by.id, what, save, instead, overrule, versus, target, enhanced, impaired)


def _choose_manoeuvre(
    choices: RandomChoices, by: Combatant, instead: bool, overrule: str
) -> d.Manoeuvre:
    rng = choices.random
    what = choices.choose(choices.lexicon.manoeuvres)
    weapon = choices.choose([weapon.name for weapon in by.weapons]) if rng.random() < 0.4 else ""
    target = choices.choose_foe(by).id if rng.random() < 0.5 else ""
    choice = "fire" if rng.random() < 0.2 else ""
    return d.Manoeuvre(by.id, what, target, choice, weapon, instead, overrule)


def _choose_area(choices: RandomChoices) -> str:
    areas = list(choices.state.areas)
    return choices.choose(areas) if areas and choices.random.random() < 0.8 else ""


def _choose_wounded(choices: RandomChoices) -> Combatant | None:
    waiting = [one for one in choices.list_present() if any(wound.awaits for wound in one.wounds)]
    return choices.random.choice(waiting) if waiting else None


def _choose_wound(rng: Random, one: Combatant) -> str:
    waiting: list[Wound] = [wound for wound in one.wounds if wound.awaits]
    return rng.choice(waiting).label if waiting and rng.random() < 0.5 else ""
