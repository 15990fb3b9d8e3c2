"""Copies of a campaign: a backup, the newest format, without the text of some notes, what can still
be read of a damaged one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from combatlog.files.rescue.rescue import LEFTOVER, Rescue, rescue
from combatlog.terminal.cli.options import (
    SUFFIX,
    by_option,
    campaign_option,
    diagnose_damage,
    fight_option,
    find_campaign_file,
)
from combatlog.terminal.views.layout import echo
from events.errors import Refused
from projections.text.words import describe_seqs

if TYPE_CHECKING:
    from combatlog.files.rescue.prefix import FightPrefix

FIRST_WORDS = 30
"""How many characters of an erased note name it."""


@click.command("backup")
@click.argument("file")
@campaign_option
def backup_command(file: str, campaign: str | None) -> None:
    """Copy the campaign to a new FILE, also while a prompt is open.

    The copy is compared with the campaign (the seal of every fight, the tables) before it gets its
    name. A FILE without a suffix gets .combatlog: it is a campaign of its own then. A file that
    exists is never replaced. Exit code 1 if the campaign is damaged.
    """
    from combatlog.files.backup import back_up
    from events.store.campaign_file import open_campaign

    path = find_campaign_file(campaign)
    target = file if os.path.splitext(file)[1] or os.path.isdir(file) else file + SUFFIX
    store = open_campaign(path)
    try:
        made = back_up(store, target)
    finally:
        store.close()
    fights = "1 fight" if made.fights == 1 else f"{made.fights} fights"
    events = "1 event" if made.events == 1 else f"{made.events} events"
    echo([f"{target} is a copy of {path}, compared: {fights}, {events}."])
    if target.endswith(SUFFIX):
        echo(
            [
                "It is a campaign of its own: what is recorded in one is not in the other. Where"
                " both lie in one folder, commands ask for -c FILE."
            ]
        )


@click.command("upgrade")
@click.argument("new_file", default="")
@campaign_option
@by_option
def upgrade_command(new_file: str, campaign: str | None, by: str) -> None:
    """Copy a campaign of format 1 to a NEW_FILE of format 2; the old file stays as it is.

    Seals of the old campaign hold for the copy. It does not know the --key of earlier commands:
    repeated there, they are done again. Without NEW_FILE, “.upgraded” is added to the name.
    """
    path = find_campaign_file(campaign)
    target = new_file or f"{path.removesuffix(SUFFIX)}.upgraded{SUFFIX}"
    target = target if os.path.splitext(target)[1] else target + SUFFIX
    _upgrade(path, target, campaign=campaign, by=by)


@diagnose_damage
def _upgrade(path: str, target: str, *, campaign: str | None, by: str) -> None:
    from combatlog.files.upgrade import upgrade

    copied = upgrade(path, target, by)
    fights = f"{len(copied)} fight{'s' * (len(copied) != 1)}"
    events = sum(fight.events for fight in copied)
    echo([f"{target} is ready: {fights}, {events} events. {path} is as it was."])


@click.command("erase")
@click.argument("seqs", nargs=-1, required=True, metavar="SEQ...")
@click.option("--to", "new_file", default="", metavar="NEW_FILE", help="The file to make.")
@campaign_option
@fight_option
def erase_command(seqs: tuple[str, ...], new_file: str, campaign: str | None, fight: str) -> None:
    """Copy the campaign to a new file without the text of these notes.

    Only notes can be erased. Their place, author, time and digest stay, so every seal holds, and
    the audit says what was erased. The old file keeps the text: delete it, its backups, and pages
    and exports made of it. Where there are several fights, say which (-f). Without --to, “.erased”
    is added to the name.
    """
    from combatlog.app.fight_list import find_fight, read_fight_entry
    from combatlog.files.erase import erase_notes
    from events.store.campaign_file import open_campaign
    from events.store.envelope import check_seq
    from events.types.log_events import Noted

    path = find_campaign_file(campaign)
    target = new_file or f"{path.removesuffix(SUFFIX)}.erased{SUFFIX}"
    target = target if os.path.splitext(target)[1] or os.path.isdir(target) else target + SUFFIX
    store = open_campaign(path)
    try:
        many = len(store.fights())
        if many > 1 and not fight:
            raise Refused(
                f"{path} has {many} fights, each with its own numbers; say in which the notes are:"
                " -f FIGHT"
            )
        id = find_fight(store, fight)
        last = store.head(id).seq
        chosen = sorted({check_seq(seq.removeprefix("#"), last) for seq in seqs})
        erase_notes(store, id, chosen, target)
        notes = [row.event for row in store.read(id) if row.seq in chosen]
        began = ", ".join(f"“{_shorten(note.text)}”" for note in notes if isinstance(note, Noted))
        entry = read_fight_entry(store, store.fights().index(id) + 1, id)
    finally:
        store.close()
    echo(
        [
            f"{target} is ready: without the note{'s' * (len(notes) != 1)} {began} of"
            f" {entry.title} (fight {entry.number}); every seal holds. {path} is as it was and"
            " keeps the text: delete it, its backups, and what was exported from it."
        ]
    )


def _shorten(text: str) -> str:
    """Return the first words of a note."""
    words = " ".join(text.split())
    return words if len(words) <= FIRST_WORDS else f"{words[:FIRST_WORDS].rsplit(' ', 1)[0]}…"


@click.command("rescue")
@click.argument("damaged")
@click.argument("new", default="")
def rescue_command(damaged: str, new: str) -> int:
    """Write every readable event of a DAMAGED campaign to a NEW file, and list the missing ones.

    The damaged file is not changed. Exit code 1 if anything is missing. Events behind a gap cannot
    be part of a fight; they go to NEW.leftover.jsonl, one a line, as JSON. Any text editor shows
    them, so that you can enter them again or keep them as notes. The file cannot be imported.
    """

    path = find_campaign_file(damaged)
    target = _choose_target(path, new)
    rescued = rescue(path, target)
    echo(_describe_rescue(rescued, path, target))
    return 0 if rescued.whole else 1


def _choose_target(damaged: str, new: str) -> str:
    if not new:
        return f"{damaged.removesuffix(SUFFIX)}.rescued{SUFFIX}"
    return new if os.path.splitext(new)[1] else new + SUFFIX


def _describe_rescue(rescued: Rescue, damaged: str, new: str) -> Iterator[str]:
    """Yield what was rescued, fight by fight, and what holds for all of them."""
    for fight in rescued.fights:
        yield _describe_fight(fight, rescued.ended)
        if fight.id in rescued.unsealed:
            yield "  The secret of its dice is missing; its next dice get a new secret."
    if rescued.leftover:
        yield (
            f"What is left over ({len(rescued.leftover)}) is in {new}{LEFTOVER}, an event a line:"
            " no fight can continue beyond a gap. Any text editor shows it; enter again what you"
            " need of it."
        )
    if rescued.keys:
        yield f"{rescued.keys} of the keys that make commands idempotent cannot be read."
    if not rescued.complete:
        yield _describe_unreadable(rescued, damaged)
    yield f"{new} is ready; {damaged} is as it was."


def _describe_unreadable(rescued: Rescue, damaged: str) -> str:
    """Return what is known if parts of the file cannot be read."""
    if rescued.ended and rescued.fits:
        return (
            f"Parts of {damaged} cannot be read, but they held no event: every fight was read to"
            " its end, and all of it fits together."
        )
    if rescued.fits:
        return (
            f"All that was found fits together, to the last event known of every fight; parts of"
            f" {damaged} cannot be read, and it is unknown whether they held more."
        )
    return (
        f"Parts of {damaged} cannot be read; it is unknown whether they held more than is listed"
        " here."
    )


def _describe_fight(fight: FightPrefix, ended: bool) -> str:
    """Return what is whole, lost and left over of a fight. If its events were not read to their
    end, there may have been more."""
    kept, last = len(fight.kept), fight.last
    most = f"{last}" if ended else f"at least {last}"
    if not last:
        return f"{fight.title}: nothing of it is left."
    if kept == last:
        whole = f"all {last} events whole" if ended else f"{describe_seqs(1, last)} of {most} whole"
        return f"{fight.title}: {whole}."
    whole = f"{describe_seqs(1, kept)} of {most} whole" if kept else f"none of {most} can stand"
    reasons = [fight.why] if fight.why else []
    if fight.lost:
        single = len(fight.lost) == 1 and fight.lost[0][0] == fight.lost[0][1]
        reasons.append(f"{_format_ranges(fight.lost)} {'is' if single else 'are'} lost")
    if fight.beyond:
        reasons.append(f"left over: {_format_ranges(fight.beyond)}")
    return f"{fight.title}: {whole}; {'; '.join(reasons)}."


def _format_ranges(ranges: list[tuple[int, int]]) -> str:
    return ", ".join(describe_seqs(*each) for each in ranges)
