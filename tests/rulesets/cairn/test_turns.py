"""A turn: one move and one action, declared in time, resolved at once."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from events.types.declarations import (
    Act,
    Aid,
    Attack,
    BeginRound,
    CallSave,
    Move,
    Resolve,
    Retreat,
    Special,
)
from events.types.outcomes import (
    Acted,
    AttackRolled,
    Lapsed,
    Moved,
    Overruled,
    SaveRolled,
    TurnBegan,
)
from events.types.statements import AddCondition, Kill
from events.types.unions import Declaration
from tests.support.given import Given, attack, follower, given, npc, pc

ROUND = BeginRound("ambush")

A = TypeVar("A")


def pending(fight: Given, kind: type[A]) -> list[A]:
    """Return the actions that are declared, all of this kind."""
    actions = [each.action for each in fight.state.pending]
    assert all(isinstance(action, kind) for action in actions)
    return [action for action in actions if isinstance(action, kind)]


def duel(game: str = "golden-idol", **options: Any) -> Given:
    return given(
        game,
        pc("Ada", sword="d8"),
        pc("Ben", bow="d6"),
        npc("Wolf", "4/1/6/8/6", bite="d6"),
        npc("Bear", "6/0/10/10/8", claws="d8"),
        **options,
    )


@pytest.mark.clause("CF-02")
@pytest.mark.parametrize(
    "action",
    [
        Special("ada", "the idol's gaze"),
        attack("ada", "wolf"),
        Move("ada"),
        Aid("ada", "ben", overrule="he looks pale"),
        Retreat("ada", "the gate"),
        Act("ada", "bar the door"),
    ],
)
def test_a_turn_is_one_move_and_one_action_of_any_kind(action: Declaration) -> None:
    """Special, attack, second move, aid, retreat, anything else: the next is refused."""
    fight = duel().when(ROUND, Move("ada"), action)
    assert 2 == len(fight.state.pending)
    fight.then_refused("declared an action already", Act("ada", "shout"), clause="CF-02")
    fight.then_refused("no move left", Move("ada"), clause="CF-02")


@pytest.mark.clause("CF-02")
def test_a_move_may_follow_the_action() -> None:
    """The order within a turn is free."""
    fight = duel().when(ROUND, Act("ada", "shout"), Move("ada"))
    fight.then_refused("no move left", Move("ada"))


@pytest.mark.clause("CF-02")
def test_two_moves_are_the_whole_turn() -> None:
    """The second move was the action."""
    fight = duel().when(ROUND, Move("ada", 40), Move("ada", 40))
    fight.then_refused("declared an action already", Act("ada", "shout"), clause="CF-02")


@pytest.mark.clause("CF-02")
def test_the_next_round_brings_a_new_turn() -> None:
    """What was spent in the last one does not count."""
    fight = duel().when(ROUND, Move("ada"), Act("ada", "a"), Resolve(), BeginRound())
    fight.when(Move("ada"), Act("ada", "b"), Resolve())
    assert "b" == fight.then_told(Acted).what


@pytest.mark.clause("CF-02")
@pytest.mark.parametrize(
    ("game", "far", "words"),
    [
        ("golden-idol", 41, "can move 40 ft"),
        ("thalassa", 41, "can move 40 ft"),
        ("plerion", 15, "can move less than 15 m"),
    ],
)
def test_a_move_past_the_limit_is_refused(game: str, far: int, words: str) -> None:
    """The limit is the game's own, and the same for a second move."""
    fight = duel(game).when(ROUND)
    fight.then_refused(words, Move("ada", far), clause="CF-02")
    fight.when(Move("ada", far - 1)).then_refused(words, Move("ada", far), clause="CF-02")
    fight.when(Move("ada", far - 1), Resolve())
    assert [far - 1, far - 1] == [moved.distance for moved in fight.told(Moved)]


@pytest.mark.clause("CF-02")
def test_a_move_without_a_distance_is_not_measured() -> None:
    """It is told with where it went."""
    fight = duel().when(ROUND, Move("ada", to="the far ledge"), Resolve())
    assert Moved("ada", 0, "the far ledge") == fight.then_told(Moved)


@pytest.mark.clause("CF-02")
def test_the_referee_overrules_a_second_action_with_a_reason() -> None:
    """The overruling is an event that keeps the problem and the reason."""
    fight = duel().when(ROUND, Act("ada", "shout"))
    fight.when(Act("ada", "leap", overrule="the drum's magic"), Resolve())
    told = fight.then_told(Overruled)
    assert ("CF-02", "the drum's magic") == (told.clause, told.why)
    assert ["shout", "leap"] == [acted.what for acted in fight.told(Acted)]


@pytest.mark.clause("CF-02")
def test_an_overruled_distance_is_moved() -> None:
    """Farther than the limit, because the referee says so."""
    fight = duel().when(ROUND, Move("ada", 60, overrule="down the slide"), Resolve())
    assert 60 == fight.then_told(Moved).distance


@pytest.mark.clause("CF-03")
def test_several_declarations_wait_for_the_referee() -> None:
    """Nothing is rolled before the side is resolved."""
    fight = duel().when(ROUND, attack("ada", "wolf"), attack("ben", "bear"), attack("bear", "ada"))
    assert ["ada", "ben", "bear"] == [waiting.action.by for waiting in fight.state.pending]
    fight.then_never(AttackRolled).when(Resolve()).then_asked("ada d8", "ben d6")


@pytest.mark.clause("CF-03")
def test_a_player_character_declares_before_any_die_of_the_round() -> None:
    """After one die has fallen, also another side's or a called save's, it is too late."""
    fight = duel().when(ROUND, CallSave(("ben",), "DEX")).rolls(3)
    fight.then_refused("dice of round 1 have been rolled", attack("ada", "wolf"), clause="CF-03")


@pytest.mark.clause("CF-03")
def test_opening_saves_do_not_count_as_dice_of_the_round() -> None:
    """They come before anything is declared."""
    fight = duel().when(BeginRound()).rolls(1, 1)
    fight.when(attack("ada", "wolf"))
    assert 1 == len(fight.state.pending)


@pytest.mark.clause("CF-03")
def test_foes_and_followers_declare_until_their_side_is_resolved() -> None:
    """Dice that have fallen do not bind them; the end of their turn does."""
    fight = duel().joins(follower("Dov", stick="d4")).when(ROUND, CallSave(("ben",), "DEX"))
    fight.rolls(3).when(attack("dov", "wolf"), Resolve()).rolls(2)
    fight.when(attack("wolf", "ada"), Resolve()).rolls(2)
    fight.then_refused("next round first", attack("bear", "ada"), clause="CF-03")
    fight.when(BeginRound(), Resolve())
    fight.then_refused("the turn of the party in round 2 is done", attack("dov", "wolf"))


@pytest.mark.clause("CF-03")
def test_a_turn_without_dice_is_over_for_player_characters_too() -> None:
    """No die has fallen, and still the side's turn is done."""
    fight = duel().when(ROUND, Move("ben"), Resolve())
    fight.then_refused(
        "the turn of the party in round 1 is done", Act("ada", "shout"), clause="CF-03"
    )


@pytest.mark.clause("CF-03")
def test_a_declaration_is_replaced_until_the_first_die() -> None:
    """“Instead” takes the place of what was declared."""
    fight = duel().when(ROUND, attack("ada", "wolf"))
    fight.then_refused("add “instead”", attack("ada", "bear"), clause="CF-02")
    fight.when(attack("ada", "bear", instead=True))
    assert ["bear"] == [aim.target for action in pending(fight, Attack) for aim in action.targets]
    fight.when(CallSave(("ben",), "DEX")).rolls(3)
    fight.then_refused("too late", attack("ada", "wolf", instead=True), clause="CF-03")


@pytest.mark.clause("CF-03")
def test_a_foe_s_declaration_is_replaced_after_dice_have_fallen() -> None:
    """Until its side is resolved its intent can change."""
    fight = duel().when(ROUND, attack("wolf", "ada"), attack("ada", "bear"), Resolve()).rolls(1)
    fight.when(attack("wolf", "ben", instead=True), Resolve()).rolls(2).then("ben", HP=4)


@pytest.mark.clause("CF-03")
def test_a_late_declaration_overruled_is_resolved_by_itself() -> None:
    """Nobody else's turn is touched; it is applied at once."""
    fight = duel().when(ROUND, attack("ben", "bear"), attack("bear", "ada"), Resolve()).rolls(1)
    fight.when(attack("ada", "wolf", overrule="she was asked last")).rolls("ada d8=4")
    fight.then("wolf", HP=1)
    assert "ada" == fight.then_told(TurnBegan).alone
    assert ["bear"] == [waiting.action.by for waiting in fight.state.pending]
    assert "foes" == fight.state.side_to_act
    fight.then_refused("too late", Act("ada", "shout"))


@pytest.mark.clause("CF-03")
def test_a_late_declaration_leaves_the_one_made_in_time() -> None:
    """What was declared before still waits for the side's turn."""
    fight = duel().when(ROUND, Move("ada", 20), CallSave(("ben",), "DEX")).rolls(3)
    fight.when(attack("ada", "wolf", overrule="she was asked last")).rolls("ada d8=4")
    fight.then_never(Moved).then("wolf", HP=1)
    fight.when(Resolve()).then_told(Moved, who="ada", distance=20)


@pytest.mark.clause("CF-06")
def test_a_combatant_downed_in_its_own_turn_still_acts() -> None:
    """Within one side's turn everything happens at once."""
    fight = duel().joins(pc("Cho", "1/0/1/9/9", bomb="d8 blast", sling="d4"))
    fight.when(ROUND, attack("cho", "bear", "cho", weapons="bomb"), Resolve())
    fight.rolls("cho d8=3", "cho d8=8").then("cho", standing="dead", STR=0).then("bear", HP=3)


@pytest.mark.clause("CF-06")
def test_a_foe_downed_before_its_turn_does_not_act() -> None:
    """Its declaration lapses, with the reason."""
    fight = duel().when(ROUND, attack("wolf", "ada"), attack("ada", "wolf"), Resolve())
    fight.rolls("ada d8=8", "wolf d20=20", "bear d20=1").then("wolf", has="out of action")
    fight.when(Resolve()).then_never(AttackRolled)
    lapsed = fight.then_told(Lapsed)
    assert ("wolf", "Wolf is out of action") == (lapsed.who, lapsed.why)


@pytest.mark.clause("CF-06")
def test_what_was_overruled_does_not_carry_the_dead_through() -> None:
    """A foe allowed to move too far is dead all the same when its turn comes."""
    fight = duel().when(ROUND, Move("wolf", 50, overrule="a wolf is fast"), Kill("wolf"))
    fight.when(Resolve()).rolls("bear d20=1").when(Resolve())
    fight.then_never(Moved).then_told(Lapsed, who="wolf", why="Wolf is dead")


@pytest.mark.clause("CF-06", "ALL-03")
def test_what_the_referee_overruled_holds_when_the_turn_comes() -> None:
    """Somebody who may act in spite of a condition does so."""
    fight = duel().when(BeginRound("ambushed"))
    fight.when(attack("ben", "bear", overrule="he was warned")).rolls("ben d6=2")
    fight.then("bear", HP=4)
    fight.when(Resolve(), BeginRound(), AddCondition("ada", "bound", "everything"))
    fight.when(attack("ada", "bear", overrule="she is a contortionist"), Resolve())
    fight.rolls("ada d8=2").then("bear", HP=2)


@pytest.mark.clause("CF-06")
def test_an_attack_on_somebody_gone_before_the_turn_lapses() -> None:
    """Of several targets only those still there are attacked."""
    fight = duel().joins(npc("Ghoul", breath="d6 blast"))
    fight.when(ROUND, attack("ghoul", "ada", "ben"), attack("wolf", "ada"), Kill("ada"))
    fight.when(Resolve(), Resolve()).then_asked("ghoul d6").rolls(1).then("ben", HP=5)
    fight.then_told(Lapsed, who="wolf", why="Ada is dead")


@pytest.mark.clause("CF-06", "CF-28")
def test_aid_for_somebody_dead_before_the_turn_lapses() -> None:
    """There is nobody left to be helped."""
    fight = duel().when(ROUND, Aid("ben", "ada", overrule="she staggers"), Kill("ada"), Resolve())
    assert "Ada is dead" == fight.then_told(Lapsed).why


@pytest.mark.clause("CF-28")
def test_the_order_of_a_turn_s_dice() -> None:
    """Saves of actions, damage as declared, then target by target, then morale by side."""
    fight = given(
        "golden-idol",
        pc("Ada", axe="d8 clumsy"),
        pc("Ben", "2/0/9/10/9", bomb="d6 blast"),
        npc("Wolf", "1/0/9/8/6"),
        npc("Bear", "9/0/9/8/6"),
        npc("Ghoul", "9/0/9/8/6", side="the dead"),
    )
    fight.when(attack("ben", "wolf", "ben"), Act("ada", "sing", save="WIL"))
    fight.when(attack("ada", "bear", overrule="she sings as she strikes"), Resolve())
    fight.then_asked("ada d20", "ada d20").rolls(1, 1)
    fight.then_asked("ben d6", "ben d6", "ada d8").rolls(5, 5, 3)
    fight.then_asked("wolf d20").rolls(20).then_asked("ben d20").rolls(1)
    fight.then_asked("bear d20").rolls(1).then("bear", HP=6).then("ben", STR=6)
    purposes = [save.purpose for save in fight.told(SaveRolled)]
    assert ["action", "clumsy", "critical", "critical", "morale"] == purposes


@pytest.mark.clause("CF-28")
def test_deaths_take_hold_when_all_numbers_are_done() -> None:
    """The blow after the killing one is applied before anybody is told dead."""
    fight = duel().when(ROUND, attack("ada", "wolf"), attack("ben", "bear"), Resolve())
    fight.rolls("ada d8=8", "ben d6=2", "wolf d20=1").then("bear", HP=4)
    fight = duel().joins(npc("Rat", "1/0/1/9/9", bite="d4"))
    fight.when(ROUND, attack("ada", "rat"), attack("ben", "bear"), Resolve())
    fight.rolls("ada d8=8", "ben d6=2")
    kinds = [event.__class__.__name__ for event in fight.events(fight.start)]
    assert kinds.index("Died") > len(kinds) - 1 - kinds[::-1].index("DamageDealt")


@pytest.mark.clause("CF-28")
def test_morale_is_tested_side_by_side_in_joining_order() -> None:
    """One turn that fells two of two sides has both sides save, the first to join first."""
    fight = given(
        "golden-idol",
        pc("Ada", bomb="d12 blast"),
        npc("Ghoul", "1/0/1/9/6", side="the dead"),
        npc("Wolf", "1/0/1/9/6"),
        npc("Bear", "9/0/9/8/6"),
        npc("Ghast", "9/0/9/8/6", side="the dead"),
    )
    fight.when(attack("ada", "wolf", "ghoul"), Resolve()).rolls(9, 9, "ghast d20=1", "bear d20=1")
    fight.then("ghoul", standing="dead").then("wolf", standing="dead")


@pytest.mark.clause("CF-02", "CF-11")
def test_many_attacks_are_one_action_beside_the_move() -> None:
    """Who attacks with everything moves as far as anybody."""
    fight = duel().joins(npc("Hydra", tail="d10", bite="d8", each=True)).when(ROUND)
    fight.when(attack("hydra", "ada", weapons="tail"), attack("hydra", "ben", weapons="bite"))
    fight.when(Move("hydra", 20)).then_refused("no move left", Move("hydra", 20), clause="CF-02")


@pytest.mark.clause("CF-02")
def test_an_overruled_action_does_not_eat_the_move() -> None:
    """The turn still has its one."""
    fight = duel().when(ROUND, Act("ada", "a"), Act("ada", "b", overrule="the drum"))
    fight.when(Move("ada")).then_refused("no move left", Move("ada"), clause="CF-02")


@pytest.mark.clause("CF-03")
@pytest.mark.parametrize(
    ("said", "left"),
    [
        (Move("ada", 5, instead=True), [Act("ada", "shout"), Move("ada", 5, instead=True)]),
        (Act("ada", "hide", instead=True), [Move("ada", 40), Act("ada", "hide", instead=True)]),
    ],
)
def test_a_replacement_takes_the_place_of_its_own_kind(
    said: Act | Move, left: list[Act | Move]
) -> None:
    """A move that of the move, an action that of the action."""
    fight = duel().when(ROUND, Move("ada", 40), Act("ada", "shout"), said)
    assert left == [waiting.action for waiting in fight.state.pending]


@pytest.mark.clause("CF-02", "CF-03")
def test_an_action_takes_the_place_of_the_second_move() -> None:
    """That was the action; another move would take its place as well."""
    fight = duel().when(ROUND, Move("ada", 40), Move("ada", 30), Move("ada", 5, instead=True))
    assert [40, 5] == [move.distance for move in pending(fight, Move)]
    fight.when(Act("ada", "hide", instead=True))
    assert [Move, Act] == [type(waiting.action) for waiting in fight.state.pending]


@pytest.mark.clause("CF-03", "CF-11")
def test_an_action_takes_the_place_of_all_attacks_of_one_who_has_many() -> None:
    """They are one action."""
    fight = duel().joins(npc("Hydra", tail="d10", bite="d8", each=True)).when(ROUND)
    fight.when(attack("hydra", "ada", weapons="tail"), attack("hydra", "ben", weapons="bite"))
    fight.when(Act("hydra", "roar", instead=True))
    assert ["roar"] == [act.what for act in pending(fight, Act)]
