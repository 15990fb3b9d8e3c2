"""The audit of a campaign, of one of its fights, or of an exported fight; and whether what keeps a
campaign file append-only is in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple, TypeAlias

from combatlog.files.campaign_keys import describe_keys
from combatlog.files.export_lines import ExportHeader, parse_hex, parse_line, read_header
from combatlog.files.fight_audits import StoredFight, audit_fights
from combatlog.files.fight_order import FightOrder, check_order
from combatlog.files.file_faults import (
    find_file_faults,
    find_index_faults,
    find_key_faults,
    find_list_faults,
    find_schema_faults,
)
from combatlog.grammar.registry import parse_declarations
from events.errors import CombatlogError, Damaged, Refused, Unreadable
from events.store.envelope import GENESIS, Head, Row, decode_row
from events.store.opening import is_database
from events.store.protocol import Store
from events.store.sqlite import SQLiteStore
from events.types.declarations import FightStarted
from events.types.names import clean_fault, clean_text
from projections.text.words import join_words
from replay.audit.chain import Break, compute_old_digests, find_first_break, find_upgrade
from replay.audit.report import CUT_OFF, FightAudit, audit_fight
from replay.audit.seals import (
    NOT_SPOKEN,
    AnySeal,
    CampaignSeal,
    FightSeal,
    FightSeals,
    SealCandidate,
    SealCheck,
    SealedFight,
    SpokenSeal,
    check_campaign_seal,
    check_fight_seals,
    find_spoken,
    make_campaign_seal,
)
from replay.cores import Progress

_COMMITMENT = re.compile(r'"(?:sealed|anchor)":"([0-9a-f]{64})"')


Verdict: TypeAlias = Literal["right", "wrong", "cannot be judged"]


class Audit(NamedTuple):
    """The result of an audit.

    - `fights`: the audit of each fight, in the order they were started.
    - `unlisted`: ids of fights that have events, but are not in the campaign's list.
    - `seal`: the comparison with a seal, if one was given.
    - `guards`: faults of the file's tables, indexes and triggers.
    - `order`: what the fights of a campaign say of each other.
    """

    fights: Sequence[FightAudit]
    unlisted: Sequence[str] = ()
    seal: SealCheck | None = None
    guards: Sequence[str] = ()
    order: FightOrder = FightOrder()

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        sealed = self.seal is None or not self.seal.wrong
        listed = not self.unlisted and not self.guards and not self.order.wrong
        return sealed and listed and all(fight.right for fight in self.fights)

    @property
    def judged(self) -> bool:
        """Whether everything could be checked."""
        sealed = self.seal is None or not self.seal.open
        return sealed and all(fight.judged for fight in self.fights)

    @property
    def verdict(self) -> Verdict:
        """The verdict. What is wrong goes before what cannot be judged."""
        if not self.right:
            return "wrong"
        return "right" if self.judged else "cannot be judged"

    @property
    def unchecked(self) -> int:
        """The number of drawn dice that could not be checked."""
        return sum(fight.dice.unchecked for fight in self.fights if fight.dice is not None)


def audit(
    store: Store,
    only: str = "",
    against: AnySeal | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Audit a campaign, or `only` one of its fights (an id); its fights on all cores.

    A seal to check `against` may cover the whole campaign even if only one fight is audited.
    """
    listed = store.fights()  # first, so that the events of each are among the rows
    rows = _rows_by_fight(store)
    ids = [id for id in listed if only in ("", id)]
    stored = [
        StoredFight(id, rows.get(id, []), _kept_secrets(store, id, rows.get(id, []))) for id in ids
    ]
    fights = audit_fights(stored, progress=progress)
    unlisted = set() if only else rows.keys() - set(listed)
    guards = _find_database_faults(store)
    if isinstance(store, SQLiteStore):
        guards = find_schema_faults(store.connection)
        whole = {fight.id: rows[fight.id] for fight in fights if fight.untouched}
        guards += find_index_faults(store, whole) if not guards else []
        guards += find_key_faults(store, whole)
        guards += find_list_faults(store.connection)
        guards += find_file_faults(store.connection)
    sealed = None
    if against is not None:
        meant = set(listed if _count_sealed(against) > 1 else ids)
        known = [_fight_to_seal(at, id, rows.get(id, [])) for at, id in enumerate(listed, start=1)]
        sealed = _check_seal(against, [fight for fight in known if fight.id in meant], rows)
        if only and sealed.wrong:
            others = [fight for fight in known if fight.id not in meant]
            sealed = _find_other_sealed(against, others, rows) or sealed
    order = check_order(store, listed, rows, ids)
    order = order._replace(told=(*order.told, *describe_keys(fights, rows)))
    return Audit(fights, sorted(unlisted), sealed, guards, order)


def _find_other_sealed(
    against: AnySeal, others: Sequence[SealCandidate], rows: Mapping[str, Sequence[Row]]
) -> SealCheck | None:
    """Return that a seal is of another fight than the one audited, None if it is of none."""
    for other in others:
        found = _check_seal(against, [other], rows)
        if not found.wrong and not found.open:
            return SealCheck("", open=f"it is the seal of {join_words(found.titles)}")
    return None


def _count_sealed(seal: AnySeal) -> int:
    """Return how many fights a seal is of."""
    if isinstance(seal, CampaignSeal):
        return len(seal.lengths)
    return len(seal.seals) if isinstance(seal, FightSeals) else 1


def audit_export(lines: Iterable[bytes], against: AnySeal | None = None) -> Audit:
    """Audit the lines of an exported fight, whole or a view.

    Raises `Unreadable` if the first line is not the header of an export.
    """
    numbered = enumerate(lines, start=1)
    header = read_header(numbered)
    rows, broken = _parse_rows((line for _, line in numbered), header)
    found = audit_fight(header.fight, rows, _read_roots(header), parse_declarations)
    if found.broken is None or found.broken.said == CUT_OFF:
        known = broken or _count_break(header.events, len(rows)) or found.broken
        found = found._replace(broken=known)
    view = "" if header.whole else clean_fault(header.view)
    found = found._replace(view=view, exported=True)
    return Audit([found], (), _check_export_seal(against, header.fight, rows))


def _read_roots(header: ExportHeader) -> dict[str, bytes]:
    """Return the roots that go along with an export; one that is no root is empty."""
    roots: dict[str, bytes] = {}
    for anchor, text in header.roots.items():
        try:
            roots[anchor] = parse_hex(text)
        except ValueError:
            roots[anchor] = b""
    return roots


def _check_export_seal(against: AnySeal | None, id: str, rows: Sequence[Row]) -> SealCheck | None:
    """Check an exported fight against a seal; a seal over several fights leaves it open."""
    if against is None:
        return None
    if isinstance(against, FightSeals):
        own = tuple(seal for seal in against.seals if seal.fight == id)
        against = FightSeals(own or against.seals)
    many = _count_sealed(against)
    if many > 1:
        why = f"the seal is over {many} fights; ask for: combatlog seal -f N"
        return SealCheck("", open=why)
    return _check_seal(against, [_fight_to_seal(0, id, rows)], {id: rows})


def seal_campaign(store: Store, only: str = "") -> CampaignSeal | FightSeals:
    """Return the seal over a campaign as it is, or over one of its fights; a campaign of format 2
    has a seal for each fight.

    Raises `Refused` if a fight is not as it was recorded: a seal would vouch for it.
    """
    listed, rows = store.fights(), _rows_by_fight(store, only)
    sealed: list[SealedFight] = []
    for number, id in enumerate(listed, start=1):
        every = rows.get(id, [])
        if only in ("", id):
            fight = _fight_to_seal(number, id, every)
            if fight.sound < len(every) or not every:
                raise Refused(
                    f"{fight.name} is not as it was recorded from #{fight.sound + 1} on, so it is"
                    " not sealed; combatlog audit tells more."
                )
            sealed.append(SealedFight(id, Head(len(every), every[-1].digest)))
    seal = make_campaign_seal(sealed)
    if store.format == 1:
        return seal
    return FightSeals(tuple(FightSeal(id, head.seq, head.digest) for id, head in sealed))


def _fight_to_seal(number: int, id: str, rows: Sequence[Row]) -> SealCandidate:
    """Return what a seal check needs of a fight: number, id, title, and its sound length."""
    broken = find_first_break(id, rows)
    sound = len(rows) if broken is None else max(0, broken.seq - 1)
    title = ""
    if sound:
        with suppress(CombatlogError):  # a hidden row has no body to decode
            first = decode_row(rows[0]).event
            title = clean_text(first.title) if isinstance(first, FightStarted) else ""
    return SealCandidate(number, id, title, sound)


def _rows_by_fight(store: Store, only: str = "") -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    for fight, row in store.stored(only):
        rows.setdefault(fight, []).append(row)
    return rows


def _kept_secrets(store: Store, fight: str, rows: Iterable[Row]) -> dict[str, bytes]:
    """Return the secrets that a store keeps of a fight, by the commitments in its log.

    A secret that is damaged is empty.
    """
    kept: dict[str, bytes] = {}
    for sealed in dict.fromkeys(
        each for row in rows for each in _COMMITMENT.findall(str(row.body))
    ):
        try:
            secret = store.secret(fight, sealed)
        except Damaged:
            secret = b""
        if secret is not None:
            kept[sealed] = secret
    return kept


def _check_seal(
    against: AnySeal, fights: Sequence[SealCandidate], rows: Mapping[str, Sequence[Row]]
) -> SealCheck:
    if isinstance(against, CampaignSeal):
        if any(row.hidden and not row.erased for every in rows.values() for row in every):
            return SealCheck("", open="it is of format 1, and rows are hidden here")
        return _check_old_seal(against, fights, rows)

    def digest_at(fight: str, seq: int) -> bytes:
        return rows[fight][seq - 1].digest

    if isinstance(against, SpokenSeal):
        found = find_spoken(against, fights, digest_at)
        if found is None:
            return SealCheck(NOT_SPOKEN)
        against = found
    lengths = {fight: len(every) for fight, every in rows.items()}
    return check_fight_seals(against, fights, lengths, digest_at)


def _check_old_seal(
    against: CampaignSeal, fights: Sequence[SealCandidate], rows: Mapping[str, Sequence[Row]]
) -> SealCheck:
    """Compare with a seal of format 1; of a fight that was copied into format 2, the digests it had
    before count."""
    sound = {fight.id: fight.sound for fight in fights}
    digests = {
        fight: _list_old_digests(fight, every, sound[fight])
        for fight, every in rows.items()
        if fight in sound
    }

    def head_at(fight: str, length: int | None) -> Head:
        every = rows.get(fight, [])
        upto = len(every) if length is None else length
        digest = digests[fight][upto - 1] if 0 < upto <= len(digests.get(fight, ())) else GENESIS
        return Head(upto, digest if isinstance(digest, bytes) else b"")

    return check_campaign_seal(against, fights, head_at)


def _list_old_digests(fight: str, rows: Sequence[Row], sound: int) -> list[bytes]:
    """Return the digests of a fight as a seal of format 1 has them."""
    found = find_upgrade(rows[:sound])
    copied = compute_old_digests(fight, rows[: found[0] - 1]) if found is not None else []
    return [*copied, *(row.digest for row in rows[len(copied) :])]


def _count_break(exported: int, here: int) -> Break | None:
    """Return a break if a file holds more or fewer events than its header says."""
    if exported == here:
        return None
    what = "is missing" if here < exported else "was added"
    said = f"{what}: {exported} events were exported, and {here} are here"
    return Break(min(here, exported) + 1, said)


def _parse_rows(lines: Iterable[bytes], header: ExportHeader) -> tuple[list[Row], Break | None]:
    """Parse lines into rows, up to the first that is no event; return that as a break."""
    rows: list[Row] = []
    for text in lines:
        if not text.strip():
            continue
        try:
            rows.append(parse_line(text, header.combatlog, header.whole))
        except Unreadable as error:
            why = clean_fault(str(error)).rstrip(".")
            return rows, Break(len(rows) + 1, f"cannot be read: {why}")
    return rows, None


def _find_database_faults(store: Store) -> list[str]:
    """Return what is wrong with the tables of a database, empty for a store of another kind."""
    if not is_database(store.path):
        return []
    from events.store.postgres import PostgresStore  # psycopg is an extra

    assert isinstance(store, PostgresStore)
    return store.database.find_faults()
