"""The consequences for a combatant: wounds, conditions, losses, death."""

from __future__ import annotations

import re
from collections.abc import Sequence

from events.types import outcomes as o, statements as s
from events.types.declarations import Manoeuvre
from events.types.sheets import Bars, Sheet, Wound
from projections.narrative.context import Context, is_state, is_verb_phrase, tell_deed
from projections.narrative.dice_notes import note_change
from projections.narrative.passage import emphasize, quote
from projections.queries.visibility import LEFT_OUT
from projections.state.fight_state import DISABLING, Combatant
from projections.text.prose import Prose, prose
from projections.text.words import is_thing, name_subject

_NUMBER = re.compile(r" \d+$")


def choose_wound_key(wound: Wound, craft: bool) -> str:
    """Return the key of the sentence for a wound."""
    if craft and wound.due:
        return "wound.craft"
    if wound.row:
        return "wound.scar"
    if wound.grade:
        return "wound.graded"
    return "wound.fell" if wound.due else "wound.other"


def strip_number(label: str) -> str:
    """Return a wound's label without the number that tells it from another: “critical damage” of
    “critical damage 2”."""
    return _NUMBER.sub("", label)


def find_text_beyond_name(wound: Wound) -> str:
    """Return what a wound's text adds to its name."""
    if wound.text in ("", wound.name, f"a {wound.name}", f"an {wound.name}"):
        return ""
    return wound.text


def join_name_and_text(wound: Wound, name: str) -> str:
    """Return the name with the text behind it: “bleeding from the torso”."""
    text = find_text_beyond_name(wound)
    if not text:
        return name
    shared = {*_WORD.findall(text)}.intersection(_WORD.findall(name))
    return text if shared else f"{name}, {text}"


_OUT = "out of action"

_CRAWLING = "can only crawl"

_WORD = re.compile(r"\w+")


class Consequences:
    """Tells what happens to combatants, each in the beat about them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._bars: dict[tuple[str, str], Bars] = {}
        self._effect = ""
        self._effects: dict[str, set[str]] = {}
        self._said: set[tuple[str, str]] = set()
        self._locks: set[tuple[str, str, str]] = set()

    def end(self) -> None:
        """Start empty for the next passage."""
        self._effects, self._said, self._locks = {}, set(), set()

    def keep_lock(self, said: Manoeuvre) -> None:
        """Keep that a lock was told, before its condition begins."""
        self._locks.add((said.by, said.weapon, said.target))

    def keep_sheet(self, sheet: Sheet) -> None:
        """Keep what the conditions on a joining combatant's sheet bar."""
        for each in sheet.conditions:
            self._bars[(sheet.id, each.name)] = each.bars

    def tell_wound(self, event: o.WoundTaken) -> None:
        """Tell a wound or a scar, with what it awaits."""
        context, wound = self._context, event.wound
        who, craft = context.name(event.who), context.craft(event.who)
        name, text = emphasize(wound.name), find_text_beyond_name(wound)
        awaits = wound.awaits if wound.awaits not in text else ""
        waits = context.say("wound.awaits", awaits=awaits) if awaits else ""
        is_foe = wound.text == _OUT and not craft and self._is_creature(event.who)
        numbered = any(letter.isdigit() for letter in text)
        draft = context.page.of(event.who)
        draft.settle()
        if wound.text == _OUT:
            values = {"who": who, "text": emphasize(text), "awaits": "" if is_foe else waits}
            draft.tell(
                context.say("wound.out", **values), apart=context.say_apart("wound.out", **values)
            )
        else:
            key = choose_wound_key(wound, craft)
            if key == "wound.fell" and self._is_down(event):
                key = "wound.worse"
            if wound.grade:
                name = emphasize(context.voice.plain("wound.grade", {"grade": wound.grade}))
                text = join_name_and_text(wound, wound.name)
            sentence: Prose | str = ""
            if text == _CRAWLING:
                sentence = context.say("wound.text-crawling")
            elif text.startswith(" "):
                sentence = text
            elif text and not numbered:
                sentence = context.say("wound.text", text=quote(text))
            values = {"who": who, "wound": name, "text": sentence, "awaits": waits}
            draft.tell(context.say(key, **values), apart=context.say_apart(key, **values))
        if is_foe and awaits:  # of a foe, whether anybody helps is seldom of interest
            draft.show(context.say("dice.needs", awaits=awaits))
        if numbered:
            draft.show(quote(text))
        if not (craft and numbered):  # its text says how much time is left
            draft.show(*self._note_wound(wound, craft))

    def _is_creature(self, who: str) -> bool:
        one = self._context.one(who)
        return one is not None and one.kind == "npc"

    def _is_down(self, event: o.WoundTaken) -> bool:
        """Return whether the combatant was down before this wound."""
        words, one, label = self._context.words, self._context.one(event.who), event.wound.label
        brief = (*words.terms("untold"), *words.terms("passing"))
        return one is not None and any(
            each.bars in DISABLING and each.source != label and each.name not in brief
            for each in one.conditions
        )

    def _note_wound(self, wound: Wound, craft: bool) -> list[Prose]:
        """Return the small print: the row of the scar table, the time that is left."""
        context = self._context
        dice = [context.say("dice.row", row=str(wound.row))] if wound.row else []
        if wound.due:
            time = context.words.time(max(0, wound.due - context.state.clock))
            if craft or not wound.awaits:
                dice.append(context.say("dice.due-craft", time=time))
            else:
                dice.append(context.say("dice.due", time=time, awaits=wound.awaits))
        return dice

    def tell_tending(self, event: o.WoundTended) -> None:
        """Tell that a wound no longer kills."""
        context = self._context
        waits = context.say("wound.tended-awaits", awaits=event.awaits) if event.awaits else ""
        whose, wound = context.whose(event.who), emphasize(strip_number(event.wound))
        values = {"who": context.name(event.who), "whose": whose, "wound": wound, "awaits": waits}
        told, draft = context.say("wound.tended", **values), context.page.of(event.who)
        is_named = len(draft.story) == 1 and draft.by not in ("", event.who)
        after = context.say("wound.tended-it", wound=wound, awaits=waits) if is_named else told
        draft.tell(after, apart=told)

    def describe_closing(self, event: o.WoundClosed, risen: bool = False) -> Prose:
        """Return the sentence on a wound that waits for nothing more; nothing for the dead.
        `risen`: also that its bearer, who was down by it, can act again."""
        context, one = self._context, self._context.one(event.who)
        if one is not None and one.standing == "dead":
            return ()
        wound = strip_number(event.wound)
        if risen:
            key = "condition.on-feet-over"
            return context.say(key, who=context.name(event.who), wound=emphasize(wound))
        state = "-state" if is_state(context, wound) else ""
        key = f"wound.{'over' if event.healed else 'healed'}{state}"
        return context.say(key, who=context.name(event.who), wound=emphasize(wound))

    def tell_conditions(self, who: str, began: list[o.ConditionBegan]) -> None:
        """Tell the conditions that began for a combatant, states in one sentence; nothing of the
        dead."""
        context, name = self._context, self._context.name(who)
        one = context.one(who)
        if one is not None and one.standing == "dead":
            return
        silent = context.voice.words("condition.untold")
        began = [
            each
            for each in began
            if each.condition not in silent
            and (who, each.condition) not in self._said
            and not self._is_lock_told(each)
        ]
        things = [each for each in began if is_thing(each.condition)]
        states = [each for each in began if each not in things]
        for event in things:
            context.add(
                who, context.say("condition.had", who=name, what=self.describe_condition(event))
            )
        if not states:
            return
        if context.craft(who):
            self._tell_of_craft(who, states)
            return
        what = context.join([self.describe_condition(each) for each in states])
        if not any(each.bars in DISABLING for each in states):
            context.add(who, context.say("condition.is", who=name, what=what))
        else:  # not before the last deed of somebody who was still standing then
            known = f"condition.begun.{states[0].condition}"
            key = known if len(states) == 1 and context.voice.has(known) else "condition.down"
            apart = context.say_apart(key, who=name, what=what)
            down = context.say(key, who=name, what=what)
            context.page.end_of(who).tell(down, apart=apart)

    def _tell_of_craft(self, who: str, states: list[o.ConditionBegan]) -> None:
        """Tell the conditions of a craft: its states in one sentence, its locks and parts each in
        one of their own."""
        context, told = self._context, self._effects.get(who, set())
        kinds: dict[tuple[str, int], list[Prose]] = {}
        for at, each in enumerate(states):
            if told.issuperset(_WORD.findall(each.condition)):
                continue  # “fire on board” has told “on fire”
            kind = self._find_craft_kind(each)
            place = 0 if kind == "craft" else at
            kinds.setdefault((kind, place), []).append(self.describe_condition(each))
        for (kind, _), what in kinds.items():
            values = {"who": context.name(who), "what": context.join(what)}
            context.add(who, context.say(f"condition.{kind}", **values))

    def _find_craft_kind(self, event: o.ConditionBegan) -> str:
        """Return the key for a craft's condition: a part that is out, a lock, or a state."""
        words = event.condition.split(" ")
        if event.about:
            return "locked" if self._is_lock(event.condition) else "about"
        return "out" if words[-1] == "out" and len(words) > 1 else "craft"

    def keep_bars(self, event: o.ConditionBegan | s.AddCondition) -> None:
        """Keep what a condition bars."""
        self._bars[(event.who, event.condition)] = event.bars

    def describe_condition(
        self, event: o.ConditionBegan | s.AddCondition | s.EndCondition
    ) -> Prose:
        """Return a condition with its subject: “exposed (Troll)”."""
        context = self._context
        return self._describe_condition(event.who, event.condition, event.about) or context.name(
            event.who
        )

    def _describe_condition(self, who: str, condition: str, about: str) -> Prose:
        context, one = self._context, self._context.one(who)
        if not about or one is None:
            return emphasize(condition)
        named: Prose = prose(name_subject(context.state, one, about))
        if about in context.state.combatants:
            named = context.name(about)
        bare, _, effect = condition.partition(context.voice.plain("condition.lock-effect"))
        if context.craft(who) and self._is_lock(bare):
            lock: dict[str, Prose] = {"what": emphasize(bare), "about": named}
            aim = context.say("condition.lock-aim", effect=effect) if effect else ""
            return context.say("condition.lock", **lock, effect=aim)
        towards = condition in context.voice.words("condition.towards")
        key = "condition.pair-to" if towards else "condition.pair"
        return context.say(key, what=emphasize(condition), about=named)

    def _is_lock_told(self, event: o.ConditionBegan) -> bool:
        return self._is_lock(event.condition) and any(
            (event.who, event.about) == (by, target) and event.condition.startswith(f"{weapon} ")
            for by, weapon, target in self._locks
        )

    def _is_lock(self, condition: str) -> bool:
        return not self._context.voice.words("condition.locks").isdisjoint(condition.split(" "))

    def describe_end(self, event: o.ConditionEnded) -> Prose:
        """Return the sentence on the end of a condition. The end of a wound's condition only tells
        that its bearer can act again. Nothing for conditions with other words, and for those down
        for good."""
        context = self._context
        bars, one = self._bars.pop((event.who, event.condition), ""), context.one(event.who)
        silent = (*context.words.terms("untold"), *context.words.terms("passing"))
        if one is None or event.condition in silent or one.standing != "in":
            return ()
        name = context.name(event.who)
        if event.source:
            down = bars in DISABLING and not any(each.bars in DISABLING for each in one.conditions)
            again = "on-feet-craft" if context.craft(event.who) else "on-feet"
            return context.say(f"condition.{again}", who=name) if down else ()
        if context.craft(event.who):
            return ()
        known = f"condition.over.{event.condition}"
        if not event.about and context.voice.has(known):
            return context.say(known, who=name)
        key = "ended-had" if is_thing(event.condition) else "ended"
        what = self._describe_condition(event.who, event.condition, event.about)
        return context.say(f"condition.{key}", who=name, what=what)

    def tell_death(self, event: o.Died) -> None:
        """Tell a death, with its cause unless that was just told."""
        context, one = self._context, self._context.one(event.who)
        person = one is None or one.scale == "individual"
        died = emphasize(context.voice.plain(f"death.{'died' if person else 'was-destroyed'}"))
        killed = emphasize(context.voice.plain(f"death.{'killed' if person else 'destroyed'}"))
        draft = context.page.end_of(event.who)
        by_weapon = bool(draft.weapon) and event.of.endswith(draft.weapon)
        of_it = by_weapon or (bool(draft.why) and event.of.endswith(draft.why))
        numbered = one is not None and event.of.split(" ")[0] in one.scores  # “STR 0”
        state = one is not None and is_state(context, event.of) and _is_in(one, event.of)
        blow = "of-it" if person else "of-it-craft"
        key = blow if of_it else "bare" if numbered else "state" if state else "cause"
        draft.drop_states()
        values = {"who": context.name(event.who), "died": died, "killed": killed}
        is_blow = of_it or numbered
        draft.settle(context.say("death.coming", **values) if is_blow else ())
        values["of"] = context.retell(event.of)
        told_apart = "by-weapon" if by_weapon else "by" if of_it else key
        apart = context.say_apart(f"death.{told_apart}", **values)
        draft.tell(context.say(f"death.{key}", **values), apart=apart)
        if numbered and context.sees(event.who) and not draft.shows(event.of.split(" ")[0]):
            draft.show(quote(event.of))

    def tell_effect(self, event: o.EffectTold) -> None:
        """Tell an effect in its own words. Those with a number stand in the small print, and are
        hidden from players who may not see it."""
        context = self._context
        self._effect = event.text
        self._effects.setdefault(event.who, set()).update(_WORD.findall(event.text))
        if event.text == LEFT_OUT:
            return
        if any(letter.isdigit() for letter in event.text):
            if context.sees(event.who):
                name = context.label(event.who)
                context.add(
                    event.who, (), context.say("dice.effect", who=name, text=quote(event.text))
                )
        elif is_state(context, event.text):
            context.page.of(event.who).tell_state(self._describe_effect(event))
        else:
            context.add(event.who, self._describe_effect(event))
            context.page.of(event.who).effect = event.text

    def _describe_effect(self, event: o.EffectTold) -> Prose:
        """Return the sentence on an effect. It names the attacker, so that the deed is not read as
        the victim's own."""
        context, text = self._context, quote(event.text)
        if is_state(context, event.text):
            self._said.add((event.who, event.text))
            return context.say("trial.effect.is", **_list_effect_values(context, event))
        if event.of and event.of != event.who:
            if is_verb_phrase(context, event.text):
                return tell_deed(context, event.of, event.text)
            return context.say("deed.by", whose=context.whose(event.of), what=text)
        if context.craft(event.who):
            return context.say("deed.aboard", who=context.name(event.who), what=text)
        return tell_deed(context, event.who, event.text)

    def tell_change(self, events: Sequence[o.ScoreChanged | o.MaximumChanged]) -> None:
        """Tell a score that neither a blow nor a rest changed, with its maximum."""
        context = self._context
        event = next((each for each in events if isinstance(each, o.MaximumChanged)), events[0])
        more = event.now > event.was
        known = event.why == self._effect or event.why in context.voice.words("score.plain")
        if isinstance(event, o.MaximumChanged):
            bare = "-bare" if known or not event.why else ""
            key = f"score.{'raised' if more else 'lowered'}{bare}"
        else:
            why = "-why" if event.why and not known else ""
            key = f"score.{'gained' if more else 'lost'}{why}"
        name = context.name(event.who)
        sentence = context.say(key, who=name, score=event.score, why=context.reason(event.why))
        draft = context.page.of(event.who)
        if key in ("score.lost", "score.gained") and draft.story:
            draft.tell(context.say(f"{key}-it", score=event.score), apart=sentence)
        else:
            draft.tell(sentence)
        draft.show(*(note_change(context, each) for each in events))


def _list_effect_values(context: Context, event: o.EffectTold) -> dict[str, Prose | str]:
    """Return the fields for the sentence of an effect."""
    return {
        "who": context.name(event.who),
        "versus": "",
        "why": "",
        "what": quote(event.text),
        "state": emphasize(event.text),
        "patient": "",
    }


def _is_in(one: Combatant, state: str) -> bool:
    """Return whether a combatant is in a condition, or has a wound, of this name."""
    return any(each.name == state for each in one.conditions) or any(
        each.label == state for each in one.wounds
    )
