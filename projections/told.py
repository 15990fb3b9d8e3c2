"""One event in one sentence, in the past tense, as the chronicle has it."""

from __future__ import annotations

from events import declarations as d
from events import outcomes as o
from events import statements as s
from events.sheets import Wound
from events.vocabulary import AnyEvent
from projections.contests import Contest
from projections.happened import DECLARED, is_critical, is_down
from projections.phrases import phrase
from projections.rolled import check_result, check_rolled
from projections.said import in_it
from projections.words import Words, because, is_craft, joined, plus_minus, possessive, wound_words

_SAVES = {
    "retreat": "a save to get away",
    "clumsy": "a save to handle the weapon",
    "action": "the save it took",
    "called": "a save",
    "critical": "a save against {critical}",
    "scar-save": "a save",
    "effect-save": "a save",
    "morale": "a morale save",
    "death": "a death check",
    "treatment": "an attempt to help",
}


def sentence(event: AnyEvent, w: Words) -> str:
    """One event in a sentence without its capital and its end; empty where it is not told."""
    match event:
        case o.SaveRolled():
            return _save(event, w)
        case o.CheckRolled():
            return _check(event, w)
        case o.EngagementEnded() if not w.state.ended and not is_down(w.state, event.who):
            return f"{w.name(event.who)} was free of the fight"
        case o.WoundTaken():
            if event.wound.due and is_craft(w.state.combatants.get(event.who)):
                return f"{w.name(event.who)} was {event.wound.name}{because(event.wound.text)}"
            return f"{w.name(event.who)} took {_wound(event.wound)}"
        case o.WoundTended():
            return f"{possessive(w.name(event.who))} {event.wound} was tended"
        case o.WoundClosed():
            how = "was over" if event.healed else "healed, and the scar stayed"
            return f"{possessive(w.name(event.who))} {event.wound} {how}"
        case o.ConditionBegan(source="") if event.condition not in w.terms("untold"):
            told = w.condition(event.who, event.condition, event.about)
            craft = is_craft(w.state.combatants.get(event.who))
            return f"{w.name(event.who)}{':' if craft else ' was now'} {told}"
        case o.Died():
            return f"{w.name(event.who)} {_death(event.who, w)}: {event.of}"
        case o.Left():
            verb = {
                "retreated": "got away",
                "fled": "fled",
                "surrendered": "surrendered",
                "routed": "was routed",
            }[event.how]
            return f"{w.name(event.who)} {verb}" + (f" to {event.to}" if event.to else "")
        case o.Moved():
            return f"{w.name(event.who)} moved" + (f" to {event.to}" if event.to else "")
        case d.Burden():
            return f"{w.name(event.who)} {'took up' if event.full else 'put down'} a full pack"
        case o.Acted():
            return f"{w.name(event.who)}: {event.what}"
        case o.Aided():
            return f"{w.name(event.by)} {w.term('aided', 'gave aid to')} {w.name(event.who)}"
        case o.Lapsed():
            return _lapsed(event, w)
        case o.ControlPassed():
            return f"{event.player} went on as {w.name(event.now)}"
        case o.EffectTold():
            return f"{w.name(event.who)}: {event.text}"
        case o.Overruled():
            return f"the {w.term('referee')} ruled: {event.why} (against: {event.problem})"
        case d.PassTime():
            return f"{w.time(event.seconds)} went by"
        case d.EndFight():
            return "so the fight ended" + (f": {event.why}" if event.why else "")
        case _:
            return _statement(event, w)


def _lapsed(event: o.Lapsed, w: Words) -> str:
    """A declaration by its kind, or a deed in the player's own words."""
    if event.what in DECLARED:
        deed = f"{possessive(w.name(event.who))} {w.deed(event.what)}"
        return f"{deed} came to nothing: {event.why}"
    return f"{w.name(event.who)} failed ({event.what}): {event.why}"


def _statement(event: AnyEvent, w: Words) -> str:
    match event:
        case s.Kill():
            said = f"{w.name(event.who)} was dead"
        case s.Revive():
            said = f"{w.name(event.who)} lived after all"
        case s.Remove():
            said = f"{w.name(event.who)} left the fight"
        case s.Return():
            said = f"{w.name(event.who)} was back in the fight"
        case s.AddCondition():
            said = f"{w.name(event.who)}{in_it(event, w, ' was now', ' now had')}"
        case s.EndCondition():
            said = f"{w.name(event.who)}{in_it(event, w, ' was no longer', ' no longer had')}"
        case s.Place():
            said = f"{w.name(event.who)} was in {event.area or 'no area'}"
        case s.SetScore() if event.now is not None:
            stands = w.amount(event.score, event.now)
            said = f"{possessive(w.name(event.who))} {event.score} stood at {stands}"
        case s.HandOver():
            said = f"{event.player or 'the ' + w.term('referee')} spoke for {w.name(event.who)}"
        case (
            s.SetScore()
            | s.SetTrait()
            | s.SetSkill()
            | s.Engage()
            | s.Crew()
            | s.Rename()
            | s.Arm()
            | s.Disarm()
        ):
            return f"the {w.term('referee')} ruled: {phrase(event, w.state)}"
        case _:
            return ""
    return said + (f" ({event.why})" if event.why else "")


def _save(event: o.SaveRolled, w: Words) -> str:
    name, what = w.name(event.who), _what(event.purpose, "a save", w)
    verb = "passed" if event.passed else "failed"
    if not event.face:
        return f"{name} failed {what} without a roll: {event.why}"
    if event.purpose == "manoeuvre":
        numbers = f"({event.against}, rolled {event.face})"
        return f"{name} {verb} {article(event.score)} save for {event.why} {numbers}"
    return f"{name} {verb} {what} ({event.score} {event.against}, rolled {event.face})"


def _check(event: o.CheckRolled, w: Words) -> str:
    save = w.term("save")
    name = w.name(event.who)
    what = _what(event.purpose, "a roll", w).replace("save", save)
    versus = f" against {w.name(event.versus)}" if event.versus else ""
    if not event.faces:
        why = f": {event.why}" if event.why else ""
        return f"{name} {check_result(event)} {what}{versus} without a roll{why}"
    return f"{name} {check_result(event)} {what}{versus} ({event.what}, {check_rolled(event)})"


def _what(purpose: str, otherwise: str, w: Words) -> str:
    critical = w.term("critical", "critical damage")
    return _SAVES.get(purpose, otherwise).format(critical=critical)


def contest(event: o.ContestDecided, held: Contest, w: Words) -> str:
    """Who got the better of whom, with what they rolled."""
    if not event.winner:
        both = " and ".join(w.names(side) for side in held.sides)
        return f"{both} fought, and neither got the better of the other"
    margin = f" by {event.margin}" if event.margin else ""
    others = held.others(event.winner)
    values = joined([plus_minus(held.rolls[id].value) for id in others if id in held.rolls])
    own = held.rolls.get(event.winner)
    numbers = f" ({plus_minus(own.value)} against {values})" if own is not None else ""
    if not margin and not is_critical(event):
        numbers = f" on a tie{held.naturals(event)}"
    stopped = because(event.why) if event.loser else ", without striking a blow"
    return f"{w.name(event.winner)} got the better of {w.names(others)}{margin}{numbers}{stopped}"


def _death(who: str, w: Words) -> str:
    one = w.state.combatants.get(who)
    return "died" if one is None or one.scale == "individual" else "was destroyed"


def _wound(wound: Wound) -> str:
    """“a broken limb (leg)”, “a critical wound: bleeding from the torso”."""
    if wound.grade:
        return f"a {wound.grade} wound: {wound_words(wound, wound.name)}"
    text = f" ({wound.text})" if wound.text and wound.text != wound.name else ""
    return f"{_called(wound.name)}{text}"


def article(name: str) -> str:
    """“an ENG”, “a SYS”: by how it is spoken, as far as its first letter tells."""
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def _called(name: str) -> str:
    """“a broken limb”, “critical damage”; a wound that is called by an adjective is “a scar”."""
    if name.endswith("damage"):
        return name
    if name.endswith(("limb", "wound", "blow", "scar")):
        return article(name)
    return f"a scar, {name}"
