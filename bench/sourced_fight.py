"""A fight as an aggregate of the library eventsourcing, with its PostgreSQL module."""

from __future__ import annotations

from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.sourced import Place
from events.serialization.codec import decode
from projections.state.fight_state import FightState
from projections.state.fold import fold


class CountedFight(Aggregate):
    """A fight that counts its events and does nothing else."""

    def __init__(self) -> None:
        self.events = 0

    @event("Recorded")
    def record(self, body: str) -> None:
        """Record an event, as combatlog's JSON."""
        self.events += 1


class FoldedFight(Aggregate):
    """A fight that folds its events into combatlog's state."""

    def __init__(self) -> None:
        self.events = 0
        self.state = FightState()

    @event("Recorded")
    def record(self, body: str) -> None:
        """Record an event, as combatlog's JSON."""
        self.events += 1
        fold(self.state, self.events, [decode(body)])


class SourcedFights:
    """Fights of both kinds in a database. It keeps no copy of them."""

    def __init__(self, place: Place, connections: int) -> None:
        self._app: Application[UUID] = Application(
            env={
                "PERSISTENCE_MODULE": "eventsourcing.postgres",
                "POSTGRES_DBNAME": place.database,
                "POSTGRES_HOST": place.host,
                "POSTGRES_PORT": str(place.port),
                "POSTGRES_USER": place.user,
                "POSTGRES_PASSWORD": "",
                "POSTGRES_POOL_SIZE": str(connections),
            }
        )

    def start(self) -> CountedFight:
        """Start a fight."""
        fight = CountedFight()
        self._app.save(fight)
        return fight

    def append(self, fight: CountedFight, bodies: list[str]) -> None:
        """Record events, all in one transaction."""
        for body in bodies:
            fight.record(body)
        self._app.save(fight)

    def write(self, kind: type[CountedFight] | type[FoldedFight], bodies: list[str]) -> UUID:
        """Write a whole fight."""
        fight = kind()
        for body in bodies:
            fight.record(body)
        self._app.save(fight)
        id: UUID = fight.id
        return id

    def rebuild(self, id: UUID) -> int:
        """Read a fight and build it; return how many events it has."""
        fight: CountedFight = self._app.repository.get(id)
        return fight.events

    def close(self) -> None:
        """Close all connections."""
        self._app.close()
