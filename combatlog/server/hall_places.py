"""Where the campaigns of a hall are: in a database, or as files in a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from glob import escape, glob
from typing import TYPE_CHECKING

from combatlog.app.campaign import Campaign, create, open
from combatlog.app.signing import find_user_key
from combatlog.server.hall import Opened
from combatlog.server.neighbours import Notices
from combatlog.server.one_server import hold_campaign
from combatlog.server.seat_stores import ENDING, DatabaseSeats, FileSeats
from combatlog.server.seats import Seats
from combatlog.server.webhook_stores import ENDING as HOOKS, NAME, DatabaseHooks, FileHooks
from combatlog.server.webhooks import Webhooks
from events.errors import CampaignError, NoCampaign, Refused
from events.store.disk_room import find_disk_obstacle
from events.store.protocol import KnownHeads
from events.types.names import check_name

if TYPE_CHECKING:
    from events.store.postgres_campaigns import PostgresCampaigns  # psycopg is an extra

SUFFIX = ".combatlog"


class DatabaseCampaigns:
    """The campaigns of a database. Other processes may serve the same ones. What nobody at a table
    has said is recorded as said `by` this name. At a public hall (`is_public`) webhooks lead to
    public addresses only."""

    tells_moved = True

    def __init__(
        self, campaigns: PostgresCampaigns, by: str = "", *, is_public: bool = False
    ) -> None:
        self._campaigns, self._by, self._is_public = campaigns, by, is_public
        self.shown = campaigns.shown

    @property
    def notices(self) -> Notices | None:
        """What other processes tell of campaigns that were made."""
        return self._campaigns.own_notices

    def list_names(self) -> list[str]:
        """Return the names of all campaigns."""
        return self._campaigns.list_names()

    def open(self, name: str) -> Opened:
        """Open a campaign for its table."""
        store = self._campaigns.open(name)
        return Opened(
            lambda: Campaign(store, self._by, find_user_key),
            self.read_seats(name),
            Webhooks(DatabaseHooks(store.beside(NAME)), is_public=self._is_public),
            notices=self._campaigns.notices(name),
        )

    def read_seats(self, name: str) -> Seats:
        """Return the seats of a campaign."""
        return Seats(DatabaseSeats(self._campaigns.seats(name)))

    def create(self, name: str) -> str:
        """Make a campaign; return its name as it is kept. Raises `Refused` where it is taken."""
        return self._campaigns.create(name)

    def find_moved(self, known: Mapping[str, KnownHeads]) -> list[str]:
        """Return the names of the campaigns in which something new was recorded."""
        return self._campaigns.find_moved(known)

    def find_write_obstacle(self) -> str:
        """Return why nothing could be recorded now; empty where it could."""
        return self._campaigns.find_write_obstacle()

    def count_lost(self) -> int:
        """Return how many connections were lost."""
        return self._campaigns.database.count_lost()

    def close(self) -> None:
        """Close all connections."""
        self._campaigns.close()


class FolderCampaigns:
    """The campaign files of a folder. Each is held for as long as its table is open. At a public
    hall (`is_public`) webhooks lead to public addresses only."""

    tells_moved = False

    def __init__(self, folder: str, by: str = "", *, is_public: bool = False) -> None:
        self.shown = self._folder = folder
        self._by, self._is_public = by, is_public
        self.notices: Notices | None = None

    def list_names(self) -> list[str]:
        """Return the names of all files, without their ending."""
        found = sorted(glob(os.path.join(escape(self._folder), f"*{SUFFIX}")))
        return [os.path.basename(each).removesuffix(SUFFIX) for each in found]

    def open(self, name: str) -> Opened:
        """Open a campaign for its table. Raises `Served` if another program serves it."""
        path = self._find(name)
        with ExitStack() as held:
            held.enter_context(hold_campaign(path))
            seats = Seats(FileSeats(path + ENDING))
            webhooks = Webhooks(FileHooks(path + HOOKS), is_public=self._is_public)
            close = held.pop_all().close
        return Opened(lambda: open(path, self._by, find_user_key), seats, webhooks, close=close)

    def read_seats(self, name: str) -> Seats:
        """Return the seats of a campaign whose table is not open, to look at them."""
        return Seats(FileSeats(self._find(name) + ENDING))

    def create(self, name: str) -> str:
        """Make a file; return its name as it is kept. Raises `Refused` where it is taken, or for a
        name that no file can have everywhere."""
        name = check_name(name)
        if set(name) & set('/\\:*?"<>|') or name.startswith("."):
            raise Refused(
                "This name cannot be that of a file; leave out /, \\, :, *, ? and quotes."
            )
        path = os.path.join(self._folder, name + SUFFIX)
        if os.path.lexists(path):
            raise Refused("A campaign has this name already; choose another one.")
        try:
            create(path).close()
        except CampaignError:
            raise CampaignError(f"No campaign can be made in {self._folder}.") from None
        return name

    def find_moved(self, known: Mapping[str, KnownHeads]) -> list[str]:
        """Return nothing: files are looked at in turns."""
        return []

    def find_write_obstacle(self) -> str:
        """Return why nothing could be recorded in the folder now; empty where it could."""
        return find_disk_obstacle(self._folder)

    def count_lost(self) -> int:
        """Return 0: there are no connections."""
        return 0

    def close(self) -> None:
        """Do nothing: every file was let go of with its table."""

    def _find(self, name: str) -> str:
        path = os.path.join(self._folder, name + SUFFIX)
        if not os.path.isfile(path):
            raise NoCampaign(f"There is no campaign {path}.")
        return path
