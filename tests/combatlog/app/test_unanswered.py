"""What somebody is told after a database was lost in the middle of their command."""

from __future__ import annotations

from typing import Any

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from events.errors import Conflict, Unanswered
from events.store.envelope import Recorded
from events.store.memory import MemoryStore
from events.types.statements import Kill


class LossyStore(MemoryStore):
    """Loses the next answer, of an append that `was_recorded` or not."""

    loses = False
    was_recorded = True

    def append(self, *place: Any, **more: Any) -> list[Recorded]:
        if not self.loses:
            return super().append(*place, **more)
        self.loses = False
        if self.was_recorded:
            super().append(*place, **more)
        raise Unanswered("It is not known whether this was recorded.")


def begin() -> tuple[LossyStore, Session]:
    store = LossyStore()
    campaign = Campaign(store, "Mia")
    session = Session(campaign, campaign.start("Lost", "golden-idol"))
    session.say("join wolf x2")
    return store, session


def test_what_was_recorded_without_an_answer_is_no_other_command() -> None:
    """Who says something again learns that it may be there, and never that nothing of theirs is."""
    store, session = begin()
    store.loses = True
    with pytest.raises(Unanswered):
        session.say("kill wolf: an arrow")
    with pytest.raises(
        Conflict, match=r"no answer, and may be recorded.* Mia: Wolf is dead"
    ) as told:
        session.say("kill wolf: an arrow")
    assert told.value.is_unanswered
    assert "nothing of yours" not in str(told.value)
    Fight(store, session.fight.id, "Tom").declare(Kill("wolf-2"))
    with pytest.raises(Conflict, match="nothing of yours was recorded"):
        session.say("note it is quiet")


def test_what_was_not_recorded_is_recorded_when_it_is_said_again() -> None:
    """Nobody else has recorded anything, so there is nothing to look at."""
    store, session = begin()
    store.loses, store.was_recorded = True, False
    with pytest.raises(Unanswered):
        session.say("kill wolf: an arrow")
    session.say("kill wolf: an arrow")
    assert "dead" == session.fight.state.combatants["wolf"].standing


def test_what_others_recorded_is_not_taken_for_a_command_without_an_answer() -> None:
    """It was not recorded, and somebody else came first."""
    store, session = begin()
    store.loses, store.was_recorded = True, False
    with pytest.raises(Unanswered):
        session.say("kill wolf: an arrow")
    Fight(store, session.fight.id, "Tom").declare(Kill("wolf-2"))
    with pytest.raises(Conflict, match="nothing of yours was recorded"):
        session.say("kill wolf: an arrow")


def test_a_correction_without_an_answer_is_not_called_lost() -> None:
    """Who says yes again learns that the correction may be there."""
    store, session = begin()
    session.say("kill wolf: an arrow")
    session.say(f"strike {len(session.fight.history)}: a near miss")
    store.loses = True
    with pytest.raises(Unanswered):
        session.say("yes")
    with pytest.raises(Conflict, match=r"may be recorded.* Mia: correction, #4 struck out") as told:
        session.say("yes")
    assert told.value.is_unanswered
