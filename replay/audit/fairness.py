"""Whether the dice are what the secrets fixed.

Every sealed die is drawn again, and every draw must be in its turn. Dice of format 1 are drawn from
the secret that serves on their line, those of format 2 from the epochs of a root (`epoch_check`).
Faces that a person stated for sealed dice are listed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from events.store.envelope import Recorded
from events.types.commitments import Anchored, Closed, SecretOpened
from events.types.declarations import FightStarted
from events.types.log_events import Corrected, Salted, Sealed, SecretRevealed
from events.types.rolls import FACES, Rolled
from projections.state.fight_state import DrawKey, FightState
from replay.audit.epoch_check import EpochCheck, EpochClose, EpochState, OtherRoot
from replay.audit.interventions import StatedFace, find_stated_faces
from replay.corrections.recorded_dice import LineDice, get_draw_series
from replay.log.commitments import Secret, SecretStatus, list_salts
from replay.log.event_log import History, walk
from rulesets.core.sealed_dice import draw_face, hash_secret, mix_salts

LEAST_A_FACE = 5
"""The least number of throws per face for a statement, the usual rule for this test."""

UNLIKELY = 0.001
"""A run less likely than this deserves a look; one of a thousand fair runs is."""


class Run(NamedTuple):
    """The throws of one kind of die: how often each face came, and the probability (0 to 1) that a
    fair die deviates this much or more from equal counts. None if there are too few throws."""

    faces: int
    counts: tuple[int, ...]
    chance: float | None

    @property
    def thrown(self) -> int:
        """The number of throws."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The average of the faces."""
        return sum(face * count for face, count in enumerate(self.counts, 1)) / self.thrown

    @property
    def expected(self) -> float:
        """The average of a fair die."""
        return (self.faces + 1) / 2

    @property
    def unlikely(self) -> bool:
        """Whether the run deserves a look."""
        return self.chance is not None and self.chance < UNLIKELY


def measure_run(faces: int, thrown: Iterable[int]) -> Run:
    """Return the run of these throws of a die with `faces` faces."""
    counter = Counter(thrown)
    counts = tuple(counter[face] for face in range(1, faces + 1))
    total = sum(counts)
    if total < LEAST_A_FACE * faces:
        return Run(faces, counts, None)
    equal = total / faces
    strays = sum((count - equal) ** 2 / equal for count in counts)
    return Run(faces, counts, chi_squared_tail(strays, faces - 1))


def chi_squared_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-squared variable with `freedom` degrees of freedom is
    `value` or more: the upper incomplete gamma function Q(freedom / 2, value / 2), by its closed
    sums (Abramowitz and Stegun 26.4.4 and 26.4.5)."""
    if value <= 0 or freedom < 1:
        return 1.0
    half = value / 2
    if freedom % 2 == 0:
        term = total = math.exp(-half)
        for at in range(1, freedom // 2):
            term *= half / at
            total += term
        return min(1.0, total)
    total = math.erfc(math.sqrt(half))
    term = math.sqrt(2 * value / math.pi) * math.exp(-half)
    for at in range(1, (freedom + 1) // 2):
        total += term
        term *= value / (2 * at + 1)
    return min(1.0, total)


class DieFault(NamedTuple):
    """A die that is not what it should be: its seq, and what is wrong."""

    seq: int
    said: str


class ForeseenDie(NamedTuple):
    """A die whose face was known before it was thrown, because it was drawn on another line, in
    event `first`."""

    seq: int
    first: int
    by: str
    die: str
    face: int


class DiceRun(NamedTuple):
    """The run of one kind of die of one roller (by name), sealed or typed."""

    by: str
    die: str
    sealed: bool
    run: Run


class DiceAudit(NamedTuple):
    """What the audit finds about the dice of a fight.

    Each die counts once, at its first recording: `typed` at the table or `drawn`; of the drawn ones
    `checked` could be compared with a secret. A draw that had been `seen` before does not count
    again in the `runs`. `stated` are dice with a face that a person stated. `exchanged` are the
    events that commit to another secret or root than the keeper holds. In format 2, `closes` are
    the closes of the dice, `roots` the events that put another root into service, and `epochs` how
    each epoch stands that dice were drawn in. `mixed` dice fell where players' are typed and others
    drawn; `crossed` are those of them that fell the other way. `slipped_in` were typed where all
    dice are drawn.
    """

    typed: int
    drawn: int
    checked: int
    faults: tuple[DieFault, ...]
    seen: tuple[ForeseenDie, ...]
    runs: tuple[DiceRun, ...]
    secrets: tuple[Secret, ...]
    stated: tuple[StatedFace, ...] = ()
    exchanged: tuple[int, ...] = ()
    closes: tuple[EpochClose, ...] = ()
    roots: tuple[OtherRoot, ...] = ()
    epochs: tuple[EpochState, ...] = ()
    mixed: int = 0
    crossed: tuple[int, ...] = ()
    slipped_in: tuple[int, ...] = ()

    @property
    def unchecked(self) -> int:
        """The number of drawn dice that could not be checked: their secret is not known here."""
        return self.drawn - self.checked


def combine_runs(fights: Iterable[DiceAudit]) -> tuple[DiceRun, ...]:
    """Return the runs of several fights: one of each roller and kind of die, in this order."""
    faces: dict[tuple[str, int, str, bool], list[int]] = {}
    for each in (thrown for fight in fights for thrown in fight.runs):
        counted = enumerate(each.run.counts, start=1)
        key = (each.by, each.run.faces, each.die, each.sealed)
        faces.setdefault(key, []).extend(face for face, n in counted for _ in range(n))
    return tuple(
        DiceRun(by, die, sealed, measure_run(size, faces[by, size, die, sealed]))
        for by, size, die, sealed in sorted(faces)
    )


def audit_dice(fight: str, history: History, kept: Mapping[str, bytes]) -> DiceAudit:
    """Check every die of a log. `kept` are the secrets and roots its keeper holds, by their
    commitment; those that do not match it are reported."""
    return _DiceCheck(fight, history, kept).run()


_ABOUT_SECRETS = frozenset((FightStarted, Sealed, Anchored, SecretOpened, Closed, Salted))


class _DiceCheck:
    def __init__(self, fight: str, history: History, kept: Mapping[str, bytes]) -> None:
        self._history = history
        self._epochs = EpochCheck(fight, history.rows, kept)
        self._kept = {each: secret for each, secret in kept.items() if hash_secret(secret) == each}
        self._others = kept.keys() - self._kept.keys()
        self._revealed: dict[str, tuple[int, bytes]] = {}
        for row in history.rows:
            if isinstance(row.event, SecretRevealed):
                secret = bytes.fromhex(row.event.secret)
                self._revealed.setdefault(row.event.sealed, (row.seq, secret))
            elif isinstance(row.event, SecretOpened):  # of format 1, if the fight was upgraded
                secret = bytes.fromhex(row.event.secret)
                if hash_secret(secret) == row.event.anchor:
                    self._revealed.setdefault(row.event.anchor, (row.seq, secret))
        self._keys: dict[str, bytes | None] = {}
        self._typed = self._drawn = self._checked = 0
        self._mixed: list[tuple[int, bool]] = []
        self._slipped_in: list[int] = []
        self._faults: list[DieFault] = []
        self._seen: list[ForeseenDie] = []
        self._exchanged: list[int] = []
        self._first: dict[tuple[str, DrawKey, int], int] = {}
        self._thrown: dict[tuple[str, str, bool], list[int]] = {}
        self._sealed: dict[str, int] = {}
        self._recorded: LineDice | None = None
        self._repeated: dict[tuple[DrawKey, int], int] = {}

    def run(self) -> DiceAudit:
        for state, row in walk(self._history):
            if row.seq == row.cmd:
                self._begin_command(row)
            event = row.event
            if isinstance(event, Rolled):
                if row.repeats is None:
                    self._check_die(state, row, event)
                self._epochs.follow_die(row)
            elif type(event) in _ABOUT_SECRETS:
                self._check_secret(row)
        return DiceAudit(
            self._typed,
            self._drawn,
            self._checked,
            tuple(self._faults),
            tuple(self._seen),
            tuple(
                DiceRun(by, die, sealed, measure_run(FACES[die], faces))
                for (by, die, sealed), faces in self._thrown.items()
            ),
            tuple(map(self._describe_secret, (*self._sealed, *self._epochs.anchors))),
            find_stated_faces(self._history),
            (*self._exchanged, *self._epochs.exchanged),
            self._epochs.closes,
            tuple(self._epochs.roots),
            self._epochs.list_states(),
            len(self._mixed),
            tuple(seq for seq, crossed in self._mixed if crossed),
            tuple(self._slipped_in),
        )

    def _check_secret(self, row: Recorded) -> None:
        """Check an event about the secrets of the dice."""
        event = row.event
        if isinstance(event, FightStarted | Sealed) and event.sealed:
            self._commit(row.seq, event.sealed)
        elif isinstance(event, Anchored) and self._epochs.service is None:
            self._check_need(row.seq, "while the secret of format 1 is at hand", "root")
        self._faults += [DieFault(row.seq, said) for said in self._epochs.follow(row)]

    def _begin_command(self, first: Recorded) -> None:
        """Note the recorded dice that a correction can use: new dice pass over their draws. In
        format 2 these are only the draws that it really uses again, by their last row."""
        self._recorded, self._repeated = None, {}
        if not isinstance(first.event, Corrected):
            return
        if self._epochs.service is None:
            self._recorded = self._list_reusable(first)
            return
        start, end = self._history.command(first.seq)
        for row in self._history.rows[start:end]:
            fell = row.event
            if isinstance(fell, Rolled) and row.repeats is not None and fell.draw is not None:
                self._repeated[get_draw_series(fell, by_epoch=True), fell.draw] = row.seq

    def _list_reusable(self, first: Recorded) -> LineDice:
        position = self._history.position(first.seq - 1)
        base = self._history.position(first.parent)
        again = [
            row
            for start, end in self._history.line(position)
            for row in self._history.rows[max(start - 1, base) : end]
        ]
        return LineDice(self._history, again)

    def _commit(self, seq: int, sealed: str) -> None:
        """Note a commitment and, the first time, check the secret that the keeper holds."""
        if sealed in self._sealed:
            return
        if sealed in self._others:
            self._exchanged.append(seq)
        self._sealed[sealed] = seq if self._check_need(seq, "without need", "secret") else 0

    def _check_need(self, seq: int, why: str, what: str) -> bool:
        """Check that no kept secret of format 1 could still serve; return whether any is open."""
        open = {each for each in self._sealed if self._is_open(each, seq)}
        if open & self._kept.keys():
            self._faults.append(DieFault(seq, f"puts another {what} into service, {why}"))
        return bool(open)

    def _is_open(self, sealed: str, seq: int) -> bool:
        """Return whether a secret is not yet revealed at an event."""
        return sealed not in self._revealed or self._revealed[sealed][0] > seq

    def _check_die(self, state: FightState, row: Recorded, fell: Rolled) -> None:
        name = state.combatants[fell.by].name
        if state.dice == "mixed":
            self._mixed.append((row.seq, state.draws_for(fell.by) == (fell.draw is None)))
        if state.dice == "digital" and fell.draw is None:
            self._slipped_in.append(row.seq)
        if fell.draw is None:
            self._typed += 1
            self._thrown.setdefault((name, fell.die, False), []).append(fell.face)
            return
        self._drawn += 1
        by_epoch = self._epochs.service is not None
        commitment = self._epochs.service.anchor if self._epochs.service else state.sealed
        series = get_draw_series(fell, by_epoch)
        first = self._first.setdefault((commitment, series, fell.draw), row.seq)
        if first == row.seq:
            self._thrown.setdefault((name, fell.die, True), []).append(fell.face)
        else:
            self._seen.append(ForeseenDie(row.seq, first, fell.by, fell.die, fell.face))
        if by_epoch:
            is_checked, faults = self._epochs.check_die(row, fell, fell.draw)
        else:
            key = self._key(state.sealed)
            is_checked, faults = key is not None, [*self._list_faults(state, row, fell, key)]
        if not self._is_next(state, row.seq, series, fell.draw):
            faults.append(f"is draw {fell.draw}, out of its turn")
        self._checked += is_checked
        self._faults += [DieFault(row.seq, said) for said in faults]

    def _list_faults(
        self, state: FightState, row: Recorded, fell: Rolled, key: bytes | None
    ) -> Iterator[str]:
        """Yield what is wrong with a drawn die of format 1."""
        assert fell.draw is not None, "it was drawn"
        if not state.sealed:
            yield "was drawn before a secret was committed to"
        revealed = self._revealed.get(state.sealed)
        if revealed is not None and revealed[0] < row.seq:
            yield f"was drawn after its secret had been revealed (#{revealed[0]})"
        face = draw_face(key, fell.asked, fell.draw) if key is not None else fell.face
        if face != fell.face:
            yield f"shows {fell.face}, and was fixed as {face}"

    def _key(self, sealed: str) -> bytes | None:
        """Return the key that the dice of a commitment are drawn with, None if the secret is not
        known."""
        if sealed not in self._keys:
            secret = self._revealed.get(sealed, (0, self._kept.get(sealed)))[1]
            salts = self._history.salts.get(sealed, ())
            self._keys[sealed] = None if secret is None else mix_salts(secret, salts)
        return self._keys[sealed]

    def _is_next(self, state: FightState, seq: int, series: DrawKey, draw: int) -> bool:
        """Return whether every lower draw of the series is used on this line, or is held for a die
        that the correction uses again. A free choice of draws would be a free choice of faces."""
        if state.is_drawn(series, draw):
            return False
        held = self._recorded.list_draws(series) if self._recorded is not None else frozenset()
        between = range(state.next_draw(series), draw)
        return len(between) <= len(self._history) and all(
            state.is_drawn(series, lower)
            or lower in held
            or self._repeated.get((series, lower), 0) > seq
            for lower in between
        )

    def _describe_secret(self, sealed: str) -> Secret:
        if sealed in self._epochs.anchors:
            return self._describe_root(sealed)
        known: SecretStatus = "other" if sealed in self._others else ""
        if sealed in self._revealed:
            known = "revealed"
        elif sealed in self._kept:
            known = "kept"
        return Secret(sealed, known, list_salts(self._history, sealed), self._sealed[sealed])

    def _describe_root(self, anchor: str) -> Secret:
        secrets = self._epochs.secrets
        known: SecretStatus = "other" if anchor in secrets.others else ""
        if anchor in secrets.kept:
            known = "kept"
        elif any(each == anchor for each, _ in secrets.opened):
            known = "revealed"
        since = self._epochs.anchors[anchor]
        later = (seq for seq in self._epochs.anchors.values() if seq > since)
        salts = list_salts(self._history, "", since, next(later, None))
        return Secret(anchor, known, salts, since if since > 1 else 0)
