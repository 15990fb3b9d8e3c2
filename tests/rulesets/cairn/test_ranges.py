"""Bands of distance, in Plerion."""

from __future__ import annotations

import pytest

from events.types.declarations import Resolve
from events.types.outcomes import Overruled
from tests.support.given import Given, attack, given, npc, pc, weapon

BANDS = ("close", "nearby", "distant")


def gunner(reach: str = "") -> Given:
    return given(
        "plerion", pc("Aniet", weapons=(weapon("pistol", "d8", range=reach),)), npc("Floater")
    )


@pytest.mark.clause("CF-26")
@pytest.mark.parametrize("reach", BANDS)
@pytest.mark.parametrize("band", BANDS)
def test_an_attack_beyond_the_weapon_s_band_is_refused(reach: str, band: str) -> None:
    """Within it, it is declared."""
    fight = gunner(reach)
    shot = attack("aniet", "floater", band=band)
    if BANDS.index(band) > BANDS.index(reach):
        fight.then_refused(f"reaches {reach}, not {band}", shot, clause="CF-26")
    else:
        fight.when(shot, Resolve()).then_asked("aniet d8")


@pytest.mark.clause("CF-26")
def test_a_weapon_without_a_band_reaches_what_is_distant() -> None:
    """The record says nothing against it."""
    gunner().when(attack("aniet", "floater", band="distant"), Resolve()).then_asked("aniet d8")


@pytest.mark.clause("CF-26")
def test_an_attack_that_names_no_band_is_not_checked() -> None:
    """However short the weapon."""
    gunner("close").when(attack("aniet", "floater"), Resolve()).then_asked("aniet d8")


@pytest.mark.clause("CF-26")
def test_overruled_it_is_made() -> None:
    """With the reason in the log."""
    fight = gunner("close")
    fight.when(attack("aniet", "floater", band="nearby", overrule="thrown"), Resolve())
    fight.then_told(Overruled, clause="CF-26", why="thrown")
    fight.then_asked("aniet d8")


@pytest.mark.clause("CF-26")
@pytest.mark.parametrize("game", ["golden-idol", "thalassa"])
def test_the_other_games_know_no_bands(game: str) -> None:
    """There a distance cannot be named."""
    fight = given(game, pc("Ada"), npc("Wolf"))
    fight.then_refused("no distance", attack("ada", "wolf", band="nearby"))


@pytest.mark.clause("CF-26")
def test_an_unknown_band_is_refused_with_the_known_ones() -> None:
    """A slip is no distance."""
    gunner().then_refused("nearby", attack("aniet", "floater", band="nearb"))
