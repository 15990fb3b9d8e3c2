"""The context of all parts of the narrator: the fight, its words, the passage, the audience."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import gcd
from typing import NamedTuple
from zlib import crc32

from events.types.unions import AnyEvent
from projections.narrative.passage import BeatDraft, PassageDraft, quote
from projections.narrative.phrasebook import Phrasebook
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import Combatant, FightState
from projections.text.prose import Prose, Span, fill_template, join_prose, plain_text, prose
from projections.text.words import Words, is_craft

_TABLE = "chronicle."

_SPREAD = 6
"""The turns that have other words for the same thing, one after the other, as far as there are so
many: each turn begins with variants of its own."""

_OWN_ROUNDS = 3
"""The rounds in which the same turn has other words, one after the other, as far as there are so
many."""

_BETWEEN = 3
"""Which turn of a round it counts as what happens between turns."""

_NUMBER = re.compile(r" (\d+)$")
"""The number that tells a combatant from another of its name."""


class Turn(NamedTuple):
    """The place of a turn in the fight: its round, the `nth` of this, and how many turns a round
    has about. A correction of another turn does not change it."""

    round: int
    nth: int
    turns: int

    def count(self, groups: int) -> int:
        """Return a number that the turns around this one, and the same one of other rounds, do not
        share, as far as there are so many `groups` of numbers."""
        step = self.turns
        while groups // gcd(step, groups) < min(groups, _OWN_ROUNDS):
            step += 1
        return self.round * step + self.nth


class Voice:
    """Fills in the sentences of a phrasebook. Which variant of a sentence is told follows from what
    it says, its dice and the title of the fight, and from nothing before its passage. So a
    correction does not reword what it does not change."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        self.title = ""

    def say(
        self,
        key: str,
        values: Mapping[str, Prose | str] = {},
        is_apart: bool = False,
        used: set[int] | None = None,
        turn: Turn | None = None,
    ) -> Prose:
        """Return a variant of a sentence with its fields filled in. Values that are no fields of it
        choose the variant, too: the open dice of a blow (`throw`), so that a second one like it has
        other words. A sentence that stands apart has the first variant, which says who it is
        about; others may begin with “It”. The variants in `used` are not told again before the
        others were; what is told is added. With a `turn`, those are told first that the turns
        around it do not begin with."""
        ways = self._book.several(_TABLE + key)
        if len(ways) == 1 or is_apart:
            return fill_template(ways[0], values)
        said = [each if isinstance(each, str) else plain_text(each) for each in values.values()]
        chosen = crc32("\0".join((self.title, key, *said)).encode()) % len(ways)
        if used is not None:
            if len(used) == len(ways):
                used.clear()
            order = [(chosen + nth) % len(ways) for nth in range(len(ways))]
            if turn is not None:
                groups = min(len(ways), _SPREAD)
                begin = crc32("\0".join((self.title, key)).encode()) + turn.count(groups)
                order.sort(key=lambda way: _measure_distance(way - begin, groups))
            chosen = next(way for way in order if way not in used)
            used.add(chosen)
        return fill_template(ways[chosen], values)

    def plain(self, key: str, values: Mapping[str, Prose | str] = {}) -> str:
        """Return the same as plain text."""
        return plain_text(self.say(key, values))

    def has(self, key: str) -> bool:
        """Return whether there is such a sentence."""
        return self._book.has(_TABLE + key)

    def list(self, key: str) -> tuple[str, ...]:
        """Return a list of words in its order."""
        return self._book.several(_TABLE + key)

    def words(self, key: str) -> frozenset[str]:
        """Return a list of words to recognise things by."""
        return self._book.set_of(_TABLE + key)


def _measure_distance(by: int, groups: int) -> int:
    """Return how late a variant is told in a turn, whose own variants it is apart from `by` so
    much: its own ones first, then those of the turns that are farthest off."""
    apart = min(by % groups, -by % groups)
    return groups - apart if apart else 0


class Context:
    """The fight being told, its words, the audience, and the passage being written. The caller
    keeps `state` up to date. `rolls` has the seqs of the rolls of the passage, `used` the variants
    of its sentences that were told, by key. `turn` is the place of the turn, by which these are
    chosen; it is None between turns. With `keeps_numbers` one of several of a kind keeps its
    number, “Wolf 2”, and is not “the second wolf”."""

    def __init__(
        self,
        state: FightState,
        audience: Audience,
        book: Phrasebook,
        keeps_numbers: bool = False,
    ) -> None:
        self._keeps_numbers = keeps_numbers
        self.state = state
        self.audience = audience
        self.rolls: dict[AnyEvent, int] = {}
        self.used: dict[str, set[int]] = {}
        self.turn: Turn | None = None
        self.words = Words(state)
        self.voice = Voice(book)
        self.page = PassageDraft(self.voice.words("shape.articles"))
        self._comma = self.voice.plain("list.comma")
        self._last = self.voice.plain("list.last")

    def say(self, key: str, **values: Prose | str) -> Prose:
        """Return a sentence (`Voice.say`); the verb behind somebody who is several agrees."""
        self.voice.title = self.state.title
        used = self.used.setdefault(key, set())
        turn = self.turn or self._place_turn(_BETWEEN)
        return self._agree(self.voice.say(key, values, used=used, turn=turn))

    def begin_turn(self, side: str, phase: str = "", is_alone: bool = False) -> None:
        """Place the turn or phase that begins, by its round and what it is; by nothing that a
        correction of another turn changes."""
        sides = self._list_sides()
        nth = crc32(phase.encode()) if side not in sides else sides.index(side) + 3 * is_alone
        self.turn = self._place_turn(nth)

    def _list_sides(self) -> list[str]:
        return [*dict.fromkeys(one.side for one in self.state.combatants.values())]

    def _place_turn(self, nth: int) -> Turn:
        return Turn(self.state.round, nth, max(2, len(self._list_sides())))

    def say_apart(self, key: str, **values: Prose | str) -> Prose:
        """Return the same for a sentence that stands apart from the one before it."""
        return self._agree(self.voice.say(key, values, is_apart=True))

    def _agree(self, sentence: Prose) -> Prose:
        told = [*sentence]
        for at, span in enumerate(told[:-1]):
            one = self.one(span.to) if span.to else None
            if one is not None and one.plural and not one.noun:
                for pair in self.voice.list("name.verbs"):
                    verb, _, plural = pair.partition(" ")
                    behind = told[at + 1]
                    if behind.text.startswith(f" {verb} "):
                        text = f" {plural}{behind.text[len(verb) + 1 :]}"
                        told[at + 1] = behind._replace(text=text)
                        break
        return tuple(told)

    def one(self, id: str) -> Combatant | None:
        """Return the combatant with this id, if there is one."""
        return self.state.combatants.get(id)

    def name(self, id: str) -> Prose:
        """Return a name that links to its combatant: “Ada”, “the troll”, “the second wolf”.
        Where a second wolf is, the one without a number is “the first wolf”."""
        one = self.one(id)
        return (Span(self._call(one) if one else self.words.name(id), "", id if one else ""),)

    def label(self, id: str) -> Prose:
        """Return the name as the table says it, for the small print: “Wolf 2”."""
        return (Span(self.words.name(id), "", id if self.one(id) else ""),)

    def _call(self, one: Combatant) -> str:
        """Return what a combatant is called: by its noun with an article, or by its name."""
        voice, number = self.voice, _NUMBER.search(one.name)
        if not one.noun and not (one.plural and number is None):
            return one.name
        if number is None and not self._has_double(one):
            return voice.plain("name.common", {"noun": one.noun or one.plural})
        if self._keeps_numbers:
            return one.name
        ordinals = voice.list("name.ordinals")
        at = int(number[1]) - 1 if number else 0
        if at >= len(ordinals):
            return one.name
        return voice.plain("name.numbered", {"noun": one.noun, "ordinal": ordinals[at]})

    def _has_double(self, one: Combatant) -> bool:
        """Return whether a second one of its kind and name has joined by now."""
        other = self.one(f"{one.id}-2")
        return bool(one.noun) and other is not None and other.name == f"{one.name} 2"

    def names(self, ids: Iterable[str]) -> Prose:
        """Return “Ada, Ben and two wolves”, each once. Those of a kind stand where the first of
        them is, and link to it."""
        kinds: dict[str, list[str]] = {}
        for id in dict.fromkeys(ids):
            one = self.one(id)
            kinds.setdefault(f"of {one.noun}" if one and one.noun else id, []).append(id)
        return self.join([self._name_all(same) for same in kinds.values()])

    def _name_all(self, ids: Sequence[str]) -> Prose:
        """Return the name of one, or the number and word of several of a kind: “two wolves”."""
        first = self.one(ids[0])
        if len(ids) == 1 or first is None:
            return self.name(ids[0])
        numbers = self.voice.list("name.numbers")
        many = self.voice.plain("name.many")
        number = numbers[len(ids) - 2] if len(ids) - 2 < len(numbers) else many
        noun = Span(first.plural or self._make_plural(first.noun), "", first.id)
        return self.voice.say("name.several", {"number": number, "noun": (noun,)})

    def _make_plural(self, noun: str) -> str:
        """Return the plural of a noun by the first rule for its ending: “wolf” → “wolves”."""
        for rule in self.voice.list("name.plurals"):
            ending, _, plural = rule.partition(" ")
            if noun.endswith(ending):
                return noun.removesuffix(ending) + plural
        return self.voice.plain("name.plural", {"noun": noun})

    def retell(self, text: str) -> Prose:
        """Return words of the rules, with people and areas in them called as in the story."""
        for one in sorted(self.state.combatants.values(), key=lambda each: -len(each.name)):
            if (called := self._call(one)) != one.name:
                text = re.sub(rf"\b{re.escape(one.name)}\b(?! \d)", lambda _: called, text)
                if one.plural and not one.noun:
                    text = text.replace(f"{called} is ", f"{called} are ")
        for area in self.state.areas:
            if (called := self.place(area)) != area:
                article = re.escape(called.removesuffix(area))
                text = re.sub(rf"(?<!{article})\b{re.escape(area)}\b", lambda _: called, text)
        return prose(text.strip().rstrip(". ") or text)

    def manoeuvre(self, name: str) -> Prose:
        """Return a manoeuvre as it stands behind “tried to”: its name, where that is a verb."""
        key = f"manoeuvre.{name}"
        return prose(self.voice.plain(key) if self.voice.has(key) else name, "emphasis")

    def reason(self, why: str) -> Prose:
        """Return a reason as it stands behind a colon: in the story's words, if it has any."""
        key = f"reason.{why}"
        return self.say(key) if self.voice.has(key) else quote(why)

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
    """Return a deed in the player's own words: “Bix seals the hatch.”, Bix: a song. Where its verb
    is known, as what was done: Bix sealed the hatch. `kind` is its result (`passed`, `partial`,
    `failed`), or `named` for something that happens, not is done."""
    if kind != "named" and (done := _find_done(context, what, kind)):
        key, words = done
        return context.say(key, who=context.name(who), what=quote(words))
    key = {"": "done", "named": "named"}.get(kind, kind)
    if key != "named" and not is_verb_phrase(context, what):
        key = "named" if key == "done" else f"named-{key}"
    return context.say(f"deed.{key}", who=context.name(who), what=quote(what))


def _find_done(context: Context, what: str, kind: str) -> tuple[str, str] | None:
    """Return the key for a deed with a known verb, and its words as what was done; None for other
    verbs, and where more than the first word would have to be another, or a number stands."""
    first, _, rest = what.partition(" ")
    voice, forms = context.voice, _read_verbs(context.voice.list("deed.past"))
    others = {each.strip("!?.,;:’'”\"()") for each in rest.split(" ")}
    held = {*forms, *voice.words("deed.verbs")} & others
    if first not in forms or held or what[-1:] in ("!", "?", "…") or any(map(str.isdigit, what)):
        return None
    past, bare = forms[first]
    tries = first in voice.words("deed.tries")
    is_tried = kind in ("failed", "partial")
    key = "deed.told" if not kind else f"deed.{'tried' if tries and is_tried else 'told'}-{kind}"
    return key, f"{bare if is_tried and not tries else past} {rest}".strip()


@cache
def _read_verbs(lines: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Return the past and the bare form of verbs, by their third person."""
    verbs = (each.split(" ") for line in lines for each in line.split(", "))
    return {verb: (past, bare) for verb, past, bare in verbs}


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
    word, voice = what.strip(" ."), context.voice
    known = word in voice.words("shape.states")
    return known or (word.isalpha() and word.endswith(tuple(voice.words("shape.endings"))))
