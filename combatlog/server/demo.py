"""A table to try: an example fight in progress, and the simulated phones of three players.

Each phone sits at the table as a real one does, sees what its player may see, and says the same
commands. It takes its time, as people do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import NamedTuple

from combatlog.app.campaign import create
from combatlog.app.examples import find_example, play_example
from combatlog.server.commands import carry_out
from combatlog.server.messages import SaidCommand, SayDeclarations, SayDie
from combatlog.server.open_fight import OpenFight
from combatlog.server.seats import Seat, Seats
from combatlog.server.table import Table
from events.errors import CombatlogError
from events.types.rolls import FACES
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant, FightState
from replay.odds.playouts import list_actors
from replay.odds.policies import POLICIES
from rulesets.core.registry import load_ruleset
from rulesets.options.foes import list_foes, list_weapons

PHONES = 3

ROUND = 3
"""The round that the example is stopped in, before anybody has declared."""

PACE = (1.5, 4.0)
"""The least and the most seconds that a player thinks."""


class DemoPlayer(NamedTuple):
    """A player of the demo: their name, and the id of whom they play."""

    name: str
    plays: str


def start_demo(path: str | Path) -> list[DemoPlayer]:
    """Make a campaign with the example fight in progress; return who plays."""
    with create(path, by="demo") as campaign:
        for _, _, session in play_example(find_example(""), campaign):
            state = session.fight.state
            if state.round == ROUND and state.round_open:
                break
    able = [one for one in state.combatants.values() if one.player and one.standing == "in"]
    able.sort(key=lambda one: one not in list_actors(state))
    return [DemoPlayer(one.player, one.id) for one in able[:PHONES]]


def seat_players(seats: Seats, players: Sequence[DemoPlayer]) -> list[Seat]:
    """Let the players sit down, and admit them; return their seats."""
    seated = []
    for player in players:
        seat, _ = seats.knock(seats.table_token, player.name)
        seated.append(seats.admit(seat.id, plays=(player.plays,)))
    return seated


class Phone:
    """A simulated phone that looks at a fight. `pace` is how long its player thinks, in seconds at
    least and at most."""

    def __init__(
        self,
        table: Table,
        seat: Seat,
        fight: str,
        random: Random,
        pace: tuple[float, float] = PACE,
    ) -> None:
        self._table, self._seat, self._fight = table, seat, fight
        self._random, self._pace = random, pace

    async def play(self) -> None:
        """Say what is the player's to say, until the table closes."""
        id = await self._table.read(self._seat, self._fight, lambda opened: opened.fight.id)
        with self._table.hub.watch(self._seat.id, id) as watcher:
            while not self._table.hub.is_closed:
                watcher.wake.clear()
                if await self._choose() is not None:
                    await asyncio.sleep(self._random.uniform(*self._pace))
                    if await self._say():
                        continue
                await watcher.wake.wait()

    async def _say(self) -> bool:
        """Say what is still the player's to say after a while; return whether it was recorded."""
        said = await self._choose()
        if said is None:
            return False
        try:
            await self._table.record(
                self._seat, self._fight, lambda opened: carry_out(opened, self._seat, said)
            )
        except CombatlogError:
            return False
        return True

    async def _choose(self) -> SaidCommand | None:
        try:
            return await self._table.read(self._seat, self._fight, self._choose_command)
        except CombatlogError:
            return None

    def _choose_command(self, opened: OpenFight) -> SaidCommand | None:
        """Return a die that the player is asked for, else a declaration that the rules allow."""
        state, own = opened.state, {one.id: one for one in opened.list_own(self._seat)}
        if state.ended:
            return None
        head, key = opened.last, token_hex(8)
        for each in state.awaited:
            if each.by in own:
                face = self._random.randint(1, FACES[each.die])
                if state.draws_for(each.by):
                    return SayDie(head, key, each.by, each.die, None, each.purpose, each.nth)
                return SayDie(head, key, each.by, each.die, face, each.purpose, each.nth)
        if state.awaited:
            return None
        for one in list_actors(state):
            if one.id in own and not any(state.pending_of(one.id)):
                wish = _find_wish(state, one, self._random)
                if wish is not None:
                    return SayDeclarations(head, key, [wish])
        return None


def _find_wish(state: FightState, one: Combatant, random: Random) -> TurnAction | None:
    """Return an attack that the rules allow, on whom the fewest others attack."""
    rules = load_ruleset(state.game.rules)
    lexicon = rules.lexicon(state.game)
    choose, _ = POLICIES["spread"]
    weapons = [name for name, _ in list_weapons(one, lexicon)]
    wishes = choose(state, one, list_foes(state, one, lexicon), weapons, random)
    return next((wish for wish in wishes if not rules.check(state, wish)), None)


async def play_phones(table: Table, seats: Sequence[Seat]) -> None:
    """Play the phones of these seats until the table closes."""
    random = Random()
    await asyncio.gather(*(Phone(table, seat, "1", random).play() for seat in seats))
