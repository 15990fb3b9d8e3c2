"""What tests of pages with chances share."""

from __future__ import annotations

from functools import partial

import pytest

from combatlog.app.turn_odds import list_fight_odds, list_turn_odds
from combatlog.export.html_replay import recap_data
from combatlog.export.pages import recap_section


@pytest.fixture
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages play 300 playouts instead of 10,000."""
    for module in (recap_data, recap_section):
        monkeypatch.setattr(module, "list_turn_odds", partial(list_turn_odds, playouts=300))
        monkeypatch.setattr(module, "list_fight_odds", partial(list_fight_odds, playouts=300))
