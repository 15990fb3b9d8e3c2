"""What a what-if says beside its events: how somebody set out to give aid, who stands otherwise
when it goes on, and what came of it. A sentence is a list of texts and of names: [name, number]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from combatlog.app.rescue_words import ToldFall
from combatlog.app.strength import judge_look
from events.types.declarations import Aid
from projections.narrative.story_names import StoryNames
from projections.queries.breakdown import Blow
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import Combatant, FightState
from projections.text.words import Words, capitalize, format_score
from replay.recap.played_line import Stop
from replay.recap.rescues import ArmorRescue, Rescue

MOST_NAMED = 3
"""How many who stand otherwise are told."""


class WhatIfWords:
    """The sentences of a what-if. `people` numbers the combatants."""

    def __init__(
        self, told: ToldFall, rescue: Rescue, audience: Audience, people: dict[str, int]
    ) -> None:
        self._told, self._rescue = told, rescue
        self._audience, self._people = audience, people
        self._names = StoryNames(told.state)

    def tell_aid(self, aid: Aid) -> list[Any]:
        """Return “Sefa made ready to give Tam aid, which as it stands nobody did.”"""
        by, to = self._name(aid.by), self._name(aid.target)
        return [_begin(by), " made ready to give ", to, " aid, which as it stands nobody did."]

    def tell_blows(self, recorded: Iterable[Blow], played: Iterable[Blow]) -> list[Any]:
        """Return what blows would have cost with another armor: “In round 1 Ada's axe would have
        cost the ogre 1 instead of 3. ” `recorded` are the blows as they were, `played` as they
        would have been; one that is not among these would have cost nothing. Empty for other
        rescues."""
        who = self._told.fall.who
        is_known = sees_numbers(self._told.state, who, self._audience)
        if not isinstance(self._rescue, ArmorRescue) or not is_known:
            return []
        costs: dict[tuple[int, str, str], list[int]] = {}
        for now in played:
            if now.to == who:
                costs.setdefault((now.round, now.by, now.weapon), []).append(now.lost)
        changed = []
        for was in recorded:
            if was.to == who:
                left = costs.get((was.round, was.by, was.weapon))
                changed.append((was, left.pop(0) if left else 0))
        spans: list[Any] = []
        changed = [(was, cost) for was, cost in changed if cost != was.lost]
        for was, cost in changed[:MOST_NAMED]:
            what = f"{self._names.whose(was.by)} {was.weapon}" if was.by else was.weapon
            when = f"in round {was.round} " if was.round > 0 else "before round 1 "
            if spans:
                spans += ["; ", when, what]
            else:
                spans += [capitalize(when), what, " would have cost ", self._name(who)]
            spans.append(f" {cost or 'nothing'} instead of {was.lost}")
        if len(changed) > MOST_NAMED:
            spans.append("; others would have cost less, too")
        return [*spans, ". "] if spans else []

    def tell_jump(self, state: FightState) -> list[Any]:
        """Return who stands otherwise by then: “By then Tam would have had HP 5 instead of 3.”, or
        what came of it after the fight."""
        if state.ended and self._told.fall.later is not None:
            return self._tell_end(state)
        return self._tell_difference(self._told.fall.play.start.state, state)

    def _tell_difference(self, was: FightState, now: FightState) -> list[Any]:
        who, rescue = self._told.fall.who, self._rescue
        others = [id for id in now.combatants if id != who]
        found = []
        for id in (who, *others):
            one, before = now.combatants.get(id), was.combatants.get(id)
            if one is None or before is None or not sees_numbers(now, id, self._audience):
                continue
            if said := _list_scores(before, one, now):
                found.append((id, said))
        if not found:
            if isinstance(rescue, ArmorRescue):
                instead = f" instead of {rescue.was}" if rescue.was else ""
                named = _begin(self._name(who))
                return [named, f" would have worn armor {rescue.armor}{instead}."]
            return ["By then some would have stood otherwise."]
        spans: list[Any] = ["By then "]
        for nth, (id, said) in enumerate(found[:MOST_NAMED]):
            spans += ["; ", self._name(id)] if nth else [self._name(id)]
            spans.append(f"{' would have had' if not nth else ''} {said}")
        spans.append("; others stood otherwise, too." if len(found) > MOST_NAMED else ".")
        return spans

    def _tell_end(self, state: FightState) -> list[Any]:
        """Return what came of it later: “1 h 10 min after the fight, when Tam died as it stands,
        Tam would have been down, but alive.”"""
        fall, name = self._told.fall, self._name(self._told.fall.who)
        later = Words(state).time(fall.later) if fall.later else ""
        when = f"{later} after the fight" if later else "Behind this"
        did = "died" if fall.end == "dead" else "went down"
        does = "up again" if _is_up(state.combatants[fall.who], state) else "down, but alive"
        return [f"{when}, when ", name, f" {did} as it stands, ", name, f" would have been {does}."]

    def tell_foes(self, state: FightState) -> list[Any]:
        """Return that it would not have ended there: “Tam would not have died 1 h 10 min after the
        fight; but the queen would have stood, and it would have gone on.”"""
        fall, people = self._told.fall, self._told.state.combatants
        side = people[fall.who].side
        foes = [
            self._name(id)
            for id, one in state.combatants.items()
            if one.side != side and _is_up(one, state) and not _is_up(people[id], self._told.state)
        ]
        later = f" {Words(state).time(fall.later)} after the fight" if fall.later else ""
        spans: list[Any] = [_begin(self._name(fall.who)), f" would not have died{later}; but "]
        for nth, foe in enumerate(foes):
            spans += [" and " if nth == len(foes) - 1 else ", ", foe] if nth else [foe]
        return [*spans, " would have stood, and it would have gone on."]

    def _name(self, id: str) -> list[Any]:
        """Return the span of a name."""
        return [self._names.name(id), self._people[id]]


def _is_up(one: Combatant, state: FightState) -> bool:
    return judge_look(one, state) in ("unhurt", "hurt")


def _begin(name: list[Any]) -> list[Any]:
    """Return a name at the beginning of a sentence."""
    return [capitalize(name[0]), name[1]]


def join_spans(spans: list[Any]) -> str:
    """Return a sentence as text."""
    return "".join(span if isinstance(span, str) else span[0] for span in spans)


def _list_scores(was: Combatant, now: Combatant, state: FightState) -> str:
    """Return the scores that are otherwise: “HP 5 instead of 3”; empty if none is."""
    return ", ".join(
        f"{score} {format_score(state.game, score, value)} instead of "
        f"{format_score(state.game, score, was.scores[score])}"
        for score, value in now.scores.items()
        if was.scores.get(score, value) != value
    )


def describe_outcome(
    who: str, state: FightState, audience: Audience, stop: Stop = "turn", line: str = ""
) -> str:
    """Return how somebody stands where a what-if stops, and why it stops there: “Here Sam stands,
    HP 0, STR 4; nobody rolled further.” `line` names the line that it left."""
    stands = f"Here {_describe_fate(who, state, audience)}"
    return f"{stands}; {_STOPS[stop].format(round=state.round, line=line)}."


_STOPS: dict[Stop, str] = {
    "turn": "nobody rolled further",
    "round": "round {round} is over, and nobody declared what came next",
    "dice": "what came next needs a die that nobody rolled",
    "line": "{line} ends here, too",
    "long": "it is followed no further",
    "foes": "foes stand who had fallen, so that the fight would have gone on",
}
"""Why a what-if ends, in words."""


def _describe_fate(who: str, state: FightState, audience: Audience) -> str:
    one, name = state.combatants[who], StoryNames(state).name(who)
    look = judge_look(one, state)
    if one.standing != "in":
        is_out = "is dead" if one.standing == "dead" else f"has {one.how or 'left'}"
        return f"{name} {is_out}"
    scores = ""
    if sees_numbers(state, who, audience):
        least = [score for score, now in one.scores.items() if now < one.maxima.get(score, now)]
        scores = "".join(
            f", {score} {format_score(state.game, score, one.scores[score])}" for score in least
        )
    does = {"down": "is down, but alive", "held": "is held"}.get(look, "stands")
    return f"{name} {does}{scores}"
