"""Salt from the players comes before the first sealed die, and stays."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from combatlog.app.fight import Fight
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.simulation.run import play_fight
from events.errors import Refused, Unreadable
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import ChooseDice, DiceMode, EndFight, FightStarted, Resolve
from events.types.log_events import Salted, Sealed
from events.types.rolls import Rolled
from replay.log.commitments import LONGEST_SALT
from rulesets.core.sealed_dice import hash_secret
from rulesets.definitions.shipped import GAMES, load_game
from tests.replay.conftest import SECRET
from tests.support.forged_logs import read_export, write_export
from tests.support.given import attack
from tests.support.random_fights import seeded_fight


def struck(fight: Fight) -> Rolled:
    """Let Ada strike the wolf; return the last die."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    return [row.event for row in fight.history.rows if isinstance(row.event, Rolled)][-1]


def salts(fight: Fight) -> list[str]:
    """Return the salts of the present secret."""
    return list(fight.history.salts_of(SECRET))


def refused(fight: Fight, words: str, text: str = "too late") -> None:
    """Check that salt is refused with this message, and nothing is recorded."""
    length = len(fight.history)
    with pytest.raises(Refused, match=words):
        fight.salt(text)
    assert length == len(fight.history)


def test_salt_is_recorded_with_the_commitment_it_is_for(fight: Fight) -> None:
    """Salt is recorded with its commitment, and cleaned like any text."""
    fight.salt("  seven\u200b geese ")
    assert Salted("seven geese", hash_secret(SECRET)) == fight.history.rows[-1].event
    assert ["seven geese"] == salts(fight)


def test_everybody_can_give_salt(fight: Fight) -> None:
    """All salts count, in their order."""
    fight.salt("seven geese")
    fight.declare(attack("ada", "wolf"))
    fight.salt("on the wall")
    assert ["seven geese", "on the wall"] == salts(fight)


def test_dice_differ_with_salt() -> None:
    """With salt the keeper of the secret could not foresee the dice."""
    faces = set()
    for text in ("", "a", "b", "c", "d", "e", "f", "g", "h"):
        other = seeded_fight(MemoryStore(), "golden-idol", 3)
        if text:
            other.salt(text)
        play_fight(other, Random(3), 20)
        rolled = [row.event for row in other.history.rows if isinstance(row.event, Rolled)]
        faces.add(tuple(each.face for each in rolled[:4]))
    assert len(faces) > 6


def test_salt_is_refused_after_the_first_die(fight: Fight) -> None:
    """Salt after the first die would be a way to throw again."""
    struck(fight)
    refused(fight, "Sealed dice have fallen already .#8.; salt is given before the first")


def test_a_die_that_was_undone_has_fallen_all_the_same(fight: Fight) -> None:
    """An undone die counts on any line, because it was seen."""
    struck(fight)
    fight.undo(2)
    refused(fight, "Sealed dice have fallen already")


def test_a_die_of_another_line_counts_once_its_secret_serves_again(fight: Fight) -> None:
    """A second secret, undone with its first die, is the same when it returns: its dice have been
    seen."""
    fight.declare(EndFight())
    fight.undo()
    struck(fight)
    fight.undo(2)
    fight.declare(attack("ada", "wolf"))
    commitments = [row for row in fight.history.rows if isinstance(row.event, Sealed)]
    assert 2 == len(commitments)
    refused(fight, "Sealed dice have fallen already")


def test_a_second_secret_can_be_salted_too(fight: Fight) -> None:
    """A second secret does not inherit the salt of the first."""
    fight.salt("seven geese")
    struck(fight)
    fight.declare(EndFight())
    fight.undo()
    fight.declare(attack("ada", "wolf"))
    fight.salt("six geese")
    assert ["seven geese"] == salts(fight)
    assert ["six geese"] == fight.history.salts[fight.history.sealed[-1]]


def test_salt_survives_an_undo(fight: Fight) -> None:
    """Salt is no command that an undo takes back; the same action gets the same die."""
    fight.declare(attack("ada", "wolf"))
    fight.salt("seven geese")
    fight.undo()
    assert ["seven geese"] == salts(fight)
    first = struck(fight)
    fight.undo(2)
    assert first.face == struck(fight).face


def test_typed_dice_do_not_stand_in_the_way(fight: Fight) -> None:
    """Typed dice come from no secret, so they do not prevent salt."""
    fight.declare(ChooseDice("typed"))
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    fight.roll(5)
    fight.salt("seven geese")
    assert ["seven geese"] == salts(fight)


@pytest.mark.parametrize("text", ["", "  ", "\u200b\n"])
def test_nothing_is_no_salt(fight: Fight, text: str) -> None:
    """Empty salt is refused."""
    refused(fight, "Say anything at all", text)


def test_too_much_is_no_salt(fight: Fight) -> None:
    """Salt that is too long is refused."""
    refused(fight, "200 characters of salt are enough; this has 201", "x" * (LONGEST_SALT + 1))
    fight.salt("x" * LONGEST_SALT)


def test_a_fight_without_a_secret_has_nothing_to_salt() -> None:
    """A fight without a commitment, as old ones are, cannot be salted."""
    store = MemoryStore()
    store.append("fight", 0, [Entry(FightStarted("Old", load_game("golden-idol"), "typed"))])
    refused(Fight(store, "fight"), "There is no secret")


def test_a_secret_that_is_kept_elsewhere_is_not_salted_here(fight: Fight) -> None:
    """An imported fight draws from a secret of its own, which is committed to first."""
    elsewhere = MemoryStore()
    import_fight(elsewhere, [line.encode() for line in export_lines(fight._store, "fight")])
    other = Fight(elsewhere, "fight", by="tom")
    refused(other, "The secret of these dice is not kept here")
    other.declare(attack("ada", "wolf"))
    other.salt("six geese")
    assert ["six geese"] == list(other.history.salts[other.history.sealed[-1]])


def test_a_key_makes_salt_idempotent(fight: Fight) -> None:
    """Sent twice with one key, salt is recorded once."""
    fight.salt("seven geese", key="k")
    fight.salt("seven geese", key="k")
    assert ["seven geese"] == salts(fight)


FORGED = {
    "after a die": (None, Salted("late", hash_secret(SECRET)), "Sealed dice have fallen already"),
    "of nothing": (5, Salted("", hash_secret(SECRET)), "is salt that would be refused"),
    "of another secret": (
        5,
        Salted("seven geese", "ab" * 32),
        "is salt in a form that is never recorded",
    ),
    "not as it is written": (
        5,
        Salted("a  b", hash_secret(SECRET)),
        "is salt in a form that is never recorded",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_salt_is_not_imported(fight: Fight, what: str) -> None:
    """Salt in an import must be such as could have been recorded."""
    at, event, words = FORGED[what]
    fight.salt("seven geese")
    struck(fight)
    header, rows = read_export(list(export_lines(fight._store, "fight")))
    said = {"type": "salted", "salt": event.salt, "sealed": event.sealed}
    if at is None:
        last = len(rows)
        beside = {"cause": None, "repeats": None, "event": said}
        rows.append({**rows[-1], "seq": last + 1, "parent": last, "cmd": last + 1} | beside)
    else:
        rows[at - 1]["event"] = said
    with pytest.raises(Unreadable, match=words):
        import_fight(MemoryStore(), write_export(header, rows))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    game=st.sampled_from(GAMES),
    dice=st.sampled_from(["typed", "digital"]),
)
def test_salted_fights_are_imported_whole(seed: int, game: str, dice: DiceMode) -> None:
    """Salted fights can be imported, whatever comes after the salt."""
    store = MemoryStore()
    fight = seeded_fight(store, game, seed, dice)
    fight.salt(f"goose {seed}")
    play_fight(fight, Random(seed), 15, doubts=0.2, regrets=0.1)
    lines = list(export_lines(store, "fight"))
    other = MemoryStore()
    import_fight(other, [line.encode() for line in lines])
    assert lines == list(export_lines(other, "fight"))
    assert fight.state == Fight(other, "fight").state
