"""One event in one phrase, for the log: “Ada attacks Rhinoceros with rifle”."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.types import corrections as c
from events.types import declarations as d
from events.types import log_events as h
from events.types import outcomes as o
from events.types import statements as s
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.text import correction_phrases as corrected
from projections.text import declaration_phrases as said
from projections.text import outcome_phrases as happened
from projections.text import roll_phrases as rolled
from projections.text.words import (
    Words,
    because,
    joined,
    plain,
    plus_minus,
    possessive,
    side_words,
    signed,
)


def phrase(event: AnyEvent, state: FightState) -> str:
    """The event in words, with the names and terms of this state."""
    words = PHRASES[type(event)](event, Words(state))
    return words + overruling(event)


def with_dice(event: AnyEvent, state: FightState, dice: str) -> str:
    """The same with the dice it will throw, in brackets: behind the weapon where more follows."""
    dice = plus_minus(dice)
    if isinstance(event, d.Attack) and event.risk is not None:
        return said.attack(event, Words(state), dice) + overruling(event)
    return phrase(event, state) + (f" ({dice})" if dice else "")


def _die(event: Rolled, w: Words) -> str:
    """“Ada d8 → 5 (damage), typed”; of a drawn one whose face a correction has overruled, that."""
    told = f"{w.name(event.by)} {event.die} → {event.face} ({w.purpose(event.purpose)})"
    if event.stated:
        return f"{told}, as corrected"
    return told if event.draw is not None else f"{told}, typed"


def overruling(event: AnyEvent) -> str:
    """“ (overruling: in haste)”, or nothing."""
    overrule = getattr(event, "overrule", "")
    return f" (overruling: {overrule})" if overrule else ""


PHRASES: dict[type, Callable[[Any, Words], str]] = {
    d.FightStarted: lambda e, w: f"{e.title}: a fight of {e.game.name}, {e.dice} dice",
    d.Join: lambda e, w: f"{e.sheet.name} joins {side_words(e.sheet.side)}",
    d.Attack: said.attack,
    d.Move: said.move,
    d.Aid: said.aid,
    d.Retreat: said.retreat,
    d.Treat: said.treat,
    d.Disengage: said.disengage,
    d.Manoeuvre: said.manoeuvre,
    d.Area: said.area,
    d.Special: said.special,
    d.Act: said.act,
    d.Resolve: said.resolve,
    d.BeginRound: said.begin_round,
    d.CallSave: said.call_save,
    d.CallMorale: said.call_morale,
    d.Harm: said.harm,
    d.PassTime: lambda e, w: f"{w.time(e.seconds)} pass{because(e.why)}",
    d.Rest: said.rest,
    d.Recover: plain("{who} recovers: {wound}"),
    d.Burden: lambda e, w: f"{w.name(e.who)} {'takes up' if e.full else 'puts down'} a full pack",
    d.TakeOver: lambda e, w: f"the player of {w.name(e.dead)} goes on as {w.name(e.to)}",
    d.ChooseDice: plain("{dice} dice from here on"),
    d.EndFight: plain("the fight ends"),
    s.SetScore: said.set_score,
    s.SetTrait: said.trait,
    s.SetSkill: lambda e, w: (
        f"{possessive(w.name(e.who))} {e.skill} is {signed(e.now)}{because(e.why)}"
    ),
    s.Place: lambda e, w: f"{w.name(e.who)}: {e.area or 'no area'}{because(e.why)}",
    s.Engage: said.engage,
    s.Crew: said.crew,
    s.AddCondition: said.condition,
    s.EndCondition: said.end_condition,
    s.Kill: plain("{who} is dead"),
    s.Revive: plain("{who} lives"),
    s.Remove: plain("{who} leaves the fight"),
    s.Return: plain("{who} is back in the fight"),
    s.Rename: lambda e, w: f"{e.was or 'somebody'} is called {e.name} now{because(e.why)}",
    s.HandOver: lambda e, w: (
        f"{e.player or w.term('referee')} speaks for {w.name(e.who)}{because(e.why)}"
    ),
    s.Arm: lambda e, w: (
        f"{w.name(e.who)} has {e.weapon.name} ({' '.join([e.weapon.dice, *e.weapon.tags])})"
        f"{because(e.why)}"
    ),
    s.Disarm: plain("{who} no longer has {weapon}"),
    Rolled: _die,
    o.Overruled: lambda e, w: f"overruled ({e.clause}): {e.problem}",
    o.Awaited: happened.awaited,
    o.RoundBegan: happened.round_began,
    o.RoundEnded: plain("round {number} is over"),
    o.TurnBegan: happened.turn,
    o.TurnEnded: lambda e, w: f"{side_words(e.side)} done",
    o.ClockAdvanced: lambda e, w: f"the clock stands at {w.time(e.now)}",
    o.SaveRolled: rolled.save,
    o.CheckRolled: rolled.check,
    o.PhaseBegan: plain("{phase} phase"),
    o.PhaseEnded: plain("{phase} phase done"),
    o.ContestFormed: happened.contest_formed,
    o.ContestRolled: rolled.contest_roll,
    o.ContestDecided: happened.contest_decided,
    o.EngagementBegan: lambda e, w: f"{w.name(e.who)} is engaged with {w.names(e.opponents)}",
    o.EngagementEnded: happened.engagement_ended,
    o.TargetsCounted: plain("the blast reaches {count}"),
    o.AttackRolled: happened.attack_rolled,
    o.DamageDealt: happened.damage,
    o.ScoreChanged: happened.change,
    o.MaximumChanged: happened.change,
    o.WoundTaken: happened.wound,
    o.WoundTended: lambda e, w: (
        f"{possessive(w.name(e.who))} {e.wound} is tended; it awaits {e.awaits}"
    ),
    o.WoundClosed: happened.wound_closed,
    o.ConditionBegan: happened.condition_began,
    o.ConditionEnded: happened.condition_ended,
    o.Died: happened.died,
    o.Left: happened.left,
    o.Moved: happened.moved,
    o.Acted: plain("{who}: {what}"),
    o.Aided: lambda e, w: f"{w.name(e.by)} {w.term('aids')} {w.name(e.who)}",
    o.Rested: plain("{who} rests"),
    o.Lapsed: happened.lapsed,
    o.MoraleShaken: happened.shaken,
    o.MoraleTested: lambda e, w: f"morale of {happened.whose(e, w)}: {joined(e.grounds)}",
    o.ControlPassed: plain("{player} plays {now} from now on, after {was}"),
    o.EffectTold: plain("{who}: {text}"),
    h.HeadMoved: plain("the head moves"),
    h.Noted: plain("note: {text}"),
    h.BranchNamed: plain("the branch that ends in #{tip} is called {name}"),
    h.Salted: plain("salt for the dice: {salt}"),
    h.Sealed: lambda e, w: f"new sealed dice ({e.sealed[:12]}…)",
    h.SecretRevealed: lambda e, w: f"the secret of the dice: {e.secret[:12]}…",
    c.Corrected: corrected.corrected,
    c.Skipped: lambda e, w: corrected.skipped(e, phrase(e.input, w.state)),
    c.Spared: corrected.spared,
    h.RulesChanged: lambda e, w: f"{e.game.name}, version {e.game.version}, from here on",
}
