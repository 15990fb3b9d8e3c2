"""What becomes of somebody: wounds, conditions, losses, death."""

from __future__ import annotations

from events import outcomes as o
from events import statements as s
from events.sheets import Bars, Sheet, Wound
from projections.prose import Prose, Span
from projections.tale.desk import Desk
from projections.tale.page import said, strong
from projections.tale.smallprint import change_dice
from projections.words import concern, is_thing

_DOWN = ("everything", "all but crawling")
"""What keeps somebody from acting."""

_OUT = "out of action"


class Fates:
    """Tells what has become of people, in the beat that is about them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bars: dict[tuple[str, str], Bars] = {}
        self._effect = ""

    def joined(self, sheet: Sheet) -> None:
        """Somebody brings conditions with them."""
        for each in sheet.conditions:
            self._bars[(sheet.id, each.name)] = each.bars

    def wound(self, event: o.WoundTaken) -> None:
        """A wound or a scar, with what it awaits."""
        desk, wound = self._desk, event.wound
        who, craft = desk.name(event.who), desk.craft(event.who)
        name, text = strong(wound.name), _text(wound)
        awaits = wound.awaits if wound.awaits not in text else ""
        waits = desk.say("wound.awaits", awaits=awaits) if awaits else ""
        numbered = any(letter.isdigit() for letter in text)
        draft = desk.page.of(event.who)
        draft.settle()
        if wound.text == _OUT:
            draft.tell(desk.say("wound.out", who=who, text=strong(text), awaits=waits))
        else:
            key = _kind(wound, craft)
            if wound.grade:
                name = strong(desk.voice.plain("wound.grade", {"grade": wound.grade}))
                text = _adding(wound, wound.name)
            told = desk.say("wound.text", text=said(text)) if text and not numbered else ""
            if text.startswith(" "):
                told = text
            draft.tell(desk.say(key, who=who, wound=name, text=told, awaits=waits))
        if numbered:
            draft.show(said(text))
        if not (craft and numbered):  # its text says how long there is
            draft.show(*self._wound_dice(wound, craft))

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
        values = {"whose": desk.whose(event.who), "wound": strong(event.wound)}
        desk.add(event.who, desk.say("wound.tended", **values, awaits=waits))

    def closed(self, event: o.WoundClosed) -> None:
        """It waits for nothing more."""
        desk = self._desk
        key = "wound.over" if event.healed else "wound.healed"
        told = desk.say(key, whose=desk.whose(event.who), wound=strong(event.wound))
        desk.add(event.who, told)

    def conditions(self, who: str, began: list[o.ConditionBegan]) -> None:
        """What somebody is in now, in one sentence."""
        desk, name = self._desk, self._desk.name(who)
        things = [each for each in began if is_thing(each.condition)]
        states = [each for each in began if each not in things]
        for event in things:
            desk.add(who, desk.say("condition.had", who=name, what=self.called(event)))
        if not states:
            return
        if desk.craft(who):
            for each in states:
                key = "condition.about" if each.about else "condition.craft"
                desk.add(who, desk.say(key, who=name, what=self.called(each)))
            return
        what = desk.listed([self.called(each) for each in states])
        key = "condition.down" if any(each.bars in _DOWN for each in states) else "condition.is"
        desk.add(who, desk.say(key, who=name, what=what))

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
            down = bars in _DOWN and not any(each.bars in _DOWN for each in one.conditions)
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
        draft = desk.page.of(event.who)
        of_it = bool(draft.weapon) and event.of.endswith(draft.weapon)
        numbered = one is not None and event.of.split(" ")[0] in one.scores  # “STR 0”
        key = "of-it" if of_it else "bare" if numbered else "cause"
        draft.settle()
        values = {"who": desk.name(event.who), "died": died, "killed": killed}
        draft.tell(desk.say(f"death.{key}", **values, of=said(event.of)))
        if numbered and desk.sees(event.who):
            draft.show(said(event.of))

    def effect(self, event: o.EffectTold) -> None:
        """An effect in its own words; nothing to players of what may have a number of others."""
        desk = self._desk
        self._effect = event.text
        if any(letter.isdigit() for letter in event.text):
            if desk.sees(event.who):
                name = desk.name(event.who)
                desk.add(event.who, (), desk.say("dice.effect", who=name, text=said(event.text)))
        else:
            told = deed(desk, event.who, event.text)
            desk.add(event.who, told)

    def change(self, event: o.ScoreChanged | o.MaximumChanged) -> None:
        """A score that changes by anything else than a blow or a rest."""
        desk = self._desk
        more = event.now > event.was
        if isinstance(event, o.MaximumChanged):
            key = "score.raised" if more else "score.lowered"
        else:
            known = event.why == self._effect or event.why in desk.voice.words("score.plain")
            why = "-why" if event.why and not known else ""
            key = f"score.{'gained' if more else 'lost'}{why}"
        name = desk.name(event.who)
        told = desk.say(key, who=name, score=event.score, why=said(event.why))
        desk.add(event.who, told, change_dice(desk, event))


def deed(desk: Desk, who: str, what: str, kind: str = "") -> Prose:
    """What somebody does in the player's own words: “Bix seals the hatch”, “Bix: a song”. `kind`
    is how it came out (`passed`, `failed`), or `named` where it is not done but happens."""
    key = {"": "done", "named": "named"}.get(kind, kind)
    if key != "named" and not _is_done(desk, what):
        key = "named" if key == "done" else f"named-{key}"
    return desk.say(f"deed.{key}", who=desk.name(who), what=said(what))


def _is_done(desk: Desk, what: str) -> bool:
    """Does it begin with what somebody does? “climbs”, not “a song”."""
    first = what.split(" ")[0].rstrip("!?.,;:")
    voice = desk.voice
    if first in voice.words("deed.verbs"):
        return True
    ends, others = tuple(voice.words("deed.ends")), tuple(voice.words("deed.not-ends"))
    return (
        len(first) > 3 and first.islower() and first.endswith(ends) and not first.endswith(others)
    )


def _kind(wound: Wound, craft: bool) -> str:
    """The key that tells a wound."""
    if craft and wound.due:
        return "wound.craft"
    if wound.row:
        return "wound.scar"
    if wound.grade:
        return "wound.graded"
    return "wound.fell" if wound.due else "wound.other"


def _text(wound: Wound) -> str:
    """What its text adds to its name."""
    if wound.text in ("", wound.name, f"a {wound.name}", f"an {wound.name}"):
        return ""
    return wound.text


def _adding(wound: Wound, name: str) -> str:
    """The same behind the name: “bleeding from the torso”."""
    text = _text(wound)
    return text if text.startswith(f"{name} ") else f"{name}, {text}" if text else name
