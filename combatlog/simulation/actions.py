"""What a random player declares on a turn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from combatlog.simulation.choices import RandomChoices
from events.types import declarations as d
from events.types.sheets import Wound
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant


def choose_action(table: RandomChoices, ready: Sequence[Combatant]) -> TurnAction:
    """Somebody does something, mostly one of those who are ready to; mostly they attack."""
    by = table.random.choice(ready) if ready and table.random.random() < 0.95 else table.somebody()
    state = table.state
    between = state.round and not state.side_to_act and not state.phase
    verb = table.verb("peace" if between else "craft" if table.is_craft(by) else "combat")
    rng = table.random
    instead, overrule = rng.random() < 0.06, table.insisting()
    match verb:
        case "move":
            phase = table.one_of(table.lexicon.phases) if rng.random() < 0.2 else ""
            distance = rng.randint(0, 45) if "distance" in table.state.game.words else 0
            return d.Move(by.id, distance, _choose_area(table), instead, overrule, phase)
        case "aid" | "treat":
            target = _choose_wounded(table) or table.somebody()
            wound = _choose_wound(rng, target)
            if verb == "treat":
                return d.Treat(by.id, target.id, wound, instead, overrule)
            return d.Aid(by.id, target.id, instead, overrule, wound)
        case "retreat":
            versus = table.foe_of(by).id if table.has("versus") and rng.random() < 0.5 else ""
            to = rng.choice(["the gate", "the gate", "the gate", ""])
            return d.Retreat(by.id, to, instead, overrule, versus)
        case "disengage":
            return d.Disengage(by.id, instead, overrule)
        case "manoeuvre":
            return _choose_manoeuvre(table, by, instead, overrule)
        case "special" | "do":
            return _choose_risky_action(table, by, verb, instead, overrule)
        case _:
            return _choose_attack(table, by, instead, overrule)


def _choose_attack(table: RandomChoices, by: Combatant, instead: bool, overrule: str) -> d.Attack:
    rng = table.random
    target = table.foe_of(by)
    weapons = [weapon.name for weapon in by.weapons]
    if not weapons or rng.random() < 0.03:
        weapons = list(table.lexicon.weapons)
    chosen = rng.sample(weapons, 2 if len(weapons) > 1 and rng.random() < 0.15 else 1)
    blast = any("blast" in weapon.tags for weapon in by.weapons if weapon.name in chosen)
    area = table.others(target, 2) if blast or rng.random() < 0.05 else []
    own = rng.random() < 0.1
    aims = [_choose_aim(table, target, own), *(_choose_aim(table, each, own) for each in area)]
    return d.Attack(
        by.id,
        tuple(aims),
        tuple(chosen) if rng.random() < 0.97 else ("d8",),
        table.reason("from above", 0.15),
        table.reason("in the dark", 0.15),
        table.one_of(table.lexicon.bands) if rng.random() < 0.3 else "",
        rng.random() < 0.05,
        blast and rng.random() < 0.3,
        instead,
        overrule,
        table.reason("braced", 0.1) if table.has("odds") else "",
        table.reason("overwhelmed", 0.1) if table.has("odds") else "",
        _choose_risk(table, by, target) if table.has("risk") and rng.random() < 0.2 else None,
    )


def _choose_aim(table: RandomChoices, target: Combatant, own: bool) -> d.Aim:
    if not own:
        return d.Aim(target.id)
    ward = table.reason("warded", 0.3) if table.has("odds") else ""
    bane = table.reason("its bane", 0.3) if table.has("odds") else ""
    return d.Aim(
        target.id, table.reason("off guard", 0.3), table.reason("behind a wall", 0.3), ward, bane
    )


def _choose_risk(table: RandomChoices, by: Combatant, target: Combatant) -> d.Risk:
    save = table.one_of(table.rollable(by))
    failed = table.random.choice(("", "exposed", "lost"))
    enhanced, impaired = table.reason("nimble", 0.2), table.reason("mud", 0.2)
    return d.Risk(save, target.id, enhanced, impaired, "enhanced", failed)  # type: ignore[arg-type]


def _choose_risky_action(
    table: RandomChoices, by: Combatant, verb: str, instead: bool, overrule: str
) -> d.Act | d.Special:
    rng = table.random
    save = table.one_of(table.rollable(by)) if rng.random() < 0.8 else ""
    target = rng.choice((5, 10, 15, 20)) if save and table.has("target") else None
    versus = table.foe_of(by).id if save and table.has("versus") and rng.random() < 0.4 else ""
    modified = bool(save) and table.has("modified saves")
    enhanced = table.reason("a good rope", 0.2) if modified else ""
    impaired = table.reason("rain", 0.2) if modified else ""
    kind = d.Special if verb == "special" else d.Act
    what = "speaks a word" if verb == "special" else "climbs"
    target = None if versus else target
    return kind(by.id, what, save, instead, overrule, versus, target, enhanced, impaired)


def _choose_manoeuvre(
    table: RandomChoices, by: Combatant, instead: bool, overrule: str
) -> d.Manoeuvre:
    rng = table.random
    what = table.one_of(table.lexicon.manoeuvres)
    weapon = table.one_of([weapon.name for weapon in by.weapons]) if rng.random() < 0.4 else ""
    target = table.foe_of(by).id if rng.random() < 0.5 else ""
    choice = "fire" if rng.random() < 0.2 else ""
    return d.Manoeuvre(by.id, what, target, choice, weapon, instead, overrule)


def _choose_area(table: RandomChoices) -> str:
    areas = list(table.state.areas)
    return table.one_of(areas) if areas and table.random.random() < 0.8 else ""


def _choose_wounded(table: RandomChoices) -> Combatant | None:
    waiting = [one for one in table.present() if any(wound.awaits for wound in one.wounds)]
    return table.random.choice(waiting) if waiting else None


def _choose_wound(rng: Random, one: Combatant) -> str:
    waiting: list[Wound] = [wound for wound in one.wounds if wound.awaits]
    return rng.choice(waiting).label if waiting and rng.random() < 0.5 else ""
