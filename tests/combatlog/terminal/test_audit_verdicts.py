"""Three verdicts and three exit codes: right 0, wrong 1, cannot be judged 3."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.campaign import create, open as open_campaign
from combatlog.terminal.views.audit import NO_SEAL
from events.types.declarations import Resolve
from rulesets.definitions.shipped import load_game
from tests.support.given import attack, npc, pc
from tests.support.tampered_files import Unguarded, open_unguarded


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign with a fight in which sealed dice have fallen."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "talbridge.combatlog"
    game = load_game("golden-idol")
    people = (pc("Ada", sword="d8"), npc("Wolf", "90/0/18/18/18", bite="d6"))
    with create(path, by="mia") as campaign:
        fight = campaign.start("Cave", game, sheets=[each.sheet(game) for each in people])
        fight.declare(attack("ada", "wolf"))
        fight.declare(Resolve())
    return path


def execute(path: Path, sql: str, *values: Any) -> None:
    """Change the file behind combatlog's back."""
    with closing(open_unguarded(path, Unguarded)) as connection:
        connection.execute(sql, values)


def verdict_of(run: Any, *options: str) -> tuple[int, str]:
    """Return the exit code and the first line of the audit."""
    told = run("audit", *options)
    return told.code, told.out.splitlines()[2].strip()


def test_a_sound_fight_is_right(run: Any, path: Path) -> None:
    """Right has exit code 0, and the second line says what is not shown without a seal."""
    told = run("audit")
    assert 0 == told.code
    _, _, first, second, *_ = told.out.splitlines()
    assert first.strip().startswith("Right. 1 fight, ")
    assert NO_SEAL == second.strip()


def test_a_lost_root_cannot_be_judged(run: Any, path: Path) -> None:
    """Without the root, the dice that fell are not checked; that is not right."""
    execute(path, "DELETE FROM secrets")
    code, line = verdict_of(run)
    assert (3, True) == (code, line.startswith("Cannot be judged. 1 fight, "))
    data = json.loads(run("audit", "--json").out)
    assert ("cannot be judged", False) == (data["verdict"], data["judged"])


def test_a_root_that_does_not_meet_the_anchor_is_wrong(run: Any, path: Path) -> None:
    """Another root than event 1 commits to is wrong."""
    execute(path, "UPDATE secrets SET secret = ?", bytes(32))
    code, line = verdict_of(run)
    assert (1, True) == (code, line.startswith("Wrong. 1 fight, "))
    assert "the secret that is kept of its dice is not the one of #1." in run("audit").out


def test_wrong_goes_before_what_cannot_be_judged(run: Any, path: Path) -> None:
    """A fight with a lost root and a changed event is wrong."""
    execute(path, "DELETE FROM secrets")
    execute(path, "UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 2")
    code, line = verdict_of(run)
    assert (1, True) == (code, line.startswith("Wrong. "))


def test_an_export_is_judged_once_its_dice_are_open(run: Any, path: Path) -> None:
    """An export holds no root: its dice can be judged after the close."""
    run("export", "-o", "before.jsonl")
    assert 3 == run("audit", "before.jsonl").code
    with open_campaign(path) as campaign:
        (id,) = campaign.store.fights()
        campaign.fight(id).close()
    run("export", "-o", "after.jsonl")
    assert 0 == run("audit", "after.jsonl").code


def test_a_newer_format_cannot_be_judged(run: Any, path: Path) -> None:
    """A campaign or an export that a newer combatlog wrote is not called wrong."""
    run("export", "-o", "now.jsonl")
    newer = Path("now.jsonl").read_text().replace('"combatlog":2', '"combatlog":3', 1)
    Path("newer.jsonl").write_text(newer)
    told = run("audit", "newer.jsonl")
    assert 3 == told.code
    assert told.err.startswith("Cannot be judged: newer.jsonl was exported by a newer combatlog")
    execute(path, "PRAGMA user_version = 9")
    told = run("audit")
    assert 3 == told.code
    assert told.err.startswith("Cannot be judged: ")
    assert "has format 9" in told.err


def test_a_lost_root_without_dice_is_right(tmp_path: Path, run: Any) -> None:
    """Where no die was drawn, nothing is unchecked."""
    path = tmp_path / "typed.combatlog"
    with create(path, by="mia") as campaign:
        campaign.start("Cave", "golden-idol", dice="typed")
    execute(path, "DELETE FROM secrets")
    assert 0 == run("audit", str(path)).code
