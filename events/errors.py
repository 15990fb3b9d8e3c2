"""The exceptions of combatlog, in one small tree.

    CombatlogError
    ├── Refused (ValueError)         the rules, the history or the wording do not allow it
    ├── Conflict (RuntimeError)      someone else recorded first
    ├── KeyReused (ValueError)       an idempotency key was used for another command
    ├── Unreadable (ValueError)      an event, a line or a file that cannot be understood
    └── CampaignError (OSError)      the campaign file cannot be used
        ├── NotACampaign             it is something else
        ├── Damaged                  it is a campaign, but not as it was written
        ├── NewerCampaign            a later combatlog wrote it
        ├── NoCampaign               there is none, or more than one to choose from
        ├── Unwritable               it is busy, read-only, or the disk is full
        └── Unanswered               the database did not answer whether something is recorded

Each message is one sentence for the person at the table: what is wrong, where, and what to do.
"""

from __future__ import annotations


class CombatlogError(Exception):
    """The base class of every exception that combatlog raises on purpose."""


class Refused(CombatlogError, ValueError):
    """A command that is not allowed as things stand; nothing was recorded.

    `clause` names the rule behind it (empty if none), and `overrulable` says whether the referee
    may overrule it by giving a reason.
    """

    def __init__(self, message: str, clause: str = "", overrulable: bool = False) -> None:
        super().__init__(message)
        self.clause = clause
        self.overrulable = overrulable


class Conflict(CombatlogError, RuntimeError):
    """The fight is not at the expected version: it has grown since it was read. `expected` and
    `actual` are its lengths in events. `is_unanswered`: what its author said before got no answer,
    and may be what it has grown by."""

    def __init__(
        self,
        fight: str,
        expected: int,
        actual: int,
        since: str = "",
        *,
        is_unanswered: bool = False,
    ) -> None:
        self.fight, self.expected, self.actual = fight, expected, actual
        self.is_unanswered = is_unanswered
        meanwhile = f" Meanwhile: {since}" if since else ""
        if is_unanswered:
            super().__init__(
                f"What you said before got no answer, and may be recorded: you had seen #{expected}"
                f" of this fight, it is at #{actual} now; look whether it is there before you say"
                f" it again.{meanwhile}"
            )
            return
        if expected > actual:  # a backup was put back
            super().__init__(
                f"You had seen #{expected} of this fight, which ends with #{actual} here; nothing"
                " of yours was recorded, so open it anew and say it again."
            )
            return
        super().__init__(
            f"Somebody else recorded first: you had seen #{expected} of this fight,"
            f" it is at #{actual} now; nothing of yours was recorded, so look and say it"
            f" again.{meanwhile}"
        )


class KeyReused(CombatlogError, ValueError):
    """An idempotency key stands for one command and was used for another."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"The key “{key}” already stands for another command; use a new key for a new command."
        )


class Unreadable(CombatlogError, ValueError):
    """Something that this version cannot understand.

    `seq` is the event of a log at fault (0 if none), `newer` says that a newer version may have
    written it.
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
    """Something in the file `path` is not as it was written. `reason` says what, `left` what can
    still be done, if anything is known."""

    def __init__(self, path: str, reason: str, left: str = "") -> None:
        from shlex import quote  # imported only for an error

        self.path, self.reason = path, reason
        left = left or f"combatlog rescue {quote(path)} writes what can still be read to a new file"
        super().__init__(f"{path} is damaged: {self.reason}; {left}.")


class NewerCampaign(CampaignError):
    """The file was written by a later version."""


class NoCampaign(CampaignError):
    """No campaign file was named, and none can be chosen."""


class Replaced(CampaignError):
    """The events of a fight are not those that were read before, as after an older backup took the
    campaign's place."""


class Unwritable(CampaignError):
    """The file cannot be written at the moment; nothing was recorded."""


class Unanswered(CampaignError):
    """The connection to the database was lost before it answered, and did not come back in time:
    what was said may be recorded or not. Said again under the same key it is recorded once."""
