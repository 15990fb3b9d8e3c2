"""Visibility: what an audience may see of a fight, and the words of events that are hidden from it.

The referee sees everything. Players see neither the numbers of combatants they do not know nor the
referee's notes. Every surface asks this module: the chronicle, the pages, the replay page, the
tables, the statistics. Which events of a whole log are hidden, undone and corrected ones too, is in
`replay.text.redaction`; there, too, the texts that somebody wrote lose what players may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Literal, TypeAlias, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from events.types import outcomes as o
from events.types.declarations import Join
from events.types.log_events import BranchNamed, Corrected, HeadMoved, Noted, Skipped, Spared
from events.types.outcomes import Ground
from events.types.rolls import Rolled
from events.types.statements import Rename
from events.types.unions import AnyEvent
from projections.queries.number_words import (
    has_number,
    has_strangers,
    is_open,
    may_mean_stranger,
    tells_strangers_number,
)
from projections.state.fight_state import FightState
from projections.text.phrases import WORDINGS
from projections.text.words import Words, capitalize

Audience: TypeAlias = Literal["players", "referee"]
"""Who reads."""

_WORDS = ("text", "why", "ground", "grounds")
"""Fields of an event with free text, of people or of the rules, that may name numbers."""

_WRITTEN = (
    *("why", "text", "what", "overrule", "enhanced", "impaired", "ward", "bane"),
    *("ground", "grounds", "of", "to", "place", "condition", "about", "value"),
)
"""Fields with words that somebody wrote, or that repeat such words in an outcome."""

_REASONS = ("why", "text", "overrule")
"""Fields with the words of a person, who may mean the combatant that the event is about."""

_DICE = re.compile(r"\b\d*d\d+\b([+-]\d+)?")
"""Dice in the cause of a death, which the rules name by its weapon: “Mob's d8”."""

LEFT_OUT = "…"
"""Stands in for words that an event needs: that an attack is impaired is no secret."""

_OTHERWISE_DECIDED = (HeadMoved, Corrected, Noted, BranchNamed)
"""Events whose words are hidden as a whole: their own, or by what they took back."""

_THROWN_OPENLY = (Rolled, o.AttackRolled, o.CheckRolled, o.ContestRolled)
"""Events whose dice everybody at the table sees, whatever is added to them."""


def sees_all(audience: Audience) -> bool:
    """Return whether nothing is hidden from an audience."""
    return audience == "referee"


def sees_numbers(state: FightState, who: str, audience: Audience) -> bool:
    """Return whether an audience knows the numbers of a combatant (an id).

    Players know those of player characters, followers, and everybody on a side with some. Of an
    id that is not in the fight they know nothing.
    """
    return sees_all(audience) or _is_known(state, who)


def list_known(states: Iterable[FightState], audience: Audience) -> frozenset[str]:
    """Return the ids of those whose numbers an audience knew in each of these states in which they
    were in the fight. What is told of more than one moment tells no number of anybody else."""
    found: set[str] = set()
    hidden: set[str] = set()
    for state in states:
        found |= state.combatants.keys()
        if not sees_all(audience):
            hidden |= {id for id in state.combatants if not _is_known(state, id)}
    return frozenset(found - hidden)


def may_read(event: AnyEvent, state: FightState, audience: Audience) -> bool:
    """Return whether an audience may read an event in full; `state` is the fight with it.

    Players may not where it holds a number of a combatant they do not know, or one from which such
    a number follows: a total beside the die, the margin of a contest, what an opponent rolled. The
    same holds for words that tell one (`drop_secret_words`).
    """
    if sees_all(audience):
        return True
    return _may_players_read(event, state) and drop_secret_words(event, state) is event


def drop_secret_words(event: AnyEvent, state: FightState) -> AnyEvent:
    """Return an event without the words that tell a stranger's number, as players read it: a reason
    is left out, other words become “…”. `state` is the fight with the event. The same event, if
    there are none.

    The reasons of undos and corrections stay: whether players read them also depends on what was
    taken back (`replay.text.redaction.find_secret_reasons`).
    """
    if isinstance(event, _OTHERWISE_DECIDED):
        return event
    if isinstance(event, Rename):
        event = _drop_words(event, _restore_name(event, state), False)
    if not _list_worded_fields(type(event)):
        return event
    about_stranger = not _is_about_known(event, state)
    dropped: AnyEvent = _drop_words(event, state, about_stranger)
    return dropped


def _restore_name(event: Rename, state: FightState) -> FightState:
    """Return the fight with the name that a combatant had before."""
    before = state.copied()
    if event.was and event.who in before.combatants:
        before.combatants[event.who].name = event.was
    return before


def _drop_words(value: Any, state: FightState, about_stranger: bool) -> Any:
    """Return an event, or a part of one, without such words; the same object if it has none. In an
    event about a stranger, any number tells of them (`kill ogre: he had 7 left`)."""
    kind: type[Struct] = type(value)
    changed = {}
    for name in _list_worded_fields(kind):
        was = getattr(value, name)
        now = _drop_from_field(name, was, state, about_stranger)
        if now is not was:
            changed[name] = "" if name == "why" and _is_optional(value, name) else now
    return replace(value, **changed) if changed else value


@cache  # asked of every event, again and again
def _list_worded_fields(kind: type[Struct]) -> tuple[str, ...]:
    """Return the fields of a type of events, or of their parts, that may hold such words."""
    return tuple(
        each.name for each in fields(kind) if each.name in _WRITTEN or not _is_plain(each.type)
    )


def _is_plain(hint: Any) -> bool:
    """Return whether what has this type is no part with fields of its own, and has none in it."""
    if get_origin(hint) is Literal:
        return True
    if inner := get_args(hint):
        return all(each is Ellipsis or _is_plain(each) for each in inner)
    return hint in (str, int, float, bool, type(None))


def _drop_from_field(name: str, was: Any, state: FightState, about_stranger: bool) -> Any:
    if not was:
        return was
    if isinstance(was, str):
        text = _DICE.sub("", was) if name == "of" else was
        secret = name in _WRITTEN and tells_strangers_number(text, state)
        if about_stranger and name in _REASONS:
            secret = secret or has_number(text, state)
        return LEFT_OUT if secret and was not in state.combatants else was
    if isinstance(was, Struct):
        return _drop_words(was, state, about_stranger)
    if isinstance(was, tuple):
        parts = tuple(_drop_from_field(name, each, state, about_stranger) for each in was)
        return parts if any(now is not each for now, each in zip(parts, was, strict=True)) else was
    return was


def _is_optional(value: Struct, name: str) -> bool:
    """Return whether a field may be empty."""
    optional = value.__struct_fields__[-len(value.__struct_defaults__) or None :]
    return bool(value.__struct_defaults__) and name in optional


def may_see_dice(event: AnyEvent, state: FightState, audience: Audience) -> bool:
    """Return whether an audience may see the dice of an event, even if not its words."""
    return isinstance(event, _THROWN_OPENLY) or may_read(event, state, audience)


class StatisticsVisibility:
    """Which statistics are hidden from an audience; `state` is the fight at its end, `strangers`
    are those who were struck or hurt while players did not know their numbers, as a sum may tell
    what these were (`Statistics.strangers`).

    From players: the damage that the armor of strangers absorbed and what they lost, in the rows of
    these combatants and of the people who speak for them; where there are strangers, what others
    rolled at anybody and what that cost them; and the strength of other sides. The damage dealt to
    strangers is not hidden, for those who deal it see it: as at the table, players can compare it
    with the dice of a blow and work out the armor.
    """

    def __init__(self, state: FightState, audience: Audience, strangers: frozenset[str]) -> None:
        self._state = state
        self._audience = audience
        self._strangers = strangers

    def combatant(self, id: str) -> bool:
        """Return whether the numbers of this combatant are hidden."""
        was_hidden = id in self._strangers and not sees_all(self._audience)
        return was_hidden or not sees_numbers(self._state, id, self._audience)

    def player(self, player: str) -> bool:
        """Return whether the numbers of a combatant of this player are hidden."""
        theirs = (one.id for one in self._state.combatants.values() if one.player == player)
        return any(self.combatant(id) for id in theirs)

    def anybody(self) -> bool:
        """Return whether the numbers of any combatant are hidden."""
        return any(self.combatant(id) for id in self._state.combatants)

    def side(self, side: str) -> bool:
        """Return whether the strength of this side is hidden."""
        return not (sees_all(self._audience) or side in self._state.players)


def _may_players_read(event: AnyEvent, state: FightState) -> bool:
    match event:
        case Noted() | Spared():
            return isinstance(event, Noted) and event.erased
        case Skipped(input=declaration, why=why):
            return _may_players_read(declaration, state) and not may_mean_stranger(why, state)
        case Join(sheet=sheet):
            return _is_known(state, sheet.id)
        case BranchNamed(name=name):
            return not tells_strangers_number(name, state)
        case o.Overruled(problem=problem):
            return not may_mean_stranger(problem, state)
        case o.ContestDecided(winner=winner, loser=loser):
            return _are_both_known(winner, loser, state)
    if fields := WORDINGS[type(event)].numbers_of:
        first, *others = (getattr(event, field) for field in fields)
        return _is_known(state, first) and all(_is_known(state, each) for each in others if each)
    return _is_about_known(event, state) or not _has_number_in_words(event, state)


def _are_both_known(winner: str, loser: str, state: FightState) -> bool:
    """Return whether players know both totals of a contest.

    Where nobody was struck, anybody in the fight may have been the opponent.
    """
    if winner and loser:
        return _is_known(state, winner) and _is_known(state, loser)
    return not has_strangers(state)


def _is_about_known(event: AnyEvent, state: FightState) -> bool:
    """Return whether players know the combatants or the side that an event is about, if any."""
    struck = event.to if isinstance(event, o.DamageDealt) else ""
    who: str | tuple[str, ...] = getattr(event, "who", struck)
    if who:
        return all(_is_known(state, each) for each in ((who,) if isinstance(who, str) else who))
    if isinstance(event, o.MoraleShaken | o.MoraleTested):
        return event.side in state.players
    return True


def _has_number_in_words(event: AnyEvent, state: FightState) -> bool:
    """Return whether a number stands in the free text of an event: “armor 4 counts as 3”."""
    return any(has_number(text, state) for text in _list_texts(event))


def _list_texts(event: AnyEvent) -> Iterator[str]:
    for name in _WORDS:
        said = getattr(event, name, "")
        for each in (said,) if isinstance(said, str) else said:
            yield each.why if isinstance(each, o.Ground) else each


def _is_known(state: FightState, who: str) -> bool:
    one = state.combatants.get(who)
    return one is not None and is_open(state, one)


def redact_event(event: AnyEvent, state: FightState) -> str:
    """Return the redacted phrase of an event: “Ogre rolls Melee”, “Fay wins and strikes Ogre”.
    Empty if nothing is left to tell. The faces of the dice are shown beside it."""
    redacted = WORDINGS[type(event)].redacted
    return redacted(_drop_numbered_grounds(event, state), Words(state)) if redacted else ""


def _drop_numbered_grounds(event: AnyEvent, state: FightState) -> AnyEvent:
    """Return a roll with only those grounds for modifiers that hold no number."""
    grounds = getattr(event, "grounds", ())
    if not any(isinstance(each, Ground) for each in grounds):
        return event
    kept = tuple(each for each in grounds if not has_number(each.why, state))
    return replace(event, grounds=kept)


def find_stand_in(event: AnyEvent, state: FightState) -> tuple[str, dict[str, str]]:
    """Return the sentence that the replay page shows players in place of an event: its key under
    `replay` and its fields. If the key is empty, the field `said` is the sentence."""
    wording, words = WORDINGS[type(event)], Words(state)
    if wording.stand_in is not None:
        return wording.stand_in(event, words)
    if wording.redacted is not None:
        return "", {"said": capitalize(redact_event(event, state))}
    who = getattr(event, "who", "")
    if isinstance(who, str) and who:
        return "veiled.changed", {"who": words.name(who)}
    return "veiled.kept", {}
