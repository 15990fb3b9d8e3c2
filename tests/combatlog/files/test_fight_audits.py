"""The audits of many fights: on several cores they are what they are on one."""

from __future__ import annotations

import pytest

from combatlog.files.fight_audits import StoredFight, audit_fights
from events.types.outcomes import Died
from tests.combatlog.export.tables.campaigns import in_memory, played
from tests.support.tampered_files import forge_events, rows_of


def test_a_forged_fight_is_found_on_any_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """The audits come in the order of the fights, and the progress counts their events."""
    monkeypatch.setattr("replay.cores.FEW", 0)
    campaign = in_memory()
    ids = [
        played(campaign, game, seed).id
        for seed, game in enumerate(("golden-idol", "brighter-worlds", "paraverse"))
    ]
    stored = [StoredFight(id, rows_of(campaign.store, id), {}) for id in ids]
    forged = forge_events(ids[1], stored[1].rows, {len(stored[1].rows): Died("nobody", "nothing")})
    stored[1] = stored[1]._replace(rows=forged)
    heard: list[tuple[int, int]] = []
    found = audit_fights(stored, 2, lambda done, of: heard.append((done, of)))
    assert ids == [each.id for each in found]
    assert [True, False, True] == [not each.forged for each in found]
    assert found == audit_fights(stored, 1)
    events = sum(len(each.rows) for each in stored)
    assert (events, events) == heard[-1]
    assert 3 == len(heard)
