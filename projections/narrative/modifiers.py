"""The grounds for and against an attack, worked into its sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from events.types.outcomes import Ground
from projections.narrative.context import Context
from projections.text.prose import Prose

_ODD = re.compile(r"[^\w\s,'’\-–]|\d")
"""Signs that do not fit into a sentence of the chronicle: other punctuation, numbers."""

_LONG = 60
"""The most characters of a ground in a sentence; longer ones stand in brackets."""

_KNOWN = "known."


class GroundPhrases:
    """Puts grounds into sentences, in the words they were given in."""

    def __init__(self, context: Context) -> None:
        self._context = context
        voice = context.voice
        self._subjects = voice.words("shape.subjects")
        self._verbs = voice.words("shape.verbs")
        self._past = dict(pair.partition(" ")[::2] for pair in voice.list("shape.past"))
        self._openers = voice.words("shape.openers")
        self._states = voice.words("shape.states")
        self._articles = voice.words("shape.articles")
        self._endings = tuple(voice.words("shape.endings"))

    def add_to(
        self, attack: Prose, grounds: Sequence[Ground], earlier: Collection[Ground] = ()
    ) -> Prose:
        """Return the attack with its grounds: “…, though in the dark”. The sentence already has
        those in `earlier`; leave them out."""
        context, shaped = self._context, dict[str, list[str]]()
        rules: list[str] = []
        for ground in dict.fromkeys(grounds):
            if ground in earlier:
                continue
            key = f"{_KNOWN}{ground.why}"
            if context.voice.has(key):
                rules += [key] if self.is_in_story(ground) else []
            elif not self._is_rule(ground.why):
                shape = self._find_shape(ground.why)
                shaped.setdefault(f"ground.{ground.modifier}.{shape}", []).append(ground.why)
        last = context.voice.plain("shape.and")
        phrased = False
        for key, whys in shaped.items():
            phrase = key.endswith(".phrase")
            key, phrased = (f"{key}-but" if phrase and phrased else key), phrased or phrase
            if key.endswith(".clause"):
                whys = [self._tell_past(each) for each in whys]
            why = last.join(whys)
            attack = context.say(key, attack=attack, why=_remove_brackets(why))
        for key in rules:
            attack = context.say(key, attack=attack)
        return attack

    def is_in_story(self, ground: Ground) -> bool:
        """Return whether the story has a ground in its own words, so that the small print need
        not."""
        known = f"{_KNOWN}{ground.why}"
        if self._context.voice.has(known):
            return "" not in self._context.voice.words(known)
        return not self._is_rule(ground.why)

    def _is_rule(self, why: str) -> bool:
        """Return whether a ground comes from an earlier roll (“DEX save”), which is told by
        itself."""
        first, _, rest = why.partition(" ")
        scores = self._context.state.game.scores.values()
        return rest == self._context.words.term("save") and any(first in each for each in scores)

    def _tell_past(self, clause: str) -> str:
        """Return a clause with its first verb in the past, as the story is told: “he stood in the
        way” of “he stands in the way”."""
        words = clause.split(" ")
        for at, word in enumerate(words[1:], 1):
            if word in self._past:
                return " ".join((*words[:at], self._past[word], *words[at + 1 :]))
        return clause

    def _find_shape(self, why: str) -> str:
        """Return how a ground fits into a sentence: as a clause, a phrase, a noun, a
        state, or in brackets."""
        words = why.casefold().split()
        if not words or len(why) > _LONG or _ODD.search(why):
            return "aside"
        if words[0] in self._subjects or self._verbs.intersection(words[1:]):
            return "clause"
        if words[0] in self._states or words[0].endswith(self._endings):
            return "state"  # the attacker's or the target's
        if words[0] in self._openers:
            return "phrase"
        return "noun" if len(words) == 1 or words[0] in self._articles else "aside"


def _remove_brackets(why: str) -> str:
    """Return text without brackets, as it may stand in some."""
    return why.replace(" (", ", ").replace("(", "").replace(")", "")


def note_grounds(
    context: Context, grounds: Sequence[Ground], known: Sequence[Ground] = ()
) -> Prose:
    """Return “ (impaired: behind the crates)”. Grounds in `known` have only their modifier."""
    if not grounds:
        return ()
    words = context.words
    parts = [
        context.say("dice.modifier", modifier=words.term(each.modifier))
        if each in known
        else context.say("dice.ground", modifier=words.term(each.modifier), why=each.why)
        for each in grounds
    ]
    return context.say("dice.grounds", grounds=context.join([*dict.fromkeys(parts)]))
