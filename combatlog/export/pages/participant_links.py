"""Who is the same person across the fights of a campaign, and where their names link to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from combatlog.app.identities import Member, identify_persons, list_members
from combatlog.export.document import Page
from combatlog.export.pages.page_context import FightRecord, Links
from projections.state.fight_state import Combatant


class Appearance(NamedTuple):
    """A person in one fight."""

    record: FightRecord
    one: Combatant


class Person(NamedTuple):
    """A person with a page: a player's character, a follower, or a combatant taken from one fight
    into another. The name and player are those of the last fight; the key
    (`person:FIGHT/COMBATANT`) is that of the first, so it never changes."""

    key: str
    appearances: Sequence[Appearance]

    @property
    def last(self) -> Combatant:
        """The combatant as the last fight left them."""
        return self.appearances[-1].one

    @property
    def name(self) -> str:
        """The name in the last fight."""
        return self.last.name


def find_people(records: Sequence[FightRecord]) -> list[Person]:
    """Return all persons who have a page, in the order in which they first fought."""
    everybody = (each for record in records for each in _list_members(record))
    whose = identify_persons(everybody)
    groups: dict[str, list[Appearance]] = {}
    for record in records:
        for one in record.state.combatants.values():
            person = whose[f"{record.listed.id}/{one.id}"]
            groups.setdefault(person, []).append(Appearance(record, one))
    return [
        Person(f"person:{key}", group)
        for key, group in groups.items()
        if len(group) > 1 or group[0].one.kind != "npc" or group[0].one.origin
    ]


def _list_members(record: FightRecord) -> list[Member]:
    return list_members(record.listed.number, record.listed.id, record.state)


def build_links(records: Iterable[FightRecord], found: Iterable[Person]) -> Links:
    """Return where the name of each combatant links to: to their own page, or to one that the
    reader may have written on such creatures (`creature:Wolf`)."""
    links = {
        (record.listed.id, one.id): f"creature:{_find_species(record, one)}"
        for record in records
        for one in record.state.combatants.values()
    }
    for person in found:
        for each in person.appearances:
            links[(each.record.listed.id, each.one.id)] = person.key
    return links


def list_creature_pages(links: Links) -> list[Page]:
    """Return empty pages for the creatures that names link to."""
    keys = dict.fromkeys(key for key in links.values() if key.startswith("creature:"))
    return [Page(key, "combatant", key.removeprefix("creature:"), ()) for key in keys]


def _find_species(record: FightRecord, one: Combatant) -> str:
    """Return what a combatant is one of: “Wolf” for “Wolf 2” if there is a “Wolf”."""
    name, _, number = one.name.rpartition(" ")
    others = (other.name for other in record.state.combatants.values())
    return name if number.isdigit() and name in others else one.name
