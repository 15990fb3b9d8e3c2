"""What everybody at a simulated table has said and was answered, compared with the log."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from combatlog.server.answers import Proposal
from combatlog.server.messages import SaidCommand, SayDeclarations, SayDie, SayNote
from events.store.envelope import Recorded
from events.types.rolls import Asked, Rolled
from replay.log.event_log import History
from tests.simulated_table.page import expect
from tests.simulated_table.served import Disk

COMMAND = msgspec.json.Decoder(SaidCommand)

Die = tuple[str, str, str, int]
"""A die as a page shows it: by, die, purpose, nth."""


class Saying:
    """Something that was said under a key, once or again: what was sent, and how it was
    answered."""

    def __init__(self, who: str, sent: dict[str, Any], floor: int, die: Die | None) -> None:
        self.who, self.sent, self.die = who, sent, die
        self.floor = floor
        """The last event that anybody had heard of when it was first said."""
        self.seqs: list[int] | None = None
        self.refused = ""


class Ledger:
    """Everything that was said, by its key; and the votes on proposals, by their ids."""

    def __init__(self) -> None:
        self.said: dict[str, Saying] = {}
        self.shown: dict[tuple[str, str], set[tuple[int, int]]] = {}
        """By proposal and voter, the heads that the voter agreed at, and where they lead."""
        self.applied: dict[str, Proposal] = {}
        self.top = 0
        """The last event that was acknowledged."""
        self.counts: Counter[str] = Counter()

    def begin(self, who: str, sent: dict[str, Any], die: Die | None = None) -> Saying:
        """Note that somebody says something."""
        saying = Saying(who, sent, self.top, die)
        self.said[sent["key"]] = saying
        return saying

    def acknowledge(self, saying: Saying, seqs: list[int]) -> None:
        """Note the events that something has recorded, as its sender was told."""
        expect(saying.seqs in (None, seqs), f"{saying.sent} was recorded twice")
        saying.seqs = seqs
        self.top = max(self.top, *seqs)
        self.counts["recorded"] += 1

    def refuse(self, saying: Saying, said: str) -> None:
        """Note that something was refused, as its sender was told."""
        saying.refused = said
        self.counts["refused"] += 1

    def agree(self, proposal: dict[str, Any], who: str) -> None:
        """Note that somebody agrees to what a proposal says that they are shown."""
        shown = self.shown.setdefault((proposal["id"], who), set())
        shown.add((proposal["head"], proposal["to"]))

    def hear(self, sender: str, path: str, sent: Any, status: int, answered: Any) -> None:
        """Note what the server has answered, whether that arrives or not."""
        if status != 200 or "proposals" not in path:
            return
        self.counts["asked"] += answered["outcome"] == "open"
        if answered["outcome"] == "applied":
            self.applied[answered["id"]] = msgspec.convert(answered, Proposal)
        elif sent.get("answer", "again") == "again" and sent["head"] == answered["head"]:
            self.agree(answered, sender)  # what was proposed is what its maker saw then

    def compare(self, disk: Disk, fight: str, begun: int) -> None:
        """Compare all of it with the log, whose events up to `begun` nobody here has said. Raises
        `Broken`."""
        history = History(disk.read(fight))
        commands = {key: each for (key, _), each in disk._commands.items()}
        recorded = {key: history.rows[each.first - 1 : each.last] for key, each in commands.items()}
        seqs = [row.seq for rows in recorded.values() for row in rows]
        every = [*range(begun + 1, len(history) + 1)]
        expect(sorted(seqs) == every, "an event belongs to no command, or to two")
        for key, rows in recorded.items():
            if key.startswith("proposal "):
                self._compare_proposal(key, rows)
            else:
                expect(key in self.said, f"nobody has said {key}")
                self._compare_saying(self.said[key], rows, history)
        for key, saying in self.said.items():
            expect(saying.seqs is None or key in recorded, f"{saying.sent} was lost")

    def _compare_saying(self, saying: Saying, rows: list[Recorded], history: History) -> None:
        sent, first = saying.sent, rows[0].seq
        expect(not saying.refused, f"{sent} was refused ({saying.refused}), and is #{first}")
        seqs = [row.seq for row in rows]
        expect(saying.seqs in (None, seqs), f"{sent} is {seqs}, its sender was told {saying.seqs}")
        expect(first > saying.floor, f"{sent} is #{first}, before what was heard when it was said")
        expect(rows[0].by == saying.who, f"{sent} was said by {saying.who}, not {rows[0].by}")
        if "do" in sent:
            _check_head(msgspec.convert(sent, SaidCommand), saying.die, rows, history)
        elif "line" in sent:
            expect(sent["head"] == first - 1, f"{sent} counted at another head")

    def _compare_proposal(self, key: str, rows: list[Recorded]) -> None:
        # The key holds a secret of the proposal; at one head only one can be applied.
        head, first = int(key.split()[2]), rows[0].seq
        told = [each for each in self.applied.values() if each.head == head]
        expect(len(told) == 1, f"{key} was applied, and {len(told)} were told")
        (proposal,) = told
        for vote in proposal.votes:
            shown = self.shown.get((proposal.id, vote.name), set())
            said = f"{vote.name} agreed to {proposal.line} at {shown}, it was applied as #{first}"
            expect(first - 1 in {head for head, _ in shown}, said)
            to = {to for head, to in shown if head == first - 1}
            expect(rows[-1].parent in to or not proposal.to, f"{said}, and leads elsewhere")


def _check_head(
    command: SaidCommand, die: Die | None, rows: list[Recorded], history: History
) -> None:
    """Compare the moment that a command was said at with the one it was recorded at."""
    first = rows[0].seq
    if isinstance(command, SayNote) or command.head == first - 1:
        expect(0 < command.head < first, f"{command} was said at an event that was not there yet")
    else:
        then, now = history.state(command.head), history.state(first - 1)
        said = f"{command} was recorded at #{first - 1}, where it meant something else"
        match command:
            case SayDeclarations(declarations=declarations):
                turn = (then.round, then.turns, then.phase, then.awaited, then.ended)
                expect(turn == (now.round, now.turns, now.phase, now.awaited, now.ended), said)
                for each in declarations:
                    by = getattr(each, "by", "")
                    expect(then.combatants[by] == now.combatants[by], said)
                    expect(then.pending_of(by) == now.pending_of(by), said)
            case SayDie():
                expect(then.playing == now.playing, said)
            case _:
                expect(False, said)
    if die is not None:
        event = rows[0].event
        assert isinstance(event, Rolled)
        expect(die == name_die(event.asked), f"{die} was tapped, and {event.asked} recorded")


def name_die(asked: Asked) -> Die:
    """Return a die as a page shows it."""
    return asked.by, asked.die, asked.purpose, asked.nth
