"""The types of what the server answers about games: who and what can join; and completions."""

from __future__ import annotations

from typing import Literal

from combatlog.server.answer_base import Answer


class Named(Answer, frozen=True):
    """Something by its name, and a note about it."""

    name: str
    note: str


class FormField(Answer, frozen=True, omit_defaults=True):
    """A field of the form of joining: its name on the line, its label, what it takes, and whether
    it has to be filled in. `only` names the kind of craft that it belongs to. A number is a whole
    one from `least` to `most`, a die one of the `choices`."""

    name: str
    label: str
    kind: Literal["number", "die", "text", "weapons", "switch"]
    needed: bool
    only: str = ""
    least: int | None = None
    most: int | None = None
    choices: list[str] = []


class GameView(Answer, frozen=True):
    """A game: the kinds of combatants with its words for them, the fields of the form of joining,
    and its creatures."""

    id: str
    name: str
    credit: str
    kinds: list[Named]
    fields: list[FormField]
    creatures: list[Named]


class FormerPerson(Answer, frozen=True):
    """A combatant of an earlier fight, who lives."""

    id: str
    name: str
    kind: str
    side: str
    player: str


class FormerPeople(Answer, frozen=True):
    """Who was in a fight of the campaign, as they were at its end."""

    id: str
    number: int
    title: str
    people: list[FormerPerson]


class Completion(Answer, frozen=True):
    """What may come next on a line: the whole line with it, the word alone, and a note."""

    text: str
    shown: str
    note: str
