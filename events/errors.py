"""Everything that can go wrong, in one small tree.

    CombatlogError
    ├── Refused (ValueError)         the rules, the history or the wording do not allow it
    ├── Conflict (RuntimeError)      somebody else recorded first
    ├── KeyReused (ValueError)       an idempotency key came back with another command
    ├── Unreadable (ValueError)      an event, a line or a file that cannot be understood
    └── CampaignError (OSError)      the campaign file cannot be used
        ├── NotACampaign             it is something else
        ├── Damaged                  it is a campaign, and not as it was written
        ├── NewerCampaign            a later combatlog wrote it
        ├── NoCampaign               there is none, or more than one to choose from
        └── Unwritable               it is busy, read-only, or the disk is full

Each message is one sentence for the person at the table: what, where, what to do.
"""

from __future__ import annotations


class CombatlogError(Exception):
    """The root: catch this to catch everything combatlog raises on purpose."""


class Refused(CombatlogError, ValueError):
    """A command that is not allowed as things stand; nothing was recorded.

    `clause` names the rule it rests on (empty where no rule is meant), and
    `overrulable` says whether the referee may insist by giving a reason.
    """

    def __init__(self, message: str, clause: str = "", overrulable: bool = False) -> None:
        super().__init__(message)
        self.clause = clause
        self.overrulable = overrulable


class Conflict(CombatlogError, RuntimeError):
    """The fight has grown since it was read. `expected` and `actual` are lengths in events."""

    def __init__(self, fight: str, expected: int, actual: int, since: str = "") -> None:
        self.fight, self.expected, self.actual = fight, expected, actual
        meanwhile = f" Meanwhile: {since}" if since else ""
        super().__init__(
            f"Somebody else recorded first: you had seen #{expected} of this fight,"
            f" it is at #{actual} now; nothing of yours was recorded, so look and say it"
            f" again.{meanwhile}"
        )


class KeyReused(CombatlogError, ValueError):
    """An idempotency key stands for one command, and this is another one."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"The key “{key}” already stands for another command; use a new key for a new command."
        )


class Unreadable(CombatlogError, ValueError):
    """Something written down that this version cannot understand.

    `seq` is the event of a log that is at fault (0 where none is meant), `newer` says that a newer
    version may have written it.
    """

    def __init__(self, message: str, seq: int = 0, newer: bool = False) -> None:
        super().__init__(message)
        self.seq = seq
        self.newer = newer


class CampaignError(CombatlogError, OSError):
    """The campaign file cannot be used."""


class NotACampaign(CampaignError):
    """The file is there, but combatlog did not make it."""


class Damaged(CampaignError):
    """Something in the file is not as it was written. `path` is the file, `reason` what is wrong,
    and `left`, where it is known, what can still be done."""

    def __init__(self, path: str, reason: str, left: str = "") -> None:
        from shlex import quote  # what is well needs it not

        self.path, self.reason = path, reason
        left = left or f"combatlog rescue {quote(path)} writes what can still be read to a new file"
        super().__init__(f"{path} is damaged: {self.reason}; {left}.")


class NewerCampaign(CampaignError):
    """The file was written by a later version."""


class NoCampaign(CampaignError):
    """No file was named and none can be meant."""


class Unwritable(CampaignError):
    """The file could not be written just now; nothing was recorded."""
