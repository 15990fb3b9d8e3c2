"""Requests about corrections: previews, and applying one."""

from __future__ import annotations

from combatlog.server import answers as a, messages as m
from combatlog.server.calls import Call, Server
from combatlog.server.open_fight import OpenFight
from combatlog.server.preview import (
    apply_correction,
    knows_everybody,
    make_preview,
    make_veiled_preview,
    read_correcting_line,
)
from combatlog.server.reader import Task, make_task


async def preview(server: Server, call: Call) -> a.Preview:
    """Return what a correction would change."""
    seat = call.sitting
    sent: m.AskPreview = call.sent

    def begin(opened: OpenFight) -> a.Preview | Task:
        opened.fight.refresh()
        if not knows_everybody(opened, seat):
            return make_veiled_preview(opened, seat.audience, sent.head, sent.line)
        server.table.reader.prepare(opened)
        seq = read_correcting_line(sent.line, opened.state).seq
        task = make_task(opened, seq, sent.head, sent.line, sent.answers)
        if task is not None:
            return task
        return make_preview(opened.campaign, opened.fight, sent.head, sent.line, sent.answers)

    found = await server.table.read(seat, call.fight, begin)
    return found if isinstance(found, a.Preview) else await server.table.reader.preview(found)


async def correct(server: Server, call: Call) -> a.Recording:
    """Apply a correction."""
    seat, said = call.sitting, call.sent
    return await server.table.record(
        seat, call.fight, lambda opened: apply_correction(opened, seat, said)
    )
