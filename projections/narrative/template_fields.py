"""The fields that each sentence of the chronicle may use."""

from __future__ import annotations

from typing import get_args

from events.types.unions import AnyEvent

FIELDS: dict[str, str] = {
    "possessive": "name",
    "possessive-s": "name",
    "side": "side",
    "heading.round": "number",
    "cast": "names side others area places",
    "weapon": "weapon",
    "own": "who whose weapon thing",
    "attack": "who whose target weapon thing",
    "also": "who whose target weapon thing",
    "again": "who whose target weapon thing",
    "glue.plain": "first next",
    "glue.heavy": "first next",
    "glue": "attack",
    "ground": "attack why",
    "strike.nobody": "target place why",
    "strike.nobody-place": "target place why",
    "strike.unknown": "target place",
    "strike.unknown-place": "target place",
    "strike.by": "target place who",
    "strike.by-place": "target place who",
    "strike.aboard": "craft target why",
    "strike.aboard-too": "target",
    "strike": "who whose weapon thing spot",
    "place.of": "target targets place",
    "result.place": "spot",
    "result.place-armor": "spot",
    "result.best": "whose thing targets",
    "result.best-armor": "whose thing targets",
    "result.best-bare": "who",
    "result": "target targets",
    "defence": "target",
    "contest.nobody": "sides",
    "contest.won-side": "winner others friends besides",
    "contest.free": "who",
    "contest.met": "friends others",
    "contest": "winner others",
    "trial.versus": "versus",
    "trial.why": "why",
    "trial": "who versus why what state",
    "deed.lapsed": "whose deed why",
    "deed.moved": "who to",
    "deed.shifted": "who to",
    "deed.aided": "by who aided",
    "deed.aided-self": "by aided",
    "deed.by": "whose what",
    "deed.burden": "who",
    "deed.unburden": "who",
    "deed": "who what",
    "wound.grade": "grade",
    "wound.text": "text",
    "wound.awaits": "awaits",
    "wound.tended-awaits": "awaits",
    "wound.tended": "who wound awaits",
    "wound.over": "who wound",
    "wound.over-state": "who wound",
    "wound.healed": "who wound",
    "wound.healed-state": "who wound",
    "wound.out": "who text awaits",
    "wound": "who wound text awaits",
    "condition.pair": "what about",
    "condition.on-feet": "who",
    "condition.on-feet-craft": "who",
    "condition.lifted": "who what referee",
    "condition": "who what",
    "death": "who died killed of",
    "left.to": "to",
    "left": "names to",
    "score": "who score why",
    "rest": "names",
    "said.note": "text",
    "said.ruled": "referee why",
    "said.ruling": "referee why said",
    "said.set": "referee why whose score",
    "said.changed": "referee why whose trait",
    "said.armed": "referee why who weapon",
    "said.placed": "who why area",
    "said.hand": "who why player",
    "said.nobody": "referee",
    "said.passed-on": "player who",
    "said.why": "why",
    "said.time-why": "why",
    "said.time": "why",
    "said.end": "why",
    "said": "who why",
    "dice.attack": "who dice grounds faces",
    "dice.roll": "what grounds faces against",
    "dice.roll-of": "who what grounds faces against",
    "dice.against": "number",
    "dice.at-least": "number",
    "dice.sum": "faces sign bonus value",
    "dice.comes-to": "faces value",
    "dice.grounds": "grounds",
    "dice.ground": "modifier why",
    "dice.modifier": "modifier",
    "dice.armor": "number",
    "dice.damage": "number",
    "dice.times": "times number",
    "dice.change": "score was now",
    "dice.change-of": "who score was now",
    "dice.maximum": "change",
    "dice.row": "row",
    "dice.due": "time awaits",
    "dice.due-craft": "time",
    "dice.why": "why",
    "dice.margin": "margin",
    "dice.number": "score now",
    "dice.itself": "what why",
    "dice.itself-passed": "what why",
    "dice.ask": "score save",
    "dice.ruled-against": "problem",
    "dice.effect": "who text",
    "dice.thrown": "what face",
    "dice.most": "number most",
    "dice.itself-why": "why",
}
"""The fields by sentence, or by the table it stands in. All other sentences have none."""


_EVENT_FIELDS = {
    str(kind.__struct_config__.tag): frozenset(kind.__struct_fields__)
    for kind in get_args(AnyEvent)
}
"""The fields of the sentence of a whole event, by tag."""


def list_fields(key: str) -> frozenset[str]:
    """Return the fields of a sentence, by its key without `chronicle`."""
    table, _, tag = key.partition(".")
    if table == "event":
        return _EVENT_FIELDS[tag.removesuffix("-dice")]
    while key not in FIELDS and "." in key:
        key = key.rpartition(".")[0]
    return frozenset(FIELDS.get(key, "").split())
