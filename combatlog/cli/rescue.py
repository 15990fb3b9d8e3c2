"""`combatlog rescue`: what can be saved of a damaged campaign."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from combatlog.cli.options import SUFFIX, campaign_path
from combatlog.screen.text import seqs

if TYPE_CHECKING:
    from combatlog.remains import Remains
    from combatlog.rescue import Rescue


@click.command("rescue")
@click.argument("damaged")
@click.argument("new", default="")
def rescue_command(damaged: str, new: str) -> int:
    """Write every readable event of a DAMAGED campaign to a NEW file, and say which are missing.

    The damaged file is not touched. Exit code 1 where anything is missing.
    """
    from combatlog.rescue import rescue

    path = campaign_path(damaged)
    target = _named(path, new)
    found = rescue(path, target)
    click.echo("\n".join(_told(found, path, target)))
    return 0 if found.whole else 1


def _named(damaged: str, new: str) -> str:
    if not new:
        return f"{damaged.removesuffix(SUFFIX)}.rescued{SUFFIX}"
    return new if os.path.splitext(new)[1] else new + SUFFIX


def _told(found: Rescue, damaged: str, new: str) -> Iterator[str]:
    """Fight by fight, and what holds for all of them."""
    from combatlog.rescue import LEFTOVER

    for fight in found.fights:
        yield _fight(fight)
        if fight.id in found.unsealed:
            yield "  The secret of its dice is not there; its next dice are sealed anew."
    if found.leftover:
        yield (
            f"What is left over ({len(found.leftover)}) is in {new}{LEFTOVER}, an event a line: no"
            " fight can be told beyond a hole."
        )
    if found.keys:
        yield f"{found.keys} of the keys that make commands idempotent cannot be read."
    if not found.complete:
        yield (
            f"Parts of {damaged} cannot be read; whether they held more than is told here, nobody"
            " can say."
        )
    yield f"{new} is ready; {damaged} is as it was."


def _fight(fight: Remains) -> str:
    """One fight: what is whole, what is lost, what is left over and why."""
    kept, last = len(fight.kept), fight.last
    if not last:
        return f"{fight.title}: nothing of it is left."
    if kept == last:
        return f"{fight.title}: all {last} events whole."
    whole = f"{seqs(1, kept)} of {last} whole" if kept else f"none of {last} can stand"
    reasons = [fight.why] if fight.why else []
    if fight.lost:
        single = len(fight.lost) == 1 and fight.lost[0][0] == fight.lost[0][1]
        reasons.append(f"{_listed(fight.lost)} {'is' if single else 'are'} lost")
    if fight.beyond:
        reasons.append(f"left over: {_listed(fight.beyond)}")
    return f"{fight.title}: {whole}; {'; '.join(reasons)}."


def _listed(ranges: list[tuple[int, int]]) -> str:
    return ", ".join(seqs(*each) for each in ranges)
