"""What every part of the narrator has at hand: the fight, its words, the page, the audience."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

from projections.narrative.passage import Draft, Page, said
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import Combatant, FightState
from projections.text.prose import Prose, Span, between, filled, prose, text_of
from projections.text.words import Words, is_craft

_TABLE = "chronicle."


class Voice:
    """Says things in the words of a phrasebook. Where there are several ways to say one, they
    come in turn; a fight of another title begins with another one."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        self._turns: dict[str, int] = {}
        self.title = ""

    def say(self, key: str, values: Mapping[str, Prose | str] = {}) -> Prose:
        """The next way to say it, with its fields filled in."""
        ways = self._book.several(_TABLE + key)
        if len(ways) == 1:
            return filled(ways[0], values)
        turn = self._turns.get(key)
        if turn is None:
            turn = crc32(f"{self.title} {key}".encode())
        self._turns[key] = turn + 1
        return filled(ways[turn % len(ways)], values)

    def plain(self, key: str, values: Mapping[str, Prose | str] = {}) -> str:
        """The same as plain text."""
        return text_of(self.say(key, values))

    def has(self, key: str) -> bool:
        """Is there a way to say it?"""
        return self._book.has(_TABLE + key)

    def words(self, key: str) -> frozenset[str]:
        """A list of words to know things by."""
        return frozenset(self._book.several(_TABLE + key))


class Desk:
    """The fight being told (`state`, kept up to date by whoever feeds the events), and with what
    words, for whom, on which page."""

    def __init__(self, state: FightState, audience: Audience, book: Phrasebook) -> None:
        self.state = state
        self.audience = audience
        self.words = Words(state)
        self.voice = Voice(book)
        self.page = Page(self.voice.words("shape.articles"))
        self._comma = self.voice.plain("list.comma")
        self._last = self.voice.plain("list.last")

    def say(self, key: str, **values: Prose | str) -> Prose:
        """The next way to say it (`Voice.say`)."""
        self.voice.title = self.state.title
        return self.voice.say(key, values)

    def one(self, id: str) -> Combatant | None:
        """A combatant, if there is one of that id."""
        return self.state.combatants.get(id)

    def name(self, id: str) -> Prose:
        """A name that leads to whose it is."""
        return (Span(self.words.name(id), "", id if id in self.state.combatants else ""),)

    def names(self, ids: Iterable[str]) -> Prose:
        """“Ada, Ben and Cho”, each once."""
        return self.listed([self.name(id) for id in dict.fromkeys(ids)])

    def listed(self, parts: Sequence[Prose]) -> Prose:
        """“a, b and c”."""
        return between(parts, self._comma, self._last)

    def whose(self, id: str) -> Prose:
        """“Ada's”."""
        key = "possessive-s" if self.words.name(id).endswith("s") else "possessive"
        return self.say(key, name=self.name(id))

    def side(self, side: str) -> Prose:
        """“the party”; a side with a name of its own keeps it."""
        common = side.islower() and not side.startswith("the ")
        return self.say("side", side=side) if common else prose(side)

    def area(self, area: str) -> Prose:
        """“at the bank”; an area with a name of its own keeps it."""
        if not area:
            return self.say("cast.nowhere")
        return self.say("cast.at", area=self.place(area))

    def place(self, place: str) -> str:
        """“the bank”, of an area that is called by a common word."""
        common = place.islower() and not any(letter.isdigit() for letter in place)
        known = place.partition(" ")[0] in self.voice.words("shape.articles")
        if place not in self.state.areas or not common or known:
            return place
        return self.voice.plain("weapon.common", {"weapon": place})

    def craft(self, id: str) -> bool:
        """Does it carry a crew?"""
        return is_craft(self.one(id))

    def sees(self, *ids: str) -> bool:
        """May the audience see the numbers of all of these?"""
        return all(sees_numbers(self.state, id, self.audience) for id in ids)

    def tell(self, sentence: Prose, *dice: Prose, about: str = "") -> Draft:
        """A beat of its own, with its small print."""
        draft = self.page.begin(about)
        draft.tell(sentence)
        draft.show(*dice)
        return draft

    def add(self, who: str, sentence: Prose, *dice: Prose) -> None:
        """One more sentence in the beat that is about somebody."""
        if not sentence and not any(dice):
            return
        draft = self.page.of(who)
        draft.tell(sentence)
        draft.show(*dice)


def deed(desk: Desk, who: str, what: str, kind: str = "") -> Prose:
    """What somebody does in the player's own words: “Bix seals the hatch”, “Bix: a song”. `kind`
    is how it came out (`passed`, `failed`), or `named` where it is not done but happens."""
    key = {"": "done", "named": "named"}.get(kind, kind)
    if key != "named" and not is_done(desk, what):
        key = "named" if key == "done" else f"named-{key}"
    return desk.say(f"deed.{key}", who=desk.name(who), what=said(what))


def is_done(desk: Desk, what: str) -> bool:
    """Does it begin with what somebody does? “climbs”, not “a song”."""
    first = what.split(" ")[0].rstrip("!?.,;:")
    voice = desk.voice
    if first in voice.words("deed.verbs"):
        return True
    ends, others = tuple(voice.words("deed.ends")), tuple(voice.words("deed.not-ends"))
    return (
        len(first) > 3 and first.islower() and first.endswith(ends) and not first.endswith(others)
    )


def is_state(desk: Desk, what: str) -> bool:
    """Is it how somebody is, in one word? “stunned”, not “a limb”."""
    word = what.strip(" .")
    return word.isalpha() and word.endswith(tuple(desk.voice.words("shape.endings")))
