"""Preparation of declarations: names become ids, defaults are filled in (ALL-04).

What the game does not have is refused. The game's lexicon is here, too.
"""

from __future__ import annotations

import msgspec

from events.errors import Refused
from events.types import declarations as d, statements as s
from events.types.base import Game
from events.types.names import pick
from events.types.sheets import Condition
from events.types.statements import Stated
from events.types.unions import Declaration, Statement
from projections.state.fight_state import Combatant
from rulesets.common.definition import cached_per_game
from rulesets.common.effects import read_amount
from rulesets.common.preparation import (
    list_missing_verbs,
    list_traits,
    resolve_declaration,
)
from rulesets.common.statements import MOST_TARGET
from rulesets.common.weapons import choose_only_weapon
from rulesets.core.ruleset import Lexicon
from rulesets.paraverse.definition import STAMINA, definition
from rulesets.paraverse.planning import MELEE_BAND
from rulesets.paraverse.recovery import list_treatable
from rulesets.paraverse.scene import (
    BEYOND_MEDICINE,
    BLEEDING,
    CLAUSES,
    DEATH_FAILED,
    DEATH_PASSED,
    DYING,
    PHASES,
    PLANNING,
    UNCONSCIOUS,
    Scene,
    endurance_of,
    find_incapacity,
    is_bleeding,
    is_dying,
    is_ranged,
)
from rulesets.paraverse.sheets import (
    LEAST_STAMINA,
    check_weapon,
    list_line_fields,
    list_ranges,
    name_skill,
    prepare_sheet,
)
from rulesets.paraverse.skills import list_rollable

replace = msgspec.structs.replace

HAS = frozenset(
    (
        *("treat", "disengage", "target", "modified saves", "versus", "opposing", "phase", "place"),
        *("odds", "band", "amount", "camp", "extended", "engagement", "skills", "shield"),
    )
)
"""The features of `rulesets.common.preparation` that the game has."""


def prepare_declaration(scene: Scene, declared: Declaration) -> Declaration:
    """Return the declaration ready to be checked; raise `Refused` if it names what does not
    exist."""
    named = resolve_declaration(scene.state, declared, CLAUSES, HAS, LEAST_STAMINA)
    if isinstance(named, Stated):
        return _prepare_statement(scene, named)
    match named:
        case d.Join():
            return d.Join(prepare_sheet(scene, named.sheet))
        case d.Attack():
            return _prepare_attack(scene, named)
        case d.Move():
            return _prepare_move(scene, named)
        case d.Act() | d.Special():
            return _prepare_action(scene, named)
        case d.CallSave():
            return _prepare_call(scene, named)
        case d.Aid() if named.wound:
            return replace(named, wound=_find_bleeding(scene.one(named.target), named.wound))
        case d.Treat() if named.wound:
            one = scene.one(named.target)
            labels = [wound.label for wound in list_treatable(one)]
            what = f"wound of {one.name} that can be treated"
            return replace(named, wound=pick(named.wound, labels, what))
        case d.Recover():
            one = scene.one(named.who)
            labels = [wound.label for wound in one.wounds]
            return replace(named, wound=pick(named.wound, labels, f"wound of {one.name}"))
        case d.Harm():
            return _prepare_harm(scene, named)
        case d.Retreat() if named.versus:
            raise Refused("Nobody rolls against a retreat in Paraverse; leave that out.")
    return named


def _prepare_statement(scene: Scene, stated: Statement) -> Statement:
    """Return the statement with the names that the rules use."""
    one = scene.one(stated.who)
    match stated:
        case s.Arm():
            check_weapon(stated.weapon)
        case s.SetScore():
            _refuse_score(one, stated)
            return replace(stated, was=one.scores[stated.score])
        case s.Engage() if stated.opponents:
            _refuse_incapacitated([one, *map(scene.one, stated.opponents)])
        case s.SetSkill():
            return replace(stated, skill=name_skill(scene.rules, stated.skill))
        case s.AddCondition():
            known = scene.normalize_condition(Condition(stated.condition, stated.bars))
            _refuse_dying(one, known.name)
            if scene.state.game.version > 1:
                _refuse_short_lived(one, known.name)
            return replace(stated, condition=known.name, bars=known.bars)
        case s.EndCondition():
            _refuse_dying(one, stated.condition)
    return stated


def _refuse_score(one: Combatant, stated: s.SetScore) -> None:
    """Raise `Refused` if a statement sets a computed number or a negative one (PV-01)."""
    numbers = [number for number in (stated.now, stated.maximum) if number is not None]
    if stated.score == STAMINA:
        most = endurance_of(one)
        if any(number > most for number in numbers) or stated.maximum not in (None, most):
            raise Refused(
                f"{one.name}'s Stamina is at most {most} (Endurance), which follows from CON.",
                clause="PV-01",
            )
    elif any(number < 0 for number in numbers):
        raise Refused(f"{stated.score} can be 0 or more, not {min(numbers)}.")


def _refuse_incapacitated(ones: list[Combatant]) -> None:
    """Raise `Refused` if one of these is absent or unconscious, and cannot be engaged (PV-16)."""
    for one in ones:
        if out := find_incapacity(one):
            raise Refused(f"{out}, and engaged with nobody.", clause="PV-16")


def _refuse_dying(one: Combatant, condition: str) -> None:
    if condition == DYING:
        raise Refused(
            f"Whoever is unconscious and bleeding is dying; state one of these of {one.name}.",
            clause="PV-17",
        )


def _refuse_short_lived(one: Combatant, condition: str) -> None:
    """Raise `Refused` for a condition that would end at once: for want of bleeding, or of dying."""
    state = ""
    if condition == BEYOND_MEDICINE and not is_bleeding(one):
        state = "bleeding"
    elif condition in (DEATH_FAILED, DEATH_PASSED) and not is_dying(one):
        state = "dying"
    if state:
        raise Refused(f"{one.name} is not {state}, so {condition} means nothing.", clause="PV-19")


def _prepare_attack(scene: Scene, attack: d.Attack) -> d.Attack:
    by = scene.one(attack.by)
    if len(attack.targets) > 1 or attack.count:
        raise Refused(f"{by.name} attacks one opponent at a time.", clause="PV-04")
    if len(attack.weapons) > 1:
        raise Refused(f"{by.name} attacks with one weapon at a time.", clause="PV-04")
    weapon = (
        _find_weapon(scene, by, attack.weapons[0])
        if attack.weapons
        else choose_only_weapon(by, scene.rules.unarmed)
    )
    band = attack.band and pick(attack.band, (MELEE_BAND,), "distance")
    carried = scene.find_weapon(by, weapon)
    if band and carried is not None and "marksman" in carried.tags:
        raise Refused(f"{by.name} cannot fight hand to hand with a {weapon}.", clause="PV-06")
    if carried is not None and not is_ranged(carried):
        band = ""
    return replace(attack, weapons=(weapon,), band=band)


def _find_weapon(scene: Scene, by: Combatant, text: str) -> str:
    names = [*(weapon.name for weapon in by.weapons), scene.rules.unarmed]
    return pick(text, names, f"weapon of {by.name}")


def _prepare_move(scene: Scene, move: d.Move) -> d.Move:
    name = scene.one(move.by).name
    if move.distance:
        raise Refused(f"{name} moves from area to area; say where to.", clause="PV-04")
    if scene.state.areas:
        if not move.to:
            raise Refused(f"Say which area {name} moves to.", clause="PV-04")
        move = replace(move, to=pick(move.to, scene.state.areas, "area"))
    if move.phase:
        return replace(move, phase=pick(move.phase, (PLANNING, *PHASES), "phase"))
    return move


def _prepare_action(scene: Scene, action: d.Act | d.Special) -> d.Act | d.Special:
    """Return an action with the rules' name for its check."""
    if not action.save:
        if action.target is not None or action.versus or action.opposing:
            raise Refused("Say what is rolled, like: do kit check Acrobatics 10 climbs.")
        return action
    one = scene.one(action.by)
    verb = "magic" if isinstance(action, d.Special) else "do"
    _refuse_target(action, f"{verb} {one.id} check {action.save} 15 {action.what}")
    return replace(
        action, save=_find_rollable(scene, one, action.save), opposing=_find_opposing(scene, action)
    )


def _prepare_call(scene: Scene, call: d.CallSave) -> d.CallSave:
    """Return a check that the referee calls for, with the rules' names."""
    _refuse_target(call, f"check {call.who[0]} {call.score} 15")
    scores = [_find_rollable(scene, scene.one(who), call.score) for who in call.who]
    if call.versus in call.who:
        raise Refused("Nobody opposes themselves.")
    return replace(call, score=scores[0], opposing=_find_opposing(scene, call))


def _find_opposing(scene: Scene, said: d.Act | d.Special | d.CallSave) -> str:
    """Return what the opponent rolls on; empty if it is the same."""
    if not said.opposing:
        return ""
    if not said.versus:
        raise Refused(f"Say who rolls {said.opposing} against it, like: versus orc.")
    return _find_rollable(scene, scene.one(said.versus), said.opposing)


def _refuse_target(said: d.Act | d.Special | d.CallSave, like: str) -> None:
    """Raise `Refused` unless a check has either a target or an opponent (PV-02)."""
    if said.target is None and not said.versus:
        raise Refused(f"Say what the check is against, like: {like}", clause="PV-02")
    if said.target is not None and said.versus:
        raise Refused("A check is against a number or against somebody, not both.", clause="PV-02")
    if said.target is not None and not 0 <= said.target <= MOST_TARGET:
        raise Refused(f"A check is against 0 to {MOST_TARGET}, not {said.target}.", clause="PV-02")


def _find_rollable(scene: Scene, one: Combatant, text: str) -> str:
    try:
        return pick(text, list_rollable(scene, one), "skill or stat")
    except Refused as refused:
        hint = str(refused).rstrip(".")
        raise Refused(f"{hint}; or state it first, like: skill {one.id} {text} 2.") from None


def _find_bleeding(one: Combatant, text: str) -> str:
    """Return the label of the bleeding wound.

    Bleeding that the referee stated has no wound, and is named by the condition.
    """
    labels = [each.source or BLEEDING for each in one.conditions if each.name == BLEEDING]
    return pick(text, labels, f"bleeding wound of {one.name}")


def _prepare_harm(scene: Scene, harm: d.Harm) -> d.Harm:
    amount = read_amount(harm.amount, "1d6 or 12")
    if harm.direct:
        raise Refused("Paraverse knows no direct harm; set the score instead.")
    place = harm.place and pick(harm.place, scene.rules.places, "place on the body")
    return replace(harm, amount=amount, place=place)


@cached_per_game
def build_lexicon(game: Game) -> Lexicon:
    """Return the game's vocabulary: stats, skills, creatures, places, phases and its own words."""
    rules = definition(game)
    return Lexicon(
        fields=list_line_fields(rules),
        needed=0,
        weapons=(rules.unarmed,),
        bands=(MELEE_BAND,),
        creatures=tuple(rules.creatures),
        called={
            "special": game.words.get("special", "magic"),
            "rest": "watch",
            "aid": "stabilize",
            "save": "check",
        },
        lacks=list_missing_verbs(HAS),
        has=HAS,
        traits=list_traits(HAS),
        places=rules.places,
        phases=(PLANNING, *PHASES),
        felled=(UNCONSCIOUS,),
        ranges=list_ranges(rules),
    )
