"""Handlers of events that change combatants."""

from __future__ import annotations

from typing import Any

import msgspec

from events.types import declarations as d, outcomes as o, statements as s
from events.types.log_events import Skipped
from events.types.sheets import Condition, Sheet
from projections.state.fight_state import Combatant, FightState, Handler, LastAttack


def _fold_moved(state: FightState, event: o.Moved, seq: int) -> None:
    one = state.combatants[event.who]
    one.last = {}
    if event.to in state.areas:
        one.area = event.to


def _fold_placed(state: FightState, event: s.Place, seq: int) -> None:
    state.combatants[event.who].area = event.area


def _fold_crew(state: FightState, event: s.Crew, seq: int) -> None:
    one = state.combatants[event.who]
    others = {id: post for id, post in one.crew.items() if id != event.member}
    one.crew = others if event.ashore else {**others, event.member: event.post}


def _fold_engaged(state: FightState, event: o.EngagementBegan | s.Engage, seq: int) -> None:
    for id in event.opponents:
        _lock(state.combatants[event.who], id)
        _lock(state.combatants[id], event.who)


def _lock(one: Combatant, other: str) -> None:
    if other not in one.engaged:
        one.engaged += (other,)


def _fold_free(state: FightState, event: o.EngagementEnded, seq: int) -> None:
    _release(state, event.who)


def _release(state: FightState, who: str) -> None:
    """End the engagements of a combatant, on both sides."""
    for id in state.combatants[who].engaged:
        other = state.combatants[id]
        other.engaged = tuple(each for each in other.engaged if each != who)
    state.combatants[who].engaged = ()


def _fold_engagement_stated(state: FightState, event: s.Engage, seq: int) -> None:
    _release(state, event.who)
    _fold_engaged(state, event, seq)


WHEREABOUTS: dict[type, Handler] = {
    o.Moved: _fold_moved,
    o.EngagementBegan: _fold_engaged,
    o.EngagementEnded: _fold_free,
    s.Place: _fold_placed,
    s.Crew: _fold_crew,
    s.Engage: _fold_engagement_stated,
}


def create_combatant(sheet: Sheet) -> Combatant:
    """Create the combatant that a sheet describes."""
    return Combatant(
        id=sheet.id,
        name=sheet.name,
        kind=sheet.kind,
        side=sheet.side,
        player=sheet.player,
        scale=sheet.scale,
        scores=dict(sheet.scores),
        maxima={**sheet.scores, **sheet.maxima},
        armor=sheet.armor,
        weapons=sheet.weapons,
        effects=sheet.effects,
        leader=sheet.leader,
        each=sheet.each,
        choices=sheet.choices,
        origin=sheet.origin,
        conditions=list(sheet.conditions),
        wounds=list(sheet.wounds),
        shield=sheet.shield,
        skills=sheet.skills,
        area=sheet.area,
        crew=sheet.crew,
        noun=sheet.noun,
        plural=sheet.plural,
    )


def _fold_join(state: FightState, event: d.Join, seq: int) -> None:
    sheet = event.sheet
    state.combatants[sheet.id] = one = create_combatant(sheet)
    one.fresh = state.rolled and state.round > 0
    if one.kind != "npc":
        _count_as_players(state, one.side)
    _take_side(state, one, one.side)


def _fold_left_out(state: FightState, event: Skipped, seq: int) -> None:
    """Keep the name and id of a combatant whose joining was skipped: it may be put back."""
    if isinstance(event.input, d.Join):
        sheet = event.input.sheet
        state.absent = {**state.absent, sheet.id: sheet.name}


def _take_side(state: FightState, one: Combatant, side: str) -> None:
    """Put a combatant on a side.

    Only a side that is new to the fight gets a turn in the current round. A combatant who joins
    after the first of their side's two turns acts in the second.
    """
    is_new = side not in state.sides
    one.side = side
    ever = state.sides.get(side, ())
    state.sides[side] = ever if one.id in ever else (*ever, one.id)
    state.late = tuple(id for id in state.late if id != one.id)
    if is_new and state.round:
        state.order += (side,)
    elif side in state.order[: state.turn] and side in state.order[state.turn :]:
        state.late += (one.id,)


def _count_as_players(state: FightState, side: str) -> None:
    """Mark a side as the players', for good: a charmed character does not take that along."""
    if side not in state.players:
        state.players += (side,)


def _fold_score(state: FightState, event: o.ScoreChanged, seq: int) -> None:
    state.combatants[event.who].scores[event.score] = event.now


def _fold_maximum(state: FightState, event: o.MaximumChanged, seq: int) -> None:
    state.combatants[event.who].maxima[event.score] = event.now


def _fold_wound(state: FightState, event: o.WoundTaken, seq: int) -> None:
    state.combatants[event.who].wounds.append(event.wound)


def _fold_tended(state: FightState, event: o.WoundTended, seq: int) -> None:
    text = _describe_treatment(state, event.who, event.wound, "tended")
    _rewrite(state, event.who, event.wound, due=None, awaits=event.awaits, text=text)


def _fold_closed(state: FightState, event: o.WoundClosed, seq: int) -> None:
    if event.healed:
        one = state.combatants[event.who]
        one.wounds = [wound for wound in one.wounds if wound.label != event.wound]
    else:
        text = _describe_treatment(state, event.who, event.wound, "healed")
        _rewrite(state, event.who, event.wound, due=None, awaits="", text=text)


def _describe_treatment(state: FightState, who: str, label: str, how: str) -> str:
    """Return the text of a treated wound: “tended”, with its former text in brackets."""
    wound = state.combatants[who].wound(label)
    text = wound.text if wound is not None else ""
    if text.startswith(("tended (", "healed (")):
        text = text.partition("(")[2].removesuffix(")")
    return f"{how} ({text})" if text else how


def _rewrite(state: FightState, who: str, label: str, **changes: Any) -> None:
    one = state.combatants[who]
    one.wounds = [
        msgspec.structs.replace(wound, **changes) if wound.label == label else wound
        for wound in one.wounds
    ]


def _fold_condition(state: FightState, event: o.ConditionBegan, seq: int) -> None:
    state.combatants[event.who].conditions.append(
        Condition(event.condition, event.bars, event.source, state.turns, event.about, event.due)
    )


def _fold_condition_over(state: FightState, event: o.ConditionEnded, seq: int) -> None:
    one = state.combatants[event.who]
    one.conditions = [
        condition
        for condition in one.conditions
        if (condition.name, condition.source, condition.about)
        != (event.condition, event.source, event.about)
    ]


def _fold_stated_condition(state: FightState, event: s.AddCondition, seq: int) -> None:
    one = state.combatants[event.who]
    one.conditions.append(Condition(event.condition, event.bars, "", state.turns, event.about))


def _fold_stated_end(state: FightState, event: s.EndCondition, seq: int) -> None:
    one = state.combatants[event.who]
    one.conditions = [
        each
        for each in one.conditions
        if each.name != event.condition or event.about not in ("", each.about)
    ]


def _fold_died(state: FightState, event: o.Died, seq: int) -> None:
    one = state.combatants[event.who]
    one.standing, one.how = "dead", event.of


def _fold_left(state: FightState, event: o.Left, seq: int) -> None:
    one = state.combatants[event.who]
    one.standing, one.how = "gone", event.how


def _fold_killed(state: FightState, event: s.Kill, seq: int) -> None:
    one = state.combatants[event.who]
    one.standing, one.how = "dead", event.why or "killed"


def _fold_removed(state: FightState, event: s.Remove, seq: int) -> None:
    one = state.combatants[event.who]
    one.standing, one.how = "gone", event.why or "left"


def _fold_back(state: FightState, event: s.Revive | s.Return, seq: int) -> None:
    one = state.combatants[event.who]
    one.standing, one.how, one.successor = "in", "", ""


def _fold_set_score(state: FightState, event: s.SetScore, seq: int) -> None:
    """Set a score, its maximum, or both.

    A score above the maximum raises the maximum; a maximum below the score lowers the score.
    """
    one, score = state.combatants[event.who], event.score
    if event.maximum is not None:
        one.maxima[score] = event.maximum
        one.scores[score] = min(one.scores[score], event.maximum)
    if event.now is not None:
        one.scores[score] = event.now
        one.maxima[score] = max(one.maxima[score], event.now)


def _fold_set_trait(state: FightState, event: s.SetTrait, seq: int) -> None:
    one = state.combatants[event.who]
    match event.trait:
        case "armor" | "shield":
            setattr(one, event.trait, int(event.value))
        case "side":
            _take_side(state, one, event.value)
        case "kind" | "scale":
            setattr(one, event.trait, event.value)
            if event.value == "pc" and not state.players:
                _count_as_players(state, one.side)
        case "leader" | "each":
            setattr(one, event.trait, event.value == "yes")
        case "critical" | "broken" | "morale" | "nerve":
            one.choices = {**one.choices, event.trait: event.value}


def _fold_rename(state: FightState, event: s.Rename, seq: int) -> None:
    one = state.combatants[event.who]
    one.name, one.noun, one.plural = event.name, "", ""


def _fold_hand_over(state: FightState, event: s.HandOver, seq: int) -> None:
    one = state.combatants[event.who]
    one.player = event.player
    if event.side and event.side != one.side:
        _take_side(state, one, event.side)


def _fold_control(state: FightState, event: o.ControlPassed, seq: int) -> None:
    one = state.combatants[event.now]
    if not event.played:
        one.fresh = state.rolled and state.round > 0
    one.player, one.kind, one.heir = event.player, "pc", True
    state.combatants[event.was].successor = one.id


def _fold_arm(state: FightState, event: s.Arm, seq: int) -> None:
    one = state.combatants[event.who]
    kept = tuple(weapon for weapon in one.weapons if weapon.name != event.weapon.name)
    one.weapons = (*kept, event.weapon)


def _fold_disarm(state: FightState, event: s.Disarm, seq: int) -> None:
    one = state.combatants[event.who]
    one.weapons = tuple(weapon for weapon in one.weapons if weapon.name != event.weapon)


def _fold_set_skill(state: FightState, event: s.SetSkill, seq: int) -> None:
    one = state.combatants[event.who]
    one.skills = {**one.skills, event.skill: event.now}


def _fold_shaken(state: FightState, event: o.MoraleShaken, seq: int) -> None:
    if event.who:
        one = state.combatants[event.who]
        one.shaken += (event.ground,)
    else:
        state.shaken[event.side] = (*state.shaken.get(event.side, ()), event.ground)


def _fold_tested(state: FightState, event: o.MoraleTested, seq: int) -> None:
    if event.who:
        one = state.combatants[event.who]
        one.shaken, one.spent = (), one.spent + event.grounds
    else:
        state.shaken.pop(event.side, None)
        state.spent[event.side] = (*state.spent.get(event.side, ()), *event.grounds)


def _fold_attacked(state: FightState, event: o.AttackRolled, seq: int) -> None:
    attacks = state.combatants[event.by].last
    last = attacks.get(event.weapon)
    before = last.targets if last is not None and last.turn == state.turns else ()
    attacks[event.weapon] = LastAttack(state.turns, (*before, event.target))


COMBATANT_HANDLERS: dict[type, Handler] = {
    **WHEREABOUTS,
    d.Join: _fold_join,
    Skipped: _fold_left_out,
    o.ScoreChanged: _fold_score,
    o.MaximumChanged: _fold_maximum,
    o.WoundTaken: _fold_wound,
    o.WoundTended: _fold_tended,
    o.WoundClosed: _fold_closed,
    o.ConditionBegan: _fold_condition,
    o.ConditionEnded: _fold_condition_over,
    o.Died: _fold_died,
    o.Left: _fold_left,
    o.ControlPassed: _fold_control,
    o.MoraleShaken: _fold_shaken,
    o.MoraleTested: _fold_tested,
    s.SetSkill: _fold_set_skill,
    o.AttackRolled: _fold_attacked,
    s.SetScore: _fold_set_score,
    s.SetTrait: _fold_set_trait,
    s.AddCondition: _fold_stated_condition,
    s.EndCondition: _fold_stated_end,
    s.Kill: _fold_killed,
    s.Revive: _fold_back,
    s.Remove: _fold_removed,
    s.Return: _fold_back,
    s.Rename: _fold_rename,
    s.HandOver: _fold_hand_over,
    s.Arm: _fold_arm,
    s.Disarm: _fold_disarm,
}
