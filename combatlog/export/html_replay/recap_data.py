"""The recap of the page: who fell and what would have saved them, the chances that were missed, and
the rolls that were least likely.

  falls    [name, moments, rows, whole, scores, side, brief, aids, saved] of each who fell, as far
           as `MOST_FALLS`. A moment, when they went down or died, is [seq, words, `down` or
           `dead`, rescues], and words if nothing would have saved them, or none of it can be
           watched; a rescue is words, or [words, place of its what-if]. A row, a blow or
           what stands between, is [seq, kind (`blow`, `save`, `aid`, `gain`),
           words, round (0: before the first, -1: after the fight), how much was dealt, what it
           cost], and for a blow whose losses are known what their scores came to before it and
           after it, all together; `whole` is their most, `scores` their names; `brief` and
           `saved` tell in one line how they fell, and what would have saved them; an aid behind
           that is [seq, words]. The players' side comes first
  fallen   [seq, number] of each of them
  left     [seq, name, words] of each who left the fight, and why
  calls    [seq, name, words] of those who came closest to falling, if their numbers are known
  missed   [who, how often, chances] of each who missed some; a chance is [seq, words]
  rolls    [seqs, words, chance, name] of the least likely results, the least likely first, equal
           ones together; the chance is a part of 1, of this result or of this or more; the name is
           of who rolled
  fought   with odds, sentences that compare the fight with playouts of it
  turns    with odds, [seq, words, sentences] of the chances of every turn before its dice fell
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from combatlog.app.fight_odds import describe_roll, list_readable_rolls
from combatlog.app.recap import (
    describe_death,
    describe_fall,
    describe_fall_briefly,
    describe_round,
    describe_step,
    group_missed,
    list_armor,
    list_falls,
    list_harm,
    name_blow,
)
from combatlog.app.rescue_words import ToldFall, describe_rescues, list_rescue_words
from combatlog.app.survivors import ToldMoment, tell_close_calls, tell_leavings
from combatlog.app.turn_odds import list_fight_odds, list_turn_odds, share_progress
from combatlog.export.html_replay.what_if_data import WhatIfs
from events.types.outcomes import DamageDealt
from projections.queries.visibility import Audience, sees_all
from projections.state.fight_state import FightState
from projections.text.words import Words, capitalize, describe_side
from replay.cores import Progress
from replay.log.event_log import History
from replay.odds.plays import LinePlay, list_plays
from replay.odds.rolls import LikelyRoll
from replay.recap.falls import Fall
from replay.recap.steps import Step, read_step

MOST_FALLS = 40
"""The most who fell, the first ones, whose falls are told."""

MOST_ROLLS = 10
"""The most rolls that are told."""

TOO_LONG = "In a fight as long as this, what would have saved them cannot be watched."

UNLIKELY = 0.2
"""A result is told among the least likely ones if its chance was at most this."""

MOST_COMPARISONS = 2_000
"""The most throws that are compared for the chance of one roll. More take too long for a page that
is written each time a fight is published; `combatlog odds` takes the time."""


def collect_recap(history: History, audience: Audience) -> dict[str, Any]:
    """Return the recap of the present line for an audience, without odds and what-ifs."""
    return Recap(history, audience).tell()


class Recap:
    """The recap of the present line of a log for an audience. Those of other lines follow from it.
    `people` are the ids of those whose numbers the page knows, in their order. `what_ifs` takes
    those that can be watched."""

    def __init__(
        self,
        history: History,
        audience: Audience,
        people: Sequence[str] = (),
        what_ifs: WhatIfs | None = None,
    ) -> None:
        self._history, self._audience, self._people = history, audience, people
        self._falls = list(islice(list_falls(history, audience), MOST_FALLS))
        self._plays = list(list_plays(history))
        self._cards = _write_falls(self._falls, self._plays, what_ifs)
        self._rolls = _list_rolls(history, audience)
        if what_ifs is not None and sees_all(audience):
            _add_other_dice(self._cards, self._falls, what_ifs)
            what_ifs.find_turned(_list_told_dice(self._falls))
        self._moments = {moment[0]: [*moment] for card in self._cards for moment in card[1]}
        if what_ifs is not None and what_ifs.is_too_long and self._cards:
            self._cards[0][1][-1].append(TOO_LONG)

    def tell(self, odds: bool = False, progress: Progress | None = None) -> dict[str, Any]:
        """Return the recap of the present line. `progress` hears of the odds."""
        history, audience = self._history, self._audience

        def share(part: int) -> Progress:
            return share_progress(progress, part, 2)

        return {
            **self._tell(history, self._falls, self._plays, self._cards, self._rolls),
            "fought": list_fight_odds(history, audience, progress=share(0)) if odds else [],
            "turns": [
                [turn.seq, f"{capitalize(turn.when)} ({turn.method})", turn.said]
                for turn in (list_turn_odds(history, audience, progress=share(1)) if odds else ())
            ],
        }

    def tell_line(
        self, line: History, common: int, what_ifs: WhatIfs | None = None, is_what_if: bool = False
    ) -> dict[str, Any]:
        """Return the recap of another line. Its events until `common` are those of the present one:
        what is told of them is the same. `what_ifs` takes those of the others that can be watched.
        Of a what-if it does not say what would have saved those who fell later, since that takes
        as long as all the rest."""

        def recall(fall: Fall) -> ToldFall | None:
            if fall.seq <= common:
                return next((told for told in self._falls if told.fall.seq == fall.seq), None)
            return ToldFall(fall, None, fall.play.after) if is_what_if else None

        falls = list(islice(list_falls(line, self._audience, recall=recall), MOST_FALLS))
        plays = list(list_plays(line))
        shared = {seq: moment for seq, moment in self._moments.items() if seq <= common}
        cards = _write_falls(falls, plays, what_ifs, shared)
        if what_ifs is not None and sees_all(self._audience):
            own = [told for told in falls if told.fall.seq > common]
            _add_other_dice(cards, own, what_ifs)
            what_ifs.find_turned(_list_told_dice(own))
        rolls = [roll for roll in self._rolls if roll.rows[-1][0] <= common]
        rolls += _list_rolls(line, self._audience, common)
        return {**self._tell(line, falls, plays, cards, rolls), "fought": [], "turns": []}

    def _tell(
        self,
        history: History,
        falls: Sequence[ToldFall],
        plays: Sequence[LinePlay],
        cards: Sequence[list[Any]],
        rolls: Sequence[LikelyRoll],
    ) -> dict[str, Any]:
        """Return what the recap of any line tells."""
        audience, people = self._audience, self._people
        state = history.state(len(history))
        return {
            "falls": cards,
            "fallen": [
                [told.fall.seq, people.index(told.fall.who)]
                for told in falls
                if told.fall.who in people
            ],
            "left": _name_moments(tell_leavings(plays, state, audience), state),
            "calls": _name_moments(tell_close_calls(plays, state, audience), state),
            "missed": [
                [group.who, group.often, [[each.seq, f"{said}."] for each, said in group.missed]]
                for group in group_missed(history)
            ],
            "rolls": _write_unlikely(rolls),
        }


def _write_falls(
    falls: Sequence[ToldFall],
    plays: Sequence[LinePlay],
    what_ifs: WhatIfs | None = None,
    shared: Mapping[int, list[Any]] | None = None,
) -> list[list[Any]]:
    """Return the cards of those who fell. Moments that are `shared` with another line, by their
    events, are told as there."""
    return [
        _write_fall(moments, what_ifs, shared or {}, _list_later_aids(moments[-1], plays))
        for moments in _join_falls(falls)
    ]


def _add_other_dice(
    cards: Sequence[list[Any]], falls: Sequence[ToldFall], what_ifs: WhatIfs
) -> None:
    """Add to the moments what other dice of their turns would have done, as the stage offers it."""
    rescues = {moment[0]: moment[3] for card in cards for moment in card[1]}
    for told in falls:
        for said, place in what_ifs.find_more(told):
            rescues[told.fall.seq].append([f"{capitalize(said)}.", place])


def _join_falls(falls: Sequence[ToldFall]) -> list[list[ToldFall]]:
    """Return the falls, those of one who went down and died of it together; of the players' sides
    first."""
    cards: list[list[ToldFall]] = []
    for told in falls:
        down = told.fall.down and told.fall.down.seq
        card = next((card for card in cards if down and card[-1].fall.seq == down), None)
        if card is None:
            cards.append([told])
        else:
            card.append(told)
    return sorted(cards, key=lambda card: not _is_ours(card[-1]))


def _is_ours(told: ToldFall) -> bool:
    """Return whether players' characters or their followers are on the side of who fell."""
    people = told.state.combatants
    side = people[told.fall.who].side
    return any(each.kind != "npc" and each.side == side for each in people.values())


def _name_moments(told: Sequence[ToldMoment], state: FightState) -> list[list[Any]]:
    return [[seq, Words(state).name(who), f"{said}."] for seq, who, said in told]


def _list_told_dice(falls: Sequence[ToldFall]) -> set[int]:
    """Return the events of the dice that would have saved somebody."""
    found = [told.rescues for told in falls if told.rescues is not None]
    dice = (die for each in found for die in (each.die, each.save, *each.others) if die is not None)
    return {die.seq for die in dice}


def _list_later_aids(last: ToldFall, plays: Sequence[LinePlay]) -> list[Step]:
    """Return the aid that somebody was given behind their fall, until they fell again."""
    found: list[Step] = []
    if last.fall.end == "dead":
        return found
    for play in plays:
        for seq, event in play.events:
            if seq <= last.fall.seq:
                continue
            if isinstance(event, DamageDealt) and event.to == last.fall.who:
                return found
            read = read_step(seq, event, play.start.state)
            if read is not None and read[0] == last.fall.who and read[1].kind == "aid":
                found.append(read[1])
    return found


def _tell_aid(aid: Step, state: FightState) -> str:
    """Return “Bix gave aid in round 3”."""
    when = "after the fight" if aid.after else describe_round(aid.round)
    return f"{describe_step(aid, state)} {when}"


def _write_fall(
    moments: Sequence[ToldFall],
    what_ifs: WhatIfs | None,
    shared: Mapping[int, list[Any]],
    aids: Sequence[Step],
) -> list[Any]:
    last = moments[-1]
    blows = {blow.seq: blow for told in moments for blow in told.fall.leading_blows}
    steps = {step.seq: step for told in moments for step in told.fall.leading_steps}
    one = last.state.combatants[last.fall.who]
    left: dict[str, int] = {}  # what is left of each score that was lost
    for blow in reversed(blows.values()):
        left |= {loss.score: loss.was for loss in reversed(blow.losses)}
    whole = sum(max(one.maxima.get(score, 0), most) for score, most in left.items())
    rows: list[list[Any]] = []
    for seq in sorted({*blows, *steps}):
        if seq in steps:
            step = steps[seq]
            if step.what in left and step.kind == "gain":
                left[step.what] = step.now
            said = describe_step(step, last.state)
            rows.append([seq, step.kind, said, -1 if step.after else step.round])
            continue
        blow, before = blows[seq], sum(left.values())
        left |= {loss.score: loss.now for loss in blow.losses}
        cost = [*list_armor(blow), *list_harm(blow, last.state)]
        when = -1 if blow.after else blow.round
        row = [seq, "blow", name_blow(blow, last.state), when, blow.dealt, cost]
        rows.append([*row, before, sum(left.values())] if left else row)
    name = Words(last.state).name(last.fall.who)
    scores = " + ".join(score for score in one.scores if score in left)
    side = describe_side(one.side)
    told_aids: list[list[Any]] = [[aid.seq, _tell_aid(aid, last.state)] for aid in aids]
    brief, saved = describe_fall_briefly(moments[0], last)
    written = _write_moments(moments, what_ifs, shared)
    return [name, written, rows, whole, scores, side, brief, told_aids, saved]


def _write_moments(
    moments: Sequence[ToldFall], what_ifs: WhatIfs | None, shared: Mapping[int, list[Any]]
) -> list[list[Any]]:
    """Return the moments of one card. What would have kept them up is not told again where they
    died."""
    written: list[list[Any]] = []
    known: list[object] = []
    for told in moments:
        rescues: list[Any] = []
        ways = list_rescue_words(told)
        if told.fall.seq in shared:
            known += (way.rescue for way in ways)
            written.append(shared[told.fall.seq])
            continue
        for way in ways:
            if way.rescue not in known:
                known.append(way.rescue)
                place = what_ifs.find(told, way) if what_ifs is not None else None
                said = f"{capitalize(way.said)}."
                rescues.append(said if place is None else [said, place])
        fallen = describe_death(told) if written else describe_fall(told)
        nothing = [] if ways else [f"{capitalize(each)}." for each in describe_rescues(told)]
        written.append([told.fall.seq, f"{fallen}.", told.fall.end, rescues, *nothing])
    return written


def _list_rolls(history: History, audience: Audience, behind: int = 0) -> list[LikelyRoll]:
    """Return the rolls of which an audience may read what they came to behind an event."""
    rolls = list_readable_rolls(history, audience, MOST_COMPARISONS, behind)
    return [roll for roll in rolls if roll.rows and roll.rows[-1][0] > behind]


def _write_unlikely(rolls: Iterable[LikelyRoll]) -> list[list[Any]]:
    found: list[list[Any]] = []
    for roll in rolls:
        chance = roll.chance if roll.or_more is None else roll.or_more
        if chance is not None and chance <= UNLIKELY:
            said, part = describe_roll(roll), round(float(chance), 4)
            known = next((each for each in found if each[1:3] == [said, part]), None)
            if known is not None:
                known[0].append(roll.rows[0][0])
                continue
            by = {ask.by for ask in roll.asks}
            name = Words(roll.state).name(by.pop()) if len(by) == 1 else ""
            found.append([[roll.rows[0][0]], said, part, name])
    return sorted(found, key=lambda each: float(each[2]))[:MOST_ROLLS]


def renumber_recap(recap: dict[str, Any], place: Callable[[int], int]) -> dict[str, Any]:
    """Return the recap of a line with other numbers for its events, which `place` returns."""
    falls = [
        [
            name,
            *(_renumber(part, place) for part in (moments, rows)),
            *rest,
            _renumber(aids, place),
            saved,
        ]
        for name, moments, rows, *rest, aids, saved in recap["falls"]
    ]
    missed = [[who, often, _renumber(chances, place)] for who, often, chances in recap["missed"]]
    rolls = [[[*map(place, seqs)], *rest] for seqs, *rest in recap["rolls"]]
    others = {key: _renumber(recap[key], place) for key in ("fallen", "left", "calls", "turns")}
    return {**recap, **others, "falls": falls, "missed": missed, "rolls": rolls}


def _renumber(told: list[list[Any]], place: Callable[[int], int]) -> list[list[Any]]:
    return [[place(seq), *rest] for seq, *rest in told]
