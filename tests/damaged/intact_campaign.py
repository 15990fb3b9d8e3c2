"""The intact campaign that the damaged ones are made from."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from combatlog.app.campaign import Campaign, create, open as open_campaign
from combatlog.app.fight import Fight
from combatlog.simulation.run import play_fight, start_seeded_fight
from events.store.campaign_file import create_campaign
from rulesets.definitions.shipped import load_game

PAGE = 4096

NOON = "2026-11-20T12:00:00.000Z"

GAMES = ("golden-idol", "plerion", "paraverse")


def write_campaign(path: Path) -> None:
    """Write three fights with corrections, undone commands, notes, keys and secrets."""
    store = create_campaign(path, lambda: NOON)
    store.randomness = Random(4).randbytes
    with Campaign(store, by="Mia") as campaign:
        for number, game in enumerate(GAMES):
            random = Random(number)
            fight = start_seeded_fight(campaign.store, load_game(game), number, id=f"fight{number}")
            play_fight(fight, random, 12, doubts=0.1, regrets=0.1)
            _add_notes(fight)


def _add_notes(fight: Fight) -> None:
    fight.note("Somebody knocks.", key=f"knock {fight.id}")
    fight.undo(key=f"back {fight.id}")
    for number in range(12):
        fight.note(f"Note {number}. {'x' * 60}")


def write_unmerged_campaign(path: Path) -> None:
    """Write the same campaign with all of it still in the write-ahead log, as a computer leaves it
    that is switched off during a session."""
    with TemporaryDirectory() as folder:
        intact, logged = Path(folder, "intact"), Path(folder, "logged")
        write_campaign(intact)
        create(logged).close()
        with open_campaign(intact) as kept, open_campaign(logged) as campaign:
            for id in kept.store.fights():
                campaign.store.adopt(id, list(kept.store.rows(id)))
            for end in ("", "-wal"):
                shutil.copyfile(f"{logged}{end}", f"{path}{end}")
