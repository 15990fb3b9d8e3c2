"""Two at one file, hostile texts, programs that embed combatlog."""

from __future__ import annotations

from pathlib import Path

import pytest

import combatlog
from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from events.errors import Conflict, Replaced
from events.store.memory import MemoryStore
from events.types.declarations import Aim, Attack, Resolve
from events.types.statements import Kill
from replay.corrections.plan import Correction
from tests.support.talk import say, start_session


def test_the_second_writer_is_told_what_happened_in_between(tmp_path: Path) -> None:
    """One wins; the other hears what was recorded, and can go on from there."""
    path = tmp_path / "shared.combatlog"
    with combatlog.create(path, by="Mia") as mine, combatlog.open(path, by="Tom") as theirs:
        first = mine.start("Shared", "golden-idol")
        combatlog.Session(mine, first).say("join wolf x2")
        second = theirs.fight()
        first.declare(Kill("wolf", "an arrow"))
        with pytest.raises(
            Conflict, match=r"seen #3 .* at #4 now.* #4 Mia: Wolf is dead: an arrow"
        ) as lost:
            second.declare(Kill("wolf-2", "a spear"))
        assert (3, 4) == (lost.value.expected, lost.value.actual)
        assert first.state == second.state
        second.declare(Kill("wolf-2", "a spear"))
        assert 5 == len(Fight(mine.store, first.id).history)


@pytest.mark.parametrize("lost", [1, 2])
@pytest.mark.parametrize("since", [1, 2, 3])
def test_nothing_is_written_behind_a_history_that_was_not_seen(lost: int, since: int) -> None:
    """A backup that lacks the last events took the campaign's place, and others went on there."""
    store = MemoryStore()
    fight = Campaign(store).start("Lost", "golden-idol")
    for number in range(3):
        fight.note(f"seen {number}")
    del store._rows[fight.id][-lost:]
    other = Fight(store, fight.id, "Other")
    for number in range(since):
        other.note(f"unseen {number}")
    with pytest.raises(Replaced, match="open the fight again"):
        fight.note("behind")
    with pytest.raises(Replaced):
        fight.refresh()
    assert "behind" not in [getattr(row.event, "text", "") for row in store.read(fight.id)]
    Fight(store, fight.id).note("read anew")


def test_an_undo_never_takes_back_somebody_elses_command(tmp_path: Path) -> None:
    """An undo that comes second is a conflict, not an undo of what came first."""
    path = tmp_path / "shared.combatlog"
    with combatlog.create(path) as mine, combatlog.open(path) as theirs:
        first = mine.start("Shared", "golden-idol")
        combatlog.Session(mine, first).say("join wolf x2")
        second = theirs.fight()
        first.declare(Kill("wolf"))
        with pytest.raises(Conflict):
            second.undo()
        assert "dead" == second.state.combatants["wolf"].standing


def test_a_correction_that_was_overtaken_is_a_conflict(tmp_path: Path) -> None:
    """It was looked at before somebody else went on, so it is computed, and looked at, again."""
    path = tmp_path / "shared.combatlog"
    with combatlog.create(path) as mine, combatlog.open(path, by="Tom") as theirs:
        first = mine.start("Shared", "golden-idol")
        combatlog.Session(mine, first).say("join wolf x2")
        first.declare(Kill("wolf", "an arrow"))
        correction = Correction("strike", len(first.history), "a near miss")
        course = first.plan_correction(correction)
        theirs.fight().declare(Kill("wolf-2", "a spear"))
        with pytest.raises(Conflict, match="Tom: Wolf 2 is dead: a spear"):
            first.correct(course)
        assert "dead" == first.state.combatants["wolf"].standing
        first.correct(first.plan_correction(correction))
        assert "in" == first.state.combatants["wolf"].standing  # type: ignore[comparison-overlap]
        assert "dead" == first.state.combatants["wolf-2"].standing


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\u202eb", "zero\u200bwidth", "two\nlines"])
def test_what_cannot_be_seen_is_not_recorded(text: str) -> None:
    """Control, bidirectional and zero-width characters never reach a log or a screen."""
    at = start_session()
    at.fight.declare(Kill("wolf", text))
    at.fight.note(text)
    at.say(f'join "{text}" npc HP 1 STR 1 DEX 1 WIL 1')
    told = "\n".join([*say(at, "log"), *say(at, "state")])
    assert not {"\x1b[31m", "\u202e", "\u200b"} & set(told)
    recorded = [row.event for row in at.fight.history.rows[-3:]]
    assert all("\\u" not in repr(event) and "\\x" not in repr(event) for event in recorded)


def test_a_program_plays_a_fight(tmp_path: Path) -> None:
    """The README's example for programmers."""
    with combatlog.create(tmp_path / "harbour.combatlog", by="Mira") as campaign:
        fight = campaign.start("Night at the harbour", game="golden-idol")
        said = combatlog.Session(campaign, fight)
        said.say("join wolf x2")
        said.say("join Mira pc HP 4 armor 1 STR 10 DEX 12 WIL 9 weapons rifle, knife")
        fight.declare(Attack("mira", (Aim("wolf"),), ("rifle",)), Resolve())
        assert 1 == len(fight.list_branches())
        fight.undo(why="wrong wolf")
        assert 4 == fight.state.combatants["wolf"].scores["HP"]
    with pytest.raises(AttributeError):
        getattr(combatlog, "nonsense")  # noqa: B009
