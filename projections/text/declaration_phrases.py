"""The words of declarations and statements: “Ada attacks Rhinoceros with rifle”.

`DECLARATIONS` and `STATEMENTS` have one entry for each type.
"""

from __future__ import annotations

from events.types import declarations as d, statements as s
from events.types.unions import TurnAction
from projections.text.report_lines import Wording, leave_unreported, make_template_phrase
from projections.text.words import (
    Words,
    describe_side,
    format_reason,
    format_signed,
    format_way,
    is_craft,
    is_thing,
    join_words,
    possessive,
)


def describe_attack(e: d.Attack, w: Words, dice: str = "") -> str:
    """Return “Ada attacks Wolf with knife, impaired: in the dark”. `dice` are those the attack will
    throw; they stand behind the weapon."""
    with_what = f" with {join_words(e.weapons)}" if e.weapons else ""
    with_what += f" ({dice})" if dice else ""
    return "".join(
        [
            f"{w.name(e.by)} attacks {w.aims(e.targets)}{with_what}{_format_instead(e)}",
            w.modifiers(e.enhanced, e.impaired),
            w.odds(e),
            f", at {e.band} range" if e.band else "",
            ", keeping its own dice" if e.keep else "",
            ", the targets to be counted" if e.count else "",
            _format_attack_risk(e.risk, e.by, w),
        ]
    )


def describe_join(e: d.Join, w: Words) -> str:
    """Return “Ada joins the party”."""
    return f"{e.sheet.name} joins {describe_side(e.sheet.side)}"


def write_join_stand_in(e: d.Join, w: Words) -> tuple[str, dict[str, str]]:
    """Return the sentence on who appears for which side."""
    return "veiled.join", {"who": e.sheet.name, "side": describe_side(e.sheet.side)}


def describe_move(e: d.Move, w: Words) -> str:
    """Return “Ada moves 30 ft to the rope”."""
    where = format_way(e.to) if e.to else ""
    when = f", in the {e.phase} phase" if e.phase else ""
    return f"{w.name(e.by)} moves{w.far(e.distance)}{where}{_format_instead(e)}{when}"


def describe_special(e: d.Special, w: Words) -> str:
    """Return “Ada, artifact: rubs the lamp (risky: WIL save)”."""
    return f"{w.name(e.by)}, {w.term('special')}{_format_instead(e)}: {e.what}{_format_risk(e, w)}"


def describe_act(e: d.Act, w: Words) -> str:
    """Return “Ada: swings from the beam (risky: DEX save)”."""
    return f"{w.name(e.by)}{_format_instead(e)}: {e.what}{_format_risk(e, w)}"


def describe_aid(e: d.Aid, w: Words) -> str:
    """Return “Ada aids Ben”."""
    wound = f", {e.wound}" if e.wound else ""
    return f"{w.name(e.by)} {w.term('aids')} {w.name(e.target)}{wound}{_format_instead(e)}"


def describe_treat(e: d.Treat, w: Words) -> str:
    """Return “Ada treats Ben, fractured arm”."""
    wound = f", {e.wound}" if e.wound else ""
    return f"{w.name(e.by)} treats {w.name(e.target)}{wound}{_format_instead(e)}"


def describe_retreat(e: d.Retreat, w: Words) -> str:
    """Return “Ada retreats to the gate”."""
    versus = f", against {w.name(e.versus)}" if e.versus else ""
    return f"{w.name(e.by)} retreats{format_way(e.to)}{_format_instead(e)}{versus}"


def describe_disengage(e: d.Disengage, w: Words) -> str:
    """Return “Ada tries to get away from the fight”."""
    return f"{w.name(e.by)} tries to get away from the fight{_format_instead(e)}"


def _format_instead(e: TurnAction) -> str:
    """Return “ instead” for an action that replaces the declared one."""
    return " instead" if e.instead else ""


def _format_risk(e: d.Act | d.Special, w: Words) -> str:
    if not e.save:
        return ""
    return f" (risky: {e.save} {w.term('save')}{_format_against(e, w)})"


def _format_against(e: d.Act | d.Special | d.CallSave, w: Words) -> str:
    """Return the target number and the modifiers of a save or check, as far as they are given."""
    target = f" against {e.target}" if e.target is not None else ""
    return _format_opponent(e, w) + target + w.modifiers(e.enhanced, e.impaired)


def _format_opponent(e: d.Act | d.Special | d.CallSave | d.Risk, w: Words) -> str:
    """Return “ against Troll”, or “ against Troll's STR” if the opponent rolls on another
    ability."""
    if not e.versus:
        return ""
    name = w.name(e.versus)
    return f" against {possessive(name)} {e.opposing}" if e.opposing else f" against {name}"


def _format_attack_risk(risk: d.Risk | None, by: str, w: Words) -> str:
    """Return “, after a DEX save against Troll: passed, enhanced; failed, Troll's next attack on
    Sam is”."""
    if risk is None:
        return ""
    won = f"passed, {w.term('enhanced')}" if risk.passed else ""
    whose = possessive(w.name(risk.versus)) if risk.versus else "the opponent's"
    next_one = f"{whose} next attack on {w.name(by)} is" + ("" if won else f" {w.term('enhanced')}")
    lost = {"exposed": f"failed, {next_one}", "lost": "failed, lost", "": ""}[risk.failed]
    stakes = "; ".join(filter(None, [won, lost]))
    save = f"{risk.save} {w.term('save')}{_format_opponent(risk, w)}"
    return f", after a {save}{w.modifiers(risk.enhanced, risk.impaired)}{format_reason(stakes)}"


def describe_manoeuvre(e: d.Manoeuvre, w: Words) -> str:
    """Return “Courier: lock on, Raider (gun)”."""
    target = f", {w.name(e.target)}" if e.target else ""
    details = "; ".join(filter(None, [e.weapon, f"for: {e.choice}" if e.choice else ""]))
    said = f"{w.name(e.by)}: {e.what}{target}{_format_instead(e)}"
    return said + (f" ({details})" if details else "")


def describe_area(e: d.Area, w: Words) -> str:
    """Return “area: gate, next to yard”."""
    near = f", next to {join_words(e.adjacent)}" if e.adjacent else ""
    seen = f", in sight of {join_words(e.sight)}" if e.sight else ""
    seen += f", out of sight of {join_words(e.unseen)}" if e.unseen else ""
    return f"area: {e.name}{near}{seen}{format_reason(e.why)}"


def describe_crew(e: s.Crew, w: Words) -> str:
    """Return “Ada is aboard Courier as pilot”."""
    if e.ashore:
        return f"{w.name(e.member)} leaves {w.name(e.who)}{format_reason(e.why)}"
    post = f" as {e.post}" if e.post else ""
    return f"{w.name(e.member)} is aboard {w.name(e.who)}{post}{format_reason(e.why)}"


def describe_engage(e: s.Engage, w: Words) -> str:
    """Return “Ada is engaged with Wolf”."""
    whom = w.names(e.opponents) if e.opponents else "nobody"
    return f"{w.name(e.who)} is engaged with {whom}{format_reason(e.why)}"


def describe_call_morale(e: d.CallMorale, w: Words) -> str:
    """Return “morale of Wolf and Wolf 2: the tide turns”."""
    return f"morale of {w.names(e.who)}{format_reason(e.why)}{w.modifiers(e.enhanced, e.impaired)}"


def describe_begin_round(e: d.BeginRound, w: Words) -> str:
    """Return “the next round, an ambush: they slept”."""
    opening = {"ambush": ", an ambush", "ambushed": ", they are ambushed", "": ""}[e.waived]
    versus = f", against {w.name(e.versus)}" if e.versus else ""
    return f"the next round{opening}{versus}" + format_reason(e.why)


def describe_harm(e: d.Harm, w: Words) -> str:
    """Return “Ada takes d6 damage: a fall”."""
    takes = "take" if len(e.who) > 1 else "takes"
    if not e.amount:
        return f"{w.names(e.who)} {takes} harm to {e.direct}{format_reason(e.why)}"
    direct = f" straight to {e.direct}" if e.direct else ""
    place = f" to the {e.place}" if e.place else ""
    return f"{w.names(e.who)} {takes} {e.amount} damage{direct}{place}{format_reason(e.why)}"


def describe_call_save(e: d.CallSave, w: Words) -> str:
    """Return “DEX save for Ada and Ben: a ledge”."""
    against = _format_against(e, w)
    return f"{e.score} {w.term('save')} for {w.names(e.who)}{against}{format_reason(e.why)}"


def describe_resolve(e: d.Resolve, w: Words) -> str:
    """Return “resolve the foes” or “resolve Ada”, or the game's word for it."""
    if e.who:
        return f"{w.term('resolve')} {w.name(e.who)}"
    return f"{w.term('resolve')} {describe_side(e.side)}" if e.side else w.term("resolve")


def describe_rest(e: d.Rest, w: Words) -> str:
    """Return “rest of Ada and Ben”."""
    who = f" of {w.names(e.who)}" if e.who else ""
    return w.term("extended rest" if e.extended else "rest") + who


def describe_set_score(e: s.SetScore, w: Words) -> str:
    """Return “Ada's HP is 3, at most 5: blessed”."""
    now = f"is {w.amount(e.score, e.now)}" if e.now is not None else ""
    most = f"at most {w.amount(e.score, e.maximum)}" if e.maximum not in (None, e.now) else ""
    stands = ", ".join(filter(None, [now, most if now else f"is {most}" if most else ""]))
    return f"{possessive(w.name(e.who))} {e.score} {stands}{format_reason(e.why)}"


def describe_add_condition(e: s.AddCondition, w: Words) -> str:
    """Return “Ada is blinded, and cannot act: sand”."""
    bars = {
        "": "",
        "moving": ", and can barely move",
        "all but crawling": ", and can only crawl",
        "everything": ", and cannot act",
    }[e.bars]
    return (
        f"{w.name(e.who)}{_format_being_or_having(e, w, ' is', ' has')}{bars}{format_reason(e.why)}"
    )


def describe_end_condition(e: s.EndCondition, w: Words) -> str:
    """Return “Ada is no longer blinded: water”."""
    condition = _format_being_or_having(e, w, " is no longer", " no longer has")
    return f"{w.name(e.who)}{condition}{format_reason(e.why)}"


def _format_being_or_having(
    e: s.AddCondition | s.EndCondition, w: Words, being: str, having: str
) -> str:
    """Return “ is blinded” or “ has fractured arm”; for craft “: weapon out (gun)”."""
    condition = w.condition(e.who, e.condition, e.about)
    if is_craft(w.state.combatants.get(e.who)):
        return f"{being.removesuffix(' is')}: {condition}"
    return f"{having if is_thing(e.condition) else being} {condition}"


def describe_set_trait(e: s.SetTrait, w: Words) -> str:
    """Return “Ada's armor is 2”; “Wolf surrenders where morale fails”."""
    name, why = w.name(e.who), format_reason(e.why)
    if e.trait == "morale":
        return f"{name} {e.value} where morale fails{why}"
    if e.trait == "side":
        return f"{name} is with {describe_side(e.value)}{why}"
    return f"{possessive(name)} {e.trait} is {e.value}{why}"


DECLARATIONS: dict[type, Wording] = {
    d.FightStarted: Wording(lambda e, w: f"{e.title}: a fight of {e.game.name}, {e.dice} dice"),
    d.Join: Wording(describe_join, leave_unreported, stand_in=write_join_stand_in, playback="stop"),
    d.Attack: Wording(describe_attack),
    d.Move: Wording(describe_move),
    d.Aid: Wording(describe_aid),
    d.Retreat: Wording(describe_retreat),
    d.Treat: Wording(describe_treat),
    d.Disengage: Wording(describe_disengage),
    d.Manoeuvre: Wording(describe_manoeuvre),
    d.Area: Wording(describe_area),
    d.Special: Wording(describe_special),
    d.Act: Wording(describe_act),
    d.Resolve: Wording(describe_resolve, leave_unreported, playback="skip"),
    d.BeginRound: Wording(describe_begin_round, leave_unreported),
    d.CallSave: Wording(describe_call_save, leave_unreported),
    d.CallMorale: Wording(describe_call_morale),
    d.Harm: Wording(describe_harm),
    d.PassTime: Wording(lambda e, w: f"{w.time(e.seconds)} pass{format_reason(e.why)}"),
    d.Rest: Wording(describe_rest),
    d.Recover: Wording(make_template_phrase("{who} recovers: {wound}"), leave_unreported),
    d.Burden: Wording(
        lambda e, w: f"{w.name(e.who)} {'takes up' if e.full else 'puts down'} a full pack"
    ),
    d.TakeOver: Wording(
        lambda e, w: f"the player of {w.name(e.dead)} goes on as {w.name(e.to)}", leave_unreported
    ),
    d.ChooseDice: Wording(make_template_phrase("{dice} dice from here on")),
    d.EndFight: Wording(make_template_phrase("the fight ends")),
}
"""The words of every declaration that is not a statement."""

STATEMENTS: dict[type, Wording] = {
    s.SetScore: Wording(describe_set_score, numbers_of=("who",)),
    s.SetTrait: Wording(describe_set_trait, numbers_of=("who",)),
    s.SetSkill: Wording(
        lambda e, w: (
            f"{possessive(w.name(e.who))} {e.skill} is {format_signed(e.now)}{format_reason(e.why)}"
        ),
        numbers_of=("who",),
    ),
    s.Place: Wording(lambda e, w: f"{w.name(e.who)}: {e.area or 'no area'}{format_reason(e.why)}"),
    s.Engage: Wording(describe_engage),
    s.Crew: Wording(describe_crew),
    s.AddCondition: Wording(describe_add_condition),
    s.EndCondition: Wording(describe_end_condition),
    s.Kill: Wording(make_template_phrase("{who} is dead")),
    s.Revive: Wording(make_template_phrase("{who} lives")),
    s.Remove: Wording(make_template_phrase("{who} leaves the fight")),
    s.Return: Wording(make_template_phrase("{who} is back in the fight")),
    s.Rename: Wording(
        lambda e, w: f"{e.was or 'somebody'} is called {e.name} now{format_reason(e.why)}"
    ),
    s.HandOver: Wording(
        lambda e, w: (
            f"{e.player or w.term('referee')} speaks for {w.name(e.who)}{format_reason(e.why)}"
        )
    ),
    s.Arm: Wording(
        lambda e, w: (
            f"{w.name(e.who)} has {e.weapon.name} ({' '.join([e.weapon.dice, *e.weapon.tags])})"
            f"{format_reason(e.why)}"
        ),
        numbers_of=("who",),
    ),
    s.Disarm: Wording(make_template_phrase("{who} no longer has {weapon}")),
}
"""The words of every statement."""
