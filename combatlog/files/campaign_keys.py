"""What the fights of a campaign say of each other's keys: of keys that were revoked in one fight
and speak in another, and of names with other keys, or none, in another fight. All of it is told,
and no fault: fights may have been imported, and times are those of the keeper's clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from events.store.envelope import Row
from events.types.names import clean_text, make_likeness
from replay.audit.report import FightAudit
from replay.audit.signatures import KeyChange

KEY_DIGITS = 8
"""The digits of a key's id that are shown."""


def describe_keys(fights: Sequence[FightAudit], rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Yield what is told of the keys of several fights, a sentence each without its full stop."""
    yield from _describe_revoked(fights, rows)
    yield from _describe_alleged(fights)
    yield from _describe_other_keys(fights)
    yield from _describe_unsigned(fights, rows)


class _Revoked(NamedTuple):
    """When and in which fight a key was first revoked."""

    at: str
    fight: FightAudit


def _describe_revoked(
    fights: Sequence[FightAudit], rows: Mapping[str, Sequence[Row]]
) -> Iterator[str]:
    """Yield a sentence for each key that was bound, or signed, in a fight after it was revoked in
    another, by the times in both."""
    revoked = _find_revoked(fights, rows)
    for fight in fights:
        said = fight.statements
        here = {each.key for each in said.keys if each.how == "revoked" and each.at_start}
        for each in said.keys:
            before = revoked.get(each.key)
            if each.how == "revoked" or each.key in here or before is None:
                continue
            if before.fight.id != fight.id and rows[fight.id][each.seq - 1].at > before.at:
                yield (
                    f"{_describe_where(each.key, before)}, and bound again to"
                    f" {clean_text(each.person)} in #{each.seq} of {clean_text(fight.title)}"
                )
        for key, seq in said.last_signed:
            before = revoked.get(key)
            other = before is not None and before.fight.id != fight.id
            if before is not None and other and rows[fight.id][seq - 1].at > before.at:
                yield (
                    f"{_describe_where(key, before)}, and has signed since in"
                    f" {clean_text(fight.title)}, last #{seq}"
                )


def _find_revoked(
    fights: Sequence[FightAudit], rows: Mapping[str, Sequence[Row]]
) -> dict[str, _Revoked]:
    """Return where each key was revoked first, by somebody who may."""
    revoked: dict[str, _Revoked] = {}
    for fight in fights:
        for each in fight.statements.keys:
            if each.how == "revoked" and not each.by_other:
                found = _Revoked(rows[fight.id][each.seq - 1].at, fight)
                revoked[each.key] = min(revoked.get(each.key, found), found, key=_get_time)
    return revoked


def _get_time(revoked: _Revoked) -> str:
    return revoked.at


def _describe_where(key: str, revoked: _Revoked) -> str:
    title = clean_text(revoked.fight.title)
    return f"The key {key[:KEY_DIGITS]}… was revoked in {title}"


def _describe_alleged(fights: Sequence[FightAudit]) -> Iterator[str]:
    """Yield a sentence for each key that a fight's start says was revoked in an earlier fight,
    where no other fight has that."""
    for fight in fights:
        elsewhere = {
            each.key
            for other in fights
            if other.id != fight.id
            for each in other.statements.keys
            if each.how == "revoked" and not each.at_start
        }
        for each in fight.statements.keys:
            if each.how == "revoked" and each.at_start and each.key not in elsewhere:
                yield (
                    f"{clean_text(fight.title)} begins with the key {each.key[:KEY_DIGITS]}… of"
                    f" {clean_text(each.person)} as revoked in an earlier fight, and no other fight"
                    " revokes it"
                )


class _Claim(NamedTuple):
    """A key that speaks for a person in a fight without the word of one before it there: bound as
    their first, with the start, or anew after the others were revoked there."""

    fight: FightAudit
    change: KeyChange


def _describe_other_keys(fights: Sequence[FightAudit]) -> Iterator[str]:
    """Yield a sentence for each key that speaks for a person in a fight, while another one does in
    an earlier fight of the list, and neither has ever vouched for the other."""
    claims: dict[str, list[_Claim]] = {}
    groups: dict[str, set[str]] = {}
    for fight in fights:
        bound: dict[str, set[str]] = {}
        revoked_here: set[str] = set()
        for each in fight.statements.keys:
            person = make_likeness(each.person)
            if each.how == "revoked":
                revoked_here |= set() if each.at_start else {person}
                continue
            is_anew = each.how == "again" and person in revoked_here
            if each.at_start or each.how == "first" or is_anew:
                claims.setdefault(person, []).append(_Claim(fight, each))
                group = {each.key}
            else:
                group = bound.get(person, set()) | {each.key}
            bound[person] = bound.get(person, set()) | _merge(groups, group)
    for every in claims.values():
        first = every[0]
        known = {each.change.key for each in every if each.fight.id == first.fight.id}
        told: set[str] = set()
        for fight, change in every:
            key = change.key
            if fight.id == first.fight.id or key in told or groups[key] & known:
                continue
            told.add(key)
            yield (
                f"The key {key[:KEY_DIGITS]}… speaks for {clean_text(change.person)} in"
                f" {clean_text(fight.title)}, and in {clean_text(first.fight.title)} another,"
                f" {first.change.key[:KEY_DIGITS]}…"
            )


def _describe_unsigned(
    fights: Sequence[FightAudit], rows: Mapping[str, Sequence[Row]]
) -> Iterator[str]:
    """Yield a sentence for each name that records without a key in a fight, and had one in another
    fight before this one was started, by the times in both."""
    bound: dict[str, tuple[str, FightAudit]] = {}
    for fight in fights:
        for each in fight.statements.keys:
            at = rows[fight.id][each.seq - 1].at
            person = make_likeness(each.person)
            if each.how != "revoked" and (person not in bound or at < bound[person][0]):
                bound[person] = at, fight
    for fight in fights:
        signing = {make_likeness(each.person) for each in fight.statements.keys}
        for name in [person.by for person in fight.people]:
            at, other = bound.get(make_likeness(name), ("", fight))
            if make_likeness(name) not in signing and at and at < rows[fight.id][0].at:
                yield (
                    f"{clean_text(name)} signs in {clean_text(other.title)}, and no key speaks for"
                    f" that name in {clean_text(fight.title)}, which was started later"
                )


def _merge(groups: dict[str, set[str]], keys: set[str]) -> set[str]:
    """Note that keys belong to one person, with all that belong to them already; return these."""
    merged = keys.union(*(groups.get(key, {key}) for key in keys))
    for key in merged:
        groups[key] = merged
    return merged
