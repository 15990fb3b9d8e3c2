"""What a declaration with “instead” takes the place of."""

from __future__ import annotations

import pytest

from events.types.declarations import Act, Attack, BeginRound, Move
from events.types.unions import TurnAction
from tests.support.given import Given, attack, given, npc, pc

ROUND = BeginRound("ambush")


def hydra() -> Given:
    heads = npc("Hydra", tail="d10", bite="d8", claws="d6", each=True)
    return given("golden-idol", pc("Ada", sword="d8"), pc("Ben"), heads).when(ROUND)


def waiting(fight: Given) -> list[TurnAction]:
    return [each.action for each in fight.state.pending]


@pytest.mark.clause("CF-02", "CF-03")
def test_a_move_takes_the_place_of_the_move() -> None:
    """The action beside it stays."""
    strike, dash = attack("ada", "hydra", weapons="sword"), Move("ada", 5, instead=True)
    fight = hydra().when(strike, Move("ada", 40), dash)
    assert [strike, dash] == waiting(fight)


@pytest.mark.clause("CF-02", "CF-03")
def test_a_move_takes_the_place_of_the_action_where_no_move_is_declared() -> None:
    """Whoever says “instead” means what they said before."""
    dash = Move("ada", 5, instead=True)
    fight = hydra().when(attack("ada", "hydra"), dash)
    assert [dash] == waiting(fight)


@pytest.mark.clause("CF-03", "CF-11")
def test_of_many_attacks_only_the_one_with_the_same_weapon_is_replaced() -> None:
    """The other heads do what they were to do."""
    tail, bite = attack("hydra", "ada", weapons="tail"), attack("hydra", "ada", weapons="bite")
    other = attack("hydra", "ben", weapons="bite", instead=True)
    fight = hydra().when(tail, bite, other)
    assert [tail, other] == waiting(fight)


@pytest.mark.clause("CF-03", "CF-11")
@pytest.mark.parametrize(
    "said",
    [attack("hydra", "ben", weapons="claws", instead=True), Act("hydra", "roar", instead=True)],
)
def test_what_has_no_weapon_in_common_replaces_all_attacks(said: Act | Attack) -> None:
    """They are one action."""
    tail, bite = attack("hydra", "ada", weapons="tail"), attack("hydra", "ada", weapons="bite")
    assert [said] == waiting(hydra().when(tail, bite, said))
