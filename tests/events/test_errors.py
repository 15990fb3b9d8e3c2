"""What a refusal says, in the words of its reader."""

from __future__ import annotations

from events.errors import Conflict


def test_a_head_behind_the_end_is_nobody_elses_doing() -> None:
    """A fight that was put back from a backup ends before what somebody had seen."""
    said = str(Conflict("1", 12, 9))
    assert "You had seen #12 of this fight, which ends with #9 here" in said
    assert "Somebody else" not in said
    assert str(Conflict("1", 9, 12)).startswith("Somebody else recorded first")
