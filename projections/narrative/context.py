"""The context of all parts of the narrator: the fight, its words, the passage, the audience."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from zlib import crc32

from projections.narrative.passage import BeatDraft, PassageDraft, quote
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import Combatant, FightState
from projections.text.prose import Prose, Span, fill_template, join_prose, plain_text, prose
from projections.text.words import Words, is_craft

_TABLE = "chronicle."


class Voice:
    """Fills in the sentences of a phrasebook. Which variant of a sentence is told follows from what
    it says, its dice and the title of the fight, and from nothing before it. So a correction does
    not reword what it does not change."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        self.title = ""

    def say(self, key: str, values: Mapping[str, Prose | str] = {}) -> Prose:
        """Return a variant of a sentence with its fields filled in. Values that are no fields of it
        choose the variant, too: the open dice of a blow (`throw`), so that a second one like it has
        other words."""
        ways = self._book.several(_TABLE + key)
        if len(ways) == 1:
            return fill_template(ways[0], values)
        said = [each if isinstance(each, str) else plain_text(each) for each in values.values()]
        chosen = crc32("\0".join((self.title, key, *said)).encode())
        return fill_template(ways[chosen % len(ways)], values)

    def plain(self, key: str, values: Mapping[str, Prose | str] = {}) -> str:
        """Return the same as plain text."""
        return plain_text(self.say(key, values))

    def has(self, key: str) -> bool:
        """Return whether there is such a sentence."""
        return self._book.has(_TABLE + key)

    def words(self, key: str) -> frozenset[str]:
        """Return a list of words to recognise things by."""
        return frozenset(self._book.several(_TABLE + key))


class Context:
    """The fight being told, its words, the audience, and the passage being written. The caller
    keeps `state` up to date."""

    def __init__(self, state: FightState, audience: Audience, book: Phrasebook) -> None:
        self.state = state
        self.audience = audience
        self.words = Words(state)
        self.voice = Voice(book)
        self.page = PassageDraft(self.voice.words("shape.articles"))
        self._comma = self.voice.plain("list.comma")
        self._last = self.voice.plain("list.last")

    def say(self, key: str, **values: Prose | str) -> Prose:
        """Return a sentence (`Voice.say`)."""
        self.voice.title = self.state.title
        return self.voice.say(key, values)

    def one(self, id: str) -> Combatant | None:
        """Return the combatant with this id, if there is one."""
        return self.state.combatants.get(id)

    def name(self, id: str) -> Prose:
        """Return a name that links to its combatant."""
        return (Span(self.words.name(id), "", id if id in self.state.combatants else ""),)

    def names(self, ids: Iterable[str]) -> Prose:
        """Return “Ada, Ben and Cho”, each once."""
        return self.join([self.name(id) for id in dict.fromkeys(ids)])

    def join(self, parts: Sequence[Prose]) -> Prose:
        """Return “a, b and c”."""
        return join_prose(parts, self._comma, self._last)

    def whose(self, id: str) -> Prose:
        """Return “Ada's”."""
        key = "possessive-s" if self.words.name(id).endswith("s") else "possessive"
        return self.say(key, name=self.name(id))

    def side(self, side: str) -> Prose:
        """Return “the party”; a side with a proper name keeps it."""
        common = side.islower() and not side.startswith("the ")
        return self.say("side", side=side) if common else prose(side)

    def area(self, area: str) -> Prose:
        """Return “at the bank”; an area with a proper name keeps it."""
        if not area:
            return self.say("cast.nowhere")
        return self.say("cast.at", area=self.place(area))

    def place(self, place: str) -> str:
        """Return “the bank” for an area with a common name; other names stay as they are."""
        common = place.islower() and not any(letter.isdigit() for letter in place)
        known = place.partition(" ")[0] in self.voice.words("shape.articles")
        if place not in self.state.areas or not common or known:
            return place
        return self.voice.plain("weapon.common", {"weapon": place})

    def craft(self, id: str) -> bool:
        """Return whether a combatant is a craft, which carries a crew."""
        return is_craft(self.one(id))

    def sees(self, *ids: str) -> bool:
        """Return whether the audience may see the numbers of all these combatants."""
        return all(sees_numbers(self.state, id, self.audience) for id in ids)

    def tell(self, sentence: Prose, *dice: Prose, about: str = "") -> BeatDraft:
        """Add a beat with its small print, and return it."""
        draft = self.page.begin(about)
        draft.tell(sentence)
        draft.show(*dice)
        return draft

    def add(self, who: str, sentence: Prose, *dice: Prose) -> None:
        """Add a sentence to the beat about a combatant."""
        if not sentence and not any(dice):
            return
        draft = self.page.of(who)
        draft.tell(sentence)
        draft.show(*dice)


def tell_deed(context: Context, who: str, what: str, kind: str = "") -> Prose:
    """Return a deed in the player's own words: “Bix seals the hatch.”, Bix: a song. `kind` is its
    result (`passed`, `failed`), or `named` for something that happens rather than is done."""
    key = {"": "done", "named": "named"}.get(kind, kind)
    if key != "named" and not is_verb_phrase(context, what):
        key = "named" if key == "done" else f"named-{key}"
    return context.say(f"deed.{key}", who=context.name(who), what=quote(what))


def begins_with_preposition(context: Context, where: str) -> bool:
    """Return whether a place, as it was typed, says how one gets there: “up the stairs”."""
    return where.partition(" ")[0].casefold() in context.voice.words("shape.openers")


def is_verb_phrase(context: Context, what: str) -> bool:
    """Return whether a text begins with a verb in the third person: “climbs”, not “a song”."""
    first = what.split(" ")[0].rstrip("!?.,;:")
    voice = context.voice
    if first in voice.words("deed.verbs"):
        return True
    ends, others = tuple(voice.words("deed.ends")), tuple(voice.words("deed.not-ends"))
    return (
        len(first) > 3 and first.islower() and first.endswith(ends) and not first.endswith(others)
    )


def is_state(context: Context, what: str) -> bool:
    """Return whether a text is a state in one word: “stunned”, not “a limb”."""
    word = what.strip(" .")
    return word.isalpha() and word.endswith(tuple(context.voice.words("shape.endings")))
