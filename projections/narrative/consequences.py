"""What becomes of somebody: wounds, conditions, losses, death."""

from __future__ import annotations

import re
from collections.abc import Sequence

from events.types import outcomes as o
from events.types import statements as s
from events.types.sheets import Bars, Sheet, Wound
from projections.narrative.context import Desk, deed, is_state
from projections.narrative.dice_notes import change_dice
from projections.narrative.passage import said, strong
from projections.state.fight_state import DISABLING, Combatant
from projections.text.prose import Prose, Span
from projections.text.words import concern, is_thing

_NUMBER = re.compile(r" \d+$")


def kind(wound: Wound, craft: bool) -> str:
    """The key that tells a wound."""
    if craft and wound.due:
        return "wound.craft"
    if wound.row:
        return "wound.scar"
    if wound.grade:
        return "wound.graded"
    return "wound.fell" if wound.due else "wound.other"


def unnumbered(label: str) -> str:
    """A wound's label without what tells it from another one: “critical damage”, of the second."""
    return _NUMBER.sub("", label)


def added(wound: Wound) -> str:
    """What its text adds to its name."""
    if wound.text in ("", wound.name, f"a {wound.name}", f"an {wound.name}"):
        return ""
    return wound.text


def adding(wound: Wound, name: str) -> str:
    """The same behind the name: “bleeding from the torso”."""
    text = added(wound)
    if not text:
        return name
    return text if {*text.split(" ")}.intersection(name.split(" ")) else f"{name}, {text}"


_OUT = "out of action"

_WORD = re.compile(r"\w+")


class Fates:
    """Tells what has become of people, in the beat that is about them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bars: dict[tuple[str, str], Bars] = {}
        self._effect = ""
        self._effects: dict[str, set[str]] = {}
        self._said: set[tuple[str, str]] = set()

    def end(self) -> None:
        """The next passage begins anew."""
        self._effects, self._said = {}, set()

    def joined(self, sheet: Sheet) -> None:
        """Somebody brings conditions with them."""
        for each in sheet.conditions:
            self._bars[(sheet.id, each.name)] = each.bars

    def wound(self, event: o.WoundTaken) -> None:
        """A wound or a scar, with what it awaits."""
        desk, wound = self._desk, event.wound
        who, craft = desk.name(event.who), desk.craft(event.who)
        name, text = strong(wound.name), added(wound)
        awaits = wound.awaits if wound.awaits not in text else ""
        waits = desk.say("wound.awaits", awaits=awaits) if awaits else ""
        numbered = any(letter.isdigit() for letter in text)
        draft = desk.page.of(event.who)
        draft.settle()
        if wound.text == _OUT:
            draft.tell(desk.say("wound.out", who=who, text=strong(text), awaits=waits))
        else:
            key = kind(wound, craft)
            if key == "wound.fell" and self._is_down(event):
                key = "wound.worse"
            if wound.grade:
                name = strong(desk.voice.plain("wound.grade", {"grade": wound.grade}))
                text = adding(wound, wound.name)
            told = desk.say("wound.text", text=said(text)) if text and not numbered else ""
            if text.startswith(" "):
                told = text
            draft.tell(desk.say(key, who=who, wound=name, text=told, awaits=waits))
        if numbered:
            draft.show(said(text))
        if not (craft and numbered):  # its text says how long there is
            draft.show(*self._wound_dice(wound, craft))

    def _is_down(self, event: o.WoundTaken) -> bool:
        """Was somebody down before this wound?"""
        words, one, label = self._desk.words, self._desk.one(event.who), event.wound.label
        brief = (*words.terms("untold"), *words.terms("passing"))
        return one is not None and any(
            each.bars in DISABLING and each.source != label and each.name not in brief
            for each in one.conditions
        )

    def _wound_dice(self, wound: Wound, craft: bool) -> list[Prose]:
        """The row of the table, the time that is left."""
        desk = self._desk
        dice = [desk.say("dice.row", row=str(wound.row))] if wound.row else []
        if wound.due:
            time = desk.words.time(max(0, wound.due - desk.state.clock))
            if craft or not wound.awaits:
                dice.append(desk.say("dice.due-craft", time=time))
            else:
                dice.append(desk.say("dice.due", time=time, awaits=wound.awaits))
        return dice

    def tended(self, event: o.WoundTended) -> None:
        """It kills no longer."""
        desk = self._desk
        waits = desk.say("wound.tended-awaits", awaits=event.awaits) if event.awaits else ""
        values = {"who": desk.name(event.who), "wound": strong(unnumbered(event.wound))}
        desk.add(event.who, desk.say("wound.tended", **values, awaits=waits))

    def closed(self, event: o.WoundClosed) -> Prose:
        """It waits for nothing more; nothing of the dead."""
        desk, one = self._desk, self._desk.one(event.who)
        if one is not None and one.standing == "dead":
            return ()
        wound = unnumbered(event.wound)
        state = "-state" if is_state(desk, wound) else ""
        key = f"wound.{'over' if event.healed else 'healed'}{state}"
        return desk.say(key, who=desk.name(event.who), wound=strong(wound))

    def conditions(self, who: str, began: list[o.ConditionBegan]) -> None:
        """What somebody is in now, in one sentence."""
        desk, name = self._desk, self._desk.name(who)
        silent = desk.voice.words("condition.untold")
        began = [
            each
            for each in began
            if each.condition not in silent and (who, each.condition) not in self._said
        ]
        things = [each for each in began if is_thing(each.condition)]
        states = [each for each in began if each not in things]
        for event in things:
            desk.add(who, desk.say("condition.had", who=name, what=self.called(event)))
        if not states:
            return
        if desk.craft(who):
            told = self._effects.get(who, set())
            for each in states:
                if told.issuperset(_WORD.findall(each.condition)):
                    continue  # “fire on board”: on fire
                key = f"condition.{self._craft_kind(each)}"
                desk.add(who, desk.say(key, who=name, what=self.called(each)))
            return
        what = desk.listed([self.called(each) for each in states])
        key = "condition.down" if any(each.bars in DISABLING for each in states) else "condition.is"
        desk.add(who, desk.say(key, who=name, what=what))

    def _craft_kind(self, event: o.ConditionBegan) -> str:
        """The key for what a craft is in: a part of it that is out, a lock, a state."""
        words = event.condition.split(" ")
        if event.about:
            locked = self._desk.voice.words("condition.locks").intersection(words)
            return "locked" if locked else "about"
        return "out" if words[-1] == "out" and len(words) > 1 else "craft"

    def began(self, event: o.ConditionBegan | s.AddCondition) -> None:
        """Keep in mind what it bars."""
        self._bars[(event.who, event.condition)] = event.bars

    def called(self, event: o.ConditionBegan | s.AddCondition | s.EndCondition) -> Prose:
        """A condition, with what it is about: “exposed (Troll)”."""
        desk = self._desk
        return self._called(event.who, event.condition, event.about) or desk.name(event.who)

    def _called(self, who: str, condition: str, about: str) -> Prose:
        desk, one = self._desk, self._desk.one(who)
        if not about or one is None:
            return strong(condition)
        other = about if about in desk.state.combatants else ""
        named: Prose = (Span(concern(desk.state, one, about), "", other),)
        return desk.say("condition.pair", what=strong(condition), about=named)

    def ended(self, event: o.ConditionEnded) -> Prose:
        """A condition ends; that one of a wound keeps somebody down no longer, too. Nothing of
        what is told by other words, and of those who are down for good."""
        desk = self._desk
        bars, one = self._bars.pop((event.who, event.condition), ""), desk.one(event.who)
        silent = (*desk.words.terms("untold"), *desk.words.terms("passing"))
        if one is None or event.condition in silent or one.standing != "in":
            return ()
        name = desk.name(event.who)
        if event.source:
            down = bars in DISABLING and not any(each.bars in DISABLING for each in one.conditions)
            again = "on-feet-craft" if desk.craft(event.who) else "on-feet"
            return desk.say(f"condition.{again}", who=name) if down else ()
        if desk.craft(event.who):
            return ()
        key = "ended-had" if is_thing(event.condition) else "ended"
        what = self._called(event.who, event.condition, event.about)
        return desk.say(f"condition.{key}", who=name, what=what)

    def died(self, event: o.Died) -> None:
        """Who died, and of what, where that is not what was just told."""
        desk, one = self._desk, self._desk.one(event.who)
        person = one is None or one.scale == "individual"
        died = strong(desk.voice.plain(f"death.{'died' if person else 'was-destroyed'}"))
        killed = strong(desk.voice.plain(f"death.{'killed' if person else 'destroyed'}"))
        draft = desk.page.end_of(event.who)
        of_it = any(each and event.of.endswith(each) for each in (draft.weapon, draft.why))
        numbered = one is not None and event.of.split(" ")[0] in one.scores  # “STR 0”
        state = one is not None and is_state(desk, event.of) and _is_in(one, event.of)
        key = "of-it" if of_it else "bare" if numbered else "state" if state else "cause"
        draft.settle()
        values = {"who": desk.name(event.who), "died": died, "killed": killed}
        draft.tell(desk.say(f"death.{key}", **values, of=said(event.of)))
        if numbered and desk.sees(event.who) and not draft.shows(event.of.split(" ")[0]):
            draft.show(said(event.of))

    def effect(self, event: o.EffectTold) -> None:
        """An effect in its own words; nothing to players of what may have a number of others."""
        desk = self._desk
        self._effect = event.text
        self._effects.setdefault(event.who, set()).update(_WORD.findall(event.text))
        if any(letter.isdigit() for letter in event.text):
            if desk.sees(event.who):
                name = desk.name(event.who)
                desk.add(event.who, (), desk.say("dice.effect", who=name, text=said(event.text)))
        else:
            desk.add(event.who, self._effect_told(event))

    def _effect_told(self, event: o.EffectTold) -> Prose:
        """Of whom it is; what an attacker's blow does cannot be read as the victim's doing."""
        desk, text = self._desk, said(event.text)
        if is_state(desk, event.text):
            self._said.add((event.who, event.text))
            return desk.say("trial.effect.is", **_effect_values(desk, event))
        if event.of and event.of != event.who:
            return desk.say("deed.by", whose=desk.whose(event.of), what=text)
        if desk.craft(event.who):
            return desk.say("deed.aboard", who=desk.name(event.who), what=text)
        return deed(desk, event.who, event.text)

    def change(self, events: Sequence[o.ScoreChanged | o.MaximumChanged]) -> None:
        """A score that changes by anything else than a blow or a rest, and its maximum with it."""
        desk = self._desk
        event = next((each for each in events if isinstance(each, o.MaximumChanged)), events[0])
        more = event.now > event.was
        known = event.why == self._effect or event.why in desk.voice.words("score.plain")
        if isinstance(event, o.MaximumChanged):
            bare = "-bare" if known or not event.why else ""
            key = f"score.{'raised' if more else 'lowered'}{bare}"
        else:
            why = "-why" if event.why and not known else ""
            key = f"score.{'gained' if more else 'lost'}{why}"
        name = desk.name(event.who)
        told = desk.say(key, who=name, score=event.score, why=said(event.why))
        desk.add(event.who, told, *(change_dice(desk, each) for each in events))


def _effect_values(desk: Desk, event: o.EffectTold) -> dict[str, Prose | str]:
    """What the sentences of an effect are told with."""
    return {
        "who": desk.name(event.who),
        "versus": "",
        "why": "",
        "what": said(event.text),
        "state": strong(event.text),
    }


def _is_in(one: Combatant, state: str) -> bool:
    """Is somebody in a condition, or does a wound of theirs bear that name?"""
    return any(each.name == state for each in one.conditions) or any(
        each.label == state for each in one.wounds
    )
