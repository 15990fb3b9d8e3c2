"""The first lines of a fight's page: what was fought, when, and how it ended."""

from __future__ import annotations

from combatlog.wiki.contents.record import Desk
from combatlog.wiki.document import Block, Inline, Paragraph
from events.declarations import EndFight
from projections.prose import Prose, Span, between, filled, prose
from projections.state import FightState
from projections.words import capital, side_words


def lead(desk: Desk) -> list[Block]:
    """The game, the day and the rounds; and who was left on each side."""
    state = desk.record.state
    fields: dict[str, Prose | str] = {
        "title": prose(state.title, "strong"),
        "game": state.game.name,
        "day": desk.record.day,
        "rounds": str(state.round),
        "why": ending(desk),
    }
    told: list[Inline] = [*filled(desk.say(f"lead.{_opening(state)}"), fields)]
    for side in state.sides:
        told += [Span(" "), *_left(desk, side)]
    return [Paragraph(tuple(told))]


def _opening(state: FightState) -> str:
    """Which sentence the page begins with."""
    if not state.ended:
        return "goes-on"
    return {0: "no-round", 1: "one-round"}.get(state.round, "rounds")


def ending(desk: Desk) -> str:
    """How it ended in few words: the reason that was given for it, or that it goes on."""
    if not desk.record.state.ended:
        return desk.say("lead.open")
    ends = [event for _, event in desk.record.line if isinstance(event, EndFight)]
    return (ends[-1].why if ends else "") or desk.say("lead.over")


def _left(desk: Desk, side: str) -> Prose:
    """“The cult: 0 of 2 left on the field.”"""
    members = list(desk.record.state.members(side))
    if not members:
        return ()
    standing = [one for one in members if one.standing == "in"]
    names = between([prose(one.name) for one in standing], last=f" {desk.book.one('page.and')} ")
    key = "lead.all" if len(standing) == len(members) else "lead.some" if standing else "lead.none"
    if len(members) == 1 and standing:
        key = "lead.one"
    fields: dict[str, Prose | str] = {
        "side": capital(side_words(side)),
        "names": names,
        "count": str(len(members)),
    }
    return filled(desk.say(key), fields)
