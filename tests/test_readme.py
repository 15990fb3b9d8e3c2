"""What the README shows of the games can be typed as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from events.store.memory import MemoryStore

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
SECTION = README.partition("## The other games at the table")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"```\n(.*?)```", SECTION, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("game", "lines"),
    list(zip(["brighter-worlds", "paraverse", "plerion"], BLOCKS, strict=True)),
    ids=["brighter-worlds", "paraverse", "plerion"],
)
def test_the_other_games_are_played_as_shown(game: str, lines: str) -> None:
    """Every line is accepted, whatever the dice say."""
    for _ in range(10):
        campaign = Campaign(MemoryStore())
        session = Session(campaign, campaign.start("As shown", game))
        for line in lines.splitlines():
            assert session.say(line).rows


def test_the_program_runs_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown for Python can be pasted into a file and run."""
    (program,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "README.md", "exec"), {})
    assert (tmp_path / "docks.combatlog").exists()
