"""Every outcome is played again, once, on every line; a difference is reported with its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from combatlog.app.fight import Fight
from combatlog.files.audit import audit
from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from events.types.base import Game
from events.types.declarations import Resolve
from events.types.outcomes import AttackRolled, DamageDealt, Overruled, ScoreChanged
from events.types.rolls import Rolled
from events.types.unions import Declaration, Outcome
from replay.audit import rules
from replay.audit.plays import RecordedPlay, list_plays
from replay.audit.report import FightAudit
from replay.corrections.plan import Correction
from replay.log.event_log import History
from rulesets.definitions.shipped import (
    FORMER,
    GAMES,
    find_altered_keys as altered_keys,
    find_base_name,
    find_other_version,
    load_game,
    load_shipped_game,
)
from tests.replay.audit.conftest import KEPT, met
from tests.support.given import attack
from tests.support.random_fights import seeded_fight
from tests.support.tampered_files import audit_forged


@pytest.fixture
def struck(fight: Fight) -> Fight:
    """Ada strikes the wolf, #5 and on."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    return fight


def found(fight: Fight, kind: type, **changes: object) -> FightAudit:
    """Return the audit when the first event of a kind is altered."""
    row = next(row for row in fight.history.rows if isinstance(row.event, kind))
    said = {row.seq: replace(row.event, **changes)}
    return audit_forged(fight._store, "fight", said, KEPT)


def test_what_was_recorded_follows(struck: Fight) -> None:
    """Nothing is told of it."""
    assert [] == audit_forged(struck._store, "fight").differences


def test_an_altered_outcome_is_told_with_clause_expected_and_recorded(struck: Fight) -> None:
    """An altered outcome is reported even if the chain was computed again."""
    rows = struck.history.rows
    resolve = next(row.seq for row in rows if isinstance(row.event, Resolve))
    dealt = next(row for row in rows if isinstance(row.event, DamageDealt))
    report = found(struck, DamageDealt, dealt=99)
    (difference,) = report.differences
    assert report.untouched
    assert not report.right
    assert (resolve, dealt.seq) == (difference.seq, difference.at)
    assert dealt.event == difference.expected
    assert replace(dealt.event, dealt=99) == difference.recorded
    assert ("CF-07",) == difference.clauses  # armor


@pytest.mark.parametrize(
    ("kind", "changes"),
    [(ScoreChanged, {"now": 1}), (AttackRolled, {"value": 20}), (DamageDealt, {"armor": 5})],
)
def test_any_altered_outcome_is_told(struck: Fight, kind: type, changes: dict[str, object]) -> None:
    """An altered outcome of any kind is reported."""
    assert 1 == len(found(struck, kind, **changes).differences)


def test_an_altered_die_has_other_outcomes(struck: Fight) -> None:
    """An altered die does not match its secret, and its outcomes do not follow."""
    was = next(row.event for row in struck.history.rows if isinstance(row.event, Rolled))
    altered = found(struck, Rolled, face=was.face % 8 + 1)
    assert not altered.fair
    assert not altered.follows


def test_what_was_undone_is_played_again_too(struck: Fight) -> None:
    """Undone commands are played again, too."""
    struck.undo()
    struck.declare(Resolve())
    assert 1 == len(found(struck, DamageDealt, dealt=99).differences)


def test_what_was_corrected_away_is_played_again_too(struck: Fight) -> None:
    """Commands that a correction replaced are still in the log, and are played again."""
    struck.correct(
        struck.plan_correction(Correction("amend", 5, "misheard", (attack("ben", "wolf"),)))
    )
    assert 1 == len(found(struck, DamageDealt, dealt=99).differences)


def test_an_overruling_is_no_difference(struck: Fight) -> None:
    """An overruling is listed with its reason, but is no difference."""
    struck.declare(attack("ada", "wolf"))
    struck.declare(attack("ada", "wolf", overrule="she is quick"))
    report = audit_forged(struck._store, "fight", kept=KEPT)
    assert [] == report.differences
    assert ["she is quick"] == [deed.why for deed in report.deeds if deed.kind == "overruled"]
    assert ["the rules object"] == [
        each.said.split(":")[0] for each in found(struck, Overruled, problem="nothing").differences
    ]


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[RecordedPlay]]:
    """What is played again."""
    played: list[RecordedPlay] = []
    again = rules._judge_play

    def counted(history: History, play: RecordedPlay, is_sound: bool) -> object:
        played.append(play)
        return again(history, play, is_sound)

    monkeypatch.setattr(rules, "_judge_play", counted)
    yield played


def test_each_command_is_played_again_once(fight: Fight, plays: list[RecordedPlay]) -> None:
    """A command is played again once, on however many lines it is."""
    for who in ("ada", "ben"):
        fight.declare(attack(who, "wolf"))
        for _ in range(3):
            fight.declare(Resolve())
            fight.note("So it was.")
            fight.undo()
    fight.redo()
    audit(fight._store)
    declared = [row.seq for row in fight.history.rows if isinstance(row.event, Declaration)]
    assert Counter(declared) == Counter(play.row.seq for play in plays)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), game=st.sampled_from(GAMES))
def test_every_outcome_of_every_line_is_looked_at(seed: int, game: str) -> None:
    """The plays together contain every outcome, and no play comes twice."""
    fight = seeded_fight(MemoryStore(), game, seed, "typed" if seed % 2 else "digital")
    play_fight(fight, Random(seed), 30, doubts=0.25, regrets=0.05)
    plays = []
    for each in list_plays(fight.history):
        assert each.before == fight.history.state(each.row.parent)
        plays.append(each)
    keys = [(each.row.seq, *(row.seq for row in each.record)) for each in plays]
    assert len(keys) == len(set(keys))
    rows = fight.history.rows
    declared = {row.seq for row in rows if isinstance(row.event, Declaration)}
    assert declared == {each.row.seq for each in plays}
    caused = {row.seq for row in rows if row.cause and isinstance(row.event, _PLAYED)}
    assert caused == {row.seq for each in plays for row in each.record if row.cause}


_PLAYED = (*get_args(Outcome), Rolled)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), game=st.sampled_from(GAMES))
def test_what_is_played_on_the_walk_is_what_was_recorded(seed: int, game: str) -> None:
    """A play on the state of the walk leaves the state that the record leaves; where it does not
    follow, the walk goes on with what was recorded."""
    fight = seeded_fight(MemoryStore(), game, seed, "typed" if seed % 3 == 0 else "digital")
    play_fight(fight, Random(seed), 30, doubts=0.2, regrets=0.05)
    history, after = fight.history, None
    plays, on_walk, number = list_plays(history), 0, 0
    with suppress(StopIteration):
        while True:
            play = plays.send(after)
            assert play.before == history.state(play.row.parent)
            number += 1
            found, after = rules._judge_play(history, play, number % 7 > 0)
            assert found is None
            if after is not None and play.record:
                on_walk += 1
                assert after == history.state(play.record[-1].seq)
            if number % 5 == 0:  # as if it had not followed
                after = history.state(play.row.parent)
    assert on_walk or seed % 3 == 0


def altered(store: MemoryStore, game: Game) -> FightAudit:
    """Return the audit of a fight in which a blow did more than the rules allow."""
    fight = met(store, game)
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    assert audit_forged(store, "fight", kept=KEPT).right
    return found(fight, DamageDealt, dealt=99)


def test_a_difference_under_newer_rules_may_come_of_that(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under newer rules both versions are named; the fight is not wrong, but not judged either."""
    game = load_game("golden-idol")
    monkeypatch.setattr(
        "rulesets.definitions.shipped.load_shipped_game", lambda id: replace(game, version=3)
    )
    told = altered(store, game)
    assert 1 == len(told.differences)
    assert (2, 3) == (told.version, told.today)
    assert (True, False) == (told.right, told.judged)


def test_newer_rules_cannot_be_judged_whatever_they_tell(store: MemoryStore) -> None:
    """A fight by newer rules is not judged, even if everything seems to follow."""
    met(store, replace(load_game("golden-idol"), version=9))
    told = audit_forged(store, "fight", kept=KEPT)
    assert [] == told.differences
    assert (True, False, True) == (told.right, told.judged, told.newer)


@pytest.mark.parametrize("version", [0, -1])
def test_a_version_that_never_was_is_forged(store: MemoryStore, version: int) -> None:
    """A version that never existed excuses no difference."""
    met(store, replace(load_game("golden-idol"), version=version))
    told = audit_forged(store, "fight", kept=KEPT)
    assert (False, None) == (told.right, told.today)
    assert told.forged.endswith("which does not exist.")


def test_a_game_that_is_not_as_it_comes_is_told_with_its_keys(store: MemoryStore) -> None:
    """A game that claims to be a shipped one but differs is reported with the keys that differ."""
    game = load_game("golden-idol")
    definition = {**game.definition, "armor_cap": 9}
    options = {**game.definition["options"], "late_openers": True}
    met(store, replace(game, definition={**definition, "options": options}))
    told = audit_forged(store, "fight", kept=KEPT)
    assert (("armor_cap", "options.late_openers"), False) == (told.altered, told.right)


def test_a_former_version_is_judged_by_that_version(store: MemoryStore) -> None:
    """A difference in a fight of version 1 is as wrong as in one of today."""
    told = altered(store, replace(load_game("golden-idol"), version=1))
    assert (1, None, False, True) == (told.version, told.today, told.right, told.judged)


@pytest.mark.parametrize("id", FORMER)
def test_a_former_version_is_known_by_its_content(id: str) -> None:
    """It is neither altered nor of other rules; with another credit it is altered."""
    former = replace(load_shipped_game(id), version=1)
    assert ((), None) == (altered_keys(former), find_other_version(former))
    assert ("credit",) == altered_keys(replace(former, credit="me"))


def test_a_hack_names_the_game_it_is_of(store: MemoryStore) -> None:
    """A homebrew game names the game it was made from, and may differ from it."""
    game = load_game("plerion")
    definition = {**game.definition, "armor_cap": 9}
    met(store, replace(game, id="mine", name="Mine", definition=definition))
    told = audit_forged(store, "fight", kept=KEPT)
    assert (game.name, (), True) == (told.hack, told.altered, told.right)


@pytest.mark.parametrize("id", GAMES)
def test_a_game_as_it_comes_is_not_altered(id: str) -> None:
    """A shipped game is neither altered nor homebrew."""
    assert ((), "") == (altered_keys(load_shipped_game(id)), find_base_name(load_shipped_game(id)))


def test_under_its_own_rules_a_difference_is_wrong(store: MemoryStore) -> None:
    """Under the same version a difference is a fault."""
    told = altered(store, load_game("golden-idol"))
    assert (None, False) == (told.today, told.right)


@pytest.mark.parametrize("version", [3, 1])
def test_the_rules_here_may_be_newer_or_older(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    """The rules may have been updated here, or where the fight was recorded."""
    game = load_shipped_game("golden-idol")
    monkeypatch.setattr(
        "rulesets.definitions.shipped.load_shipped_game", lambda id: replace(game, version=version)
    )
    told = altered(store, replace(game, version=2))
    assert 1 == len(told.differences)
    assert (2, version, True, False) == (told.version, told.today, told.right, told.judged)


def test_a_difference_is_told_in_words(struck: Fight) -> None:
    """A difference shows only the fields that differ."""
    (words,) = found(struck, DamageDealt, dealt=99).explained
    assert "dealt 99" == words.recorded
    assert words.expected.startswith("dealt ")
    assert "Wolf" in words.what


def test_a_game_of_ones_own_is_audited_by_its_own_rules(store: MemoryStore) -> None:
    """A homebrew game has its rules in the log, so no version excuses a difference."""
    own = replace(load_game("golden-idol"), id="my-hack", name="My hack", version=0)
    told = altered(store, own)
    assert ("My hack", None, False) == (told.game, told.today, told.right)
