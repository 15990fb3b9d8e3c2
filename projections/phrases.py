"""One event in one phrase, for the log: “Ada attacks Rhinoceros with rifle”."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from events import declarations as d
from events import history as h
from events import outcomes as o
from events import statements as s
from events.rolls import Rolled
from events.vocabulary import AnyEvent, TurnAction
from projections.state import FightState
from projections.words import Words, joined, possessive, side_words


def phrase(event: AnyEvent, state: FightState) -> str:
    """The event in words, with the names and terms of this state."""
    said = PHRASES[type(event)](event, Words(state))
    overrule = getattr(event, "overrule", "")
    return f"{said} (overruling: {overrule})" if overrule else said


def _attack(e: d.Attack, w: Words) -> str:
    with_what = f" with {joined(e.weapons)}" if e.weapons else ""
    return "".join(
        [
            f"{w.name(e.by)} attacks {w.aims(e.targets)}{with_what}",
            w.modifiers(e.enhanced, e.impaired),
            w.odds(e),
            _risked(e.risk, w),
            f", at {e.band} range" if e.band else "",
            ", keeping its own dice" if e.keep else "",
            ", the targets to be counted" if e.count else "",
            " instead" if e.instead else "",
        ]
    )


def _move(e: d.Move | o.Moved, w: Words) -> str:
    who = e.by if isinstance(e, d.Move) else e.who
    when = f", in the {e.phase} phase" if isinstance(e, d.Move) and e.phase else ""
    return f"{w.name(who)} moves{w.far(e.distance)}" + (f" to {e.to}" if e.to else "") + when


def _risk(e: d.Act | d.Special, w: Words) -> str:
    if not e.save:
        return ""
    return f" (risky: {e.save} {w.term('save')}{_rolled_against(e, w)})"


def _rolled_against(e: d.Act | d.Special | d.CallSave, w: Words) -> str:
    """What a save or check has to come up to, and what modifies it, where that is said."""
    versus = f" against {w.name(e.versus)}" if e.versus else ""
    target = f" against {e.target}" if e.target is not None else ""
    return versus + target + w.modifiers(e.enhanced, e.impaired)


def _risked(risk: d.Risk | None, w: Words) -> str:
    """“, with a DEX save against Troll (passed: enhanced, failed: exposed)”."""
    if risk is None:
        return ""
    versus = f" against {w.name(risk.versus)}" if risk.versus else ""
    won = {"enhanced": "passed, the attack is enhanced", "": ""}[risk.passed]
    lost = {
        "exposed": "failed, the opponent's next one is",
        "lost": "failed, it is lost",
        "": "",
    }[risk.failed]
    stakes = "; ".join(filter(None, [won, lost]))
    said = f", with a {risk.save} save{versus}{w.modifiers(risk.enhanced, risk.impaired)}"
    return said + (f" ({stakes})" if stakes else "")


def _manoeuvre(e: d.Manoeuvre, w: Words) -> str:
    target = f" on {w.name(e.target)}" if e.target else ""
    details = joined([each for each in (e.weapon, e.choice) if each])
    return f"{w.name(e.by)}: {e.what}{target}" + (f" ({details})" if details else "")


def _area(e: d.Area, w: Words) -> str:
    near = f", next to {joined(e.adjacent)}" if e.adjacent else ""
    seen = f", in sight of {joined(e.sight)}" if e.sight else ""
    return f"there is {e.name}{near}{seen}{_why(e.why)}"


def _crew(e: s.Crew, w: Words) -> str:
    if e.ashore:
        return f"{w.name(e.member)} leaves {w.name(e.who)}{_why(e.why)}"
    post = f" as {e.post}" if e.post else ""
    return f"{w.name(e.member)} is aboard {w.name(e.who)}{post}{_why(e.why)}"


def _engage(e: s.Engage, w: Words) -> str:
    whom = w.names(e.opponents) if e.opponents else "nobody"
    return f"{w.name(e.who)} is engaged with {whom}{_why(e.why)}"


def _call_morale(e: d.CallMorale, w: Words) -> str:
    return f"morale of {w.names(e.who)}{w.modifiers(e.enhanced, e.impaired)}{_why(e.why)}"


def _round(e: d.BeginRound, w: Words) -> str:
    opening = {"ambush": ", an ambush", "ambushed": ", they are ambushed", "": ""}[e.waived]
    versus = f", against {w.name(e.versus)}" if e.versus else ""
    return f"the next round{opening}{versus}" + _why(e.why)


def _why(text: str) -> str:
    return f": {text}" if text else ""


def _harm(e: d.Harm, w: Words) -> str:
    direct = f" straight to {e.direct}" if e.direct else ""
    takes = "take" if len(e.who) > 1 else "takes"
    place = f" to the {e.place}" if e.place else ""
    amount = f"{e.amount} " if e.amount else ""
    return f"{w.names(e.who)} {takes} {amount}damage{direct}{place}{_why(e.why)}"


def _set_score(e: s.SetScore, w: Words) -> str:
    now = f" is {w.amount(e.score, e.now)}" if e.now is not None else ""
    most = f" at most {w.amount(e.score, e.maximum)}" if e.maximum is not None else ""
    return f"{w.name(e.who)}'s {e.score}{now}{most}{_why(e.why)}"


def _save(e: o.SaveRolled, w: Words) -> str:
    result = "passed" if e.passed else "failed"
    if not e.face:
        return f"{w.name(e.who)}'s {e.score} save failed by itself{_why(e.why)}"
    how = "≤" if e.face <= e.against else ">"
    exception = {1: " (a 1 always passes)", 20: " (a 20 always fails)"}.get(e.face, "")
    purpose = e.purpose.replace("-", " ")
    rolled = f"{e.face} {how} {e.against}, {result}{exception}"
    return f"{w.name(e.who)}'s {e.score} save ({purpose}): {rolled}"


def _attack_rolled(e: o.AttackRolled, w: Words) -> str:
    faces = ", ".join(map(str, e.faces))
    keeps = f", keeps {e.value}" if len(e.faces) > 1 or e.value != e.faces[0] else ""
    return f"{w.name(e.by)} on {w.name(e.target)}: {e.dice} → {faces}{keeps}{w.grounds(e.grounds)}"


def _check(e: o.CheckRolled, w: Words) -> str:
    """“Sam's DEX save (action) against Troll: 5 > 4, passed”."""
    versus = f" against {w.name(e.versus)}" if e.versus else ""
    purpose = e.purpose.replace("-", " ")
    about = f"{possessive(w.name(e.who))} {e.what} {w.term('save')} ({purpose}){versus}"
    if not e.faces:
        return f"{about}: {check_result(e)} by itself{_why(e.why)}"
    return f"{about}: {check_rolled(e)}, {check_result(e)}{w.grounds(e.grounds)}"


def check_result(e: o.CheckRolled) -> str:
    """How it came out."""
    return "passed" if e.passed else "partly failed" if e.partial else "failed"


def check_rolled(e: o.CheckRolled) -> str:
    """“5 > 4”, “10 + 4 = 14, not over 15”, “d10 and d12 → 3, 10: 10 > 9”."""
    faces = f"{', '.join(map(str, e.faces))}: " if len(e.faces) > 1 else ""
    return f"{faces}{summed(e.value, e.bonus)} {_against(e)}"


def summed(value: int, bonus: int) -> str:
    """“10 + 4 = 14”: what was rolled, what was added, what it came to."""
    if not bonus:
        return str(value)
    sign = "+" if bonus > 0 else "−"
    return f"{value - bonus} {sign} {abs(bonus)} = {value}"


def _against(e: o.CheckRolled) -> str:
    over = e.value >= e.against if e.least else e.value > e.against
    signs = ("≥", "<") if e.least else (">", "≤")
    exception = "" if over == e.passed else " all the same"
    return f"{signs[0] if over else signs[1]} {e.against}{exception}"


def contest_roll(e: o.ContestRolled, w: Words) -> str:
    """“Fay Melee 8 + 5 = 13”, “Kit Evasion 15, 6 keeps 6 + 2 = 8, disadvantage: a wound”."""
    faces = f"{', '.join(map(str, e.faces))} keeps " if len(e.faces) > 1 else ""
    return f"{w.name(e.who)} {e.what} {faces}{summed(e.value, e.bonus)}{w.grounds(e.grounds)}"


def _contest_formed(e: o.ContestFormed, w: Words) -> str:
    place = f" in {e.place}" if e.place else ""
    return f"{' against '.join(w.names(side) for side in e.sides)}{place}"


def _contest_decided(e: o.ContestDecided, w: Words) -> str:
    if not e.winner:
        return f"nobody wins{_why(e.why)}"
    margin = f" by {e.margin}" if e.margin else ""
    struck = f" and strikes {w.name(e.loser)}" if e.loser else ""
    return f"{w.name(e.winner)} wins{margin}{struck}{_why(e.why)}"


def _damage(e: o.DamageDealt, w: Words) -> str:
    source = f" from {w.name(e.by)}" if e.by else ""
    return f"{w.name(e.to)} takes {harm_sum(e)}{source}{_why(e.why)}"


def harm_sum(e: o.DamageDealt) -> str:
    """“9 − 3 armor = 6”, “3 × 7 − 5 armor = 16”, “4”."""
    rolled = f"{e.multiplier} × {e.rolled // e.multiplier}" if e.multiplier > 1 else str(e.rolled)
    armor = f" − {e.armor} armor" if e.armor else ""
    return f"{rolled}{armor} = {e.dealt}" if armor or e.multiplier > 1 else rolled


def _change(e: o.ScoreChanged | o.MaximumChanged, w: Words) -> str:
    most = "max " if isinstance(e, o.MaximumChanged) else ""
    was, now = w.amount(e.score, e.was), w.amount(e.score, e.now)
    return f"{w.name(e.who)}'s {most}{e.score} {was} → {now}{_why(e.why)}"


def _wound(e: o.WoundTaken, w: Words) -> str:
    wound = e.wound
    row = f" (scar {wound.row})" if wound.row else ""
    left = w.time(max(0, (wound.due or 0) - w.state.clock))
    deadly = f", dead in {left} without aid" if wound.due else ""
    waits = f"; awaits {wound.awaits}" if wound.awaits else ""
    return f"{w.name(e.who)}: {wound.label}{row}, {wound.text or wound.name}{deadly}{waits}"


_DECLARED = tuple(kind.__name__.lower() for kind in get_args(TurnAction))
"""What a declaration is called where it lapses."""


def _lapsed(e: o.Lapsed, w: Words) -> str:
    """A declaration by its kind, or a deed in the player's own words."""
    plain = e.what in _DECLARED
    if plain:
        return f"{possessive(w.name(e.who))} {e.what} comes to nothing: {e.why}"
    return f"{w.name(e.who)} fails ({e.what}): {e.why}"


def _died(e: o.Died, w: Words) -> str:
    one = w.state.combatants.get(e.who)
    person = one is None or one.scale == "individual"
    return f"{w.name(e.who)} is {'dead' if person else 'destroyed'}: {e.of}"


def _left(e: o.Left, w: Words) -> str:
    verb = {
        "retreated": "gets away",
        "fled": "flees",
        "surrendered": "surrenders",
        "routed": "is routed",
    }[e.how]
    return f"{w.name(e.who)} {verb}" + (f" to {e.to}" if e.to else "")


def _turn(e: o.TurnBegan, w: Words) -> str:
    return f"{w.name(e.alone)} acts late" if e.alone else f"turn of {side_words(e.side)}"


def _whose(e: o.MoraleShaken | o.MoraleTested, w: Words) -> str:
    return w.name(e.who) if e.who else side_words(e.side)


def _awaited(e: o.Awaited, w: Words) -> str:
    dice = ", ".join(f"{w.name(a.by)} {a.die} ({a.purpose.replace('-', ' ')})" for a in e.asks)
    return f"awaiting {dice}"


def _round_began(e: o.RoundBegan, w: Words) -> str:
    order = ", ".join(side_words(side) for side in e.order)
    late = f"; {w.names(e.late)} act late" if e.late else ""
    return f"round {e.number}" + (f": {order}" if order else "") + late


def _condition(e: s.AddCondition, w: Words) -> str:
    bars = {
        "": "",
        "moving": ", and can barely move",
        "all but crawling": ", and can only crawl",
        "everything": ", and cannot act",
    }[e.bars]
    return f"{w.name(e.who)} is {e.condition}{bars}{_why(e.why)}"


def _trait(e: s.SetTrait, w: Words) -> str:
    return f"{w.name(e.who)}'s {e.trait} is {e.value}{_why(e.why)}"


def _plain(text: str) -> Callable[[Any, Words], str]:
    """A phrase with `{who}` (a combatant) and any field of the event, plus its reason."""

    def said(e: Any, w: Words) -> str:
        fields = {name: getattr(e, name) for name in e.__struct_fields__}
        for name in ("who", "by", "target", "dead", "to", "was", "now", "member"):
            if isinstance(fields.get(name), str):
                fields[name] = w.name(fields[name])
        reason = _why(fields.get("why", "")) if "{why}" not in text else ""
        return text.format(**fields) + reason

    return said


PHRASES: dict[type, Callable[[Any, Words], str]] = {
    d.FightStarted: lambda e, w: f"{e.title}: a fight of {e.game.name}, {e.dice} dice",
    d.Join: lambda e, w: f"{e.sheet.name} joins {side_words(e.sheet.side)}",
    d.Attack: _attack,
    d.Move: _move,
    d.Aid: _plain("{by} aids {target}"),
    d.Retreat: lambda e, w: f"{w.name(e.by)} retreats to {e.to}",
    d.Treat: _plain("{by} treats {target}"),
    d.Disengage: _plain("{by} tries to get away from the fight"),
    d.Manoeuvre: _manoeuvre,
    d.Area: _area,
    d.Special: lambda e, w: f"{w.name(e.by)}, {w.term('special')}: {e.what}{_risk(e, w)}",
    d.Act: lambda e, w: f"{w.name(e.by)}: {e.what}{_risk(e, w)}",
    d.Resolve: lambda e, w: "resolve" + (f" {side_words(e.side)}" if e.side else ""),
    d.BeginRound: _round,
    d.CallSave: lambda e, w: (
        f"{e.score} {w.term('save')} for {w.names(e.who)}{_rolled_against(e, w)}{_why(e.why)}"
    ),
    d.CallMorale: _call_morale,
    d.Harm: _harm,
    d.PassTime: lambda e, w: f"{w.time(e.seconds)} pass{_why(e.why)}",
    d.Rest: lambda e, w: (
        w.term("extended rest" if e.extended else "rest")
        + (f" of {w.names(e.who)}" if e.who else "")
    ),
    d.Recover: _plain("{who} recovers: {wound}"),
    d.Burden: lambda e, w: f"{w.name(e.who)} {'takes up' if e.full else 'puts down'} a full pack",
    d.TakeOver: lambda e, w: f"the player of {w.name(e.dead)} goes on as {w.name(e.to)}",
    d.ChooseDice: _plain("{dice} dice from here on"),
    d.EndFight: _plain("the fight ends"),
    s.SetScore: _set_score,
    s.SetTrait: _trait,
    s.SetSkill: lambda e, w: f"{w.name(e.who)}'s {e.skill} is {e.now:+d}{_why(e.why)}",
    s.Place: _plain("{who} is in {area}"),
    s.Engage: _engage,
    s.Crew: _crew,
    s.AddCondition: _condition,
    s.EndCondition: _plain("{who} is no longer {condition}"),
    s.Kill: _plain("{who} is dead"),
    s.Revive: _plain("{who} lives"),
    s.Remove: _plain("{who} leaves the fight"),
    s.Return: _plain("{who} is back in the fight"),
    s.Rename: lambda e, w: f"{e.was or 'somebody'} is called {e.name} now{_why(e.why)}",
    s.HandOver: lambda e, w: (
        f"{e.player or w.term('referee')} speaks for {w.name(e.who)}{_why(e.why)}"
    ),
    s.Arm: lambda e, w: f"{w.name(e.who)} has {e.weapon.name} ({e.weapon.dice}){_why(e.why)}",
    s.Disarm: _plain("{who} no longer has {weapon}"),
    Rolled: lambda e, w: (
        f"{w.name(e.by)} {e.die} → {e.face} ({e.purpose.replace('-', ' ')})"
        + ("" if e.draw is not None else ", typed")
    ),
    o.Overruled: lambda e, w: f"overruled ({e.clause}): {e.problem}",
    o.Awaited: _awaited,
    o.RoundBegan: _round_began,
    o.RoundEnded: _plain("round {number} is over"),
    o.TurnBegan: _turn,
    o.TurnEnded: lambda e, w: f"{side_words(e.side)} done",
    o.ClockAdvanced: lambda e, w: f"the clock stands at {w.time(e.now)}",
    o.SaveRolled: _save,
    o.CheckRolled: _check,
    o.PhaseBegan: _plain("{phase} phase"),
    o.PhaseEnded: _plain("{phase} phase done"),
    o.ContestFormed: _contest_formed,
    o.ContestRolled: contest_roll,
    o.ContestDecided: _contest_decided,
    o.HitLocated: _plain("{who} is struck: {place}"),
    o.EngagementBegan: lambda e, w: f"{w.name(e.who)} is engaged with {w.names(e.opponents)}",
    o.EngagementEnded: _plain("{who} is free of the fight"),
    o.TargetsCounted: _plain("the blast reaches {count}"),
    o.AttackRolled: _attack_rolled,
    o.DamageDealt: _damage,
    o.ScoreChanged: _change,
    o.MaximumChanged: _change,
    o.WoundTaken: _wound,
    o.WoundTended: lambda e, w: f"{w.name(e.who)}'s {e.wound} is tended; it awaits {e.awaits}",
    o.WoundClosed: lambda e, w: (
        f"{w.name(e.who)}'s {e.wound} {'is over' if e.healed else 'has healed; the scar stays'}"
    ),
    o.ConditionBegan: _plain("{who} is now: {condition}"),
    o.ConditionEnded: _plain("{who} is no longer: {condition}"),
    o.Died: _died,
    o.Left: _left,
    o.Moved: _move,
    o.Acted: _plain("{who}: {what}"),
    o.Aided: _plain("{by} aids {who}"),
    o.Rested: _plain("{who} rests"),
    o.Lapsed: _lapsed,
    o.MoraleShaken: lambda e, w: f"morale of {_whose(e, w)} is shaken: {e.ground}",
    o.MoraleTested: lambda e, w: f"morale of {_whose(e, w)}: {joined(e.grounds)}",
    o.ControlPassed: _plain("{player} plays {now} from now on, after {was}"),
    o.EffectTold: _plain("{who}: {text}"),
    h.HeadMoved: _plain("the head moves"),
    h.Noted: _plain("note: {text}"),
    h.BranchNamed: _plain("the branch that ends in #{tip} is called {name}"),
    h.Sealed: lambda e, w: f"new sealed dice ({e.sealed[:12]}…)",
    h.SecretRevealed: lambda e, w: f"the secret of the dice: {e.secret[:12]}…",
    h.RulesChanged: lambda e, w: f"{e.game.name}, version {e.game.version}, from here on",
}
