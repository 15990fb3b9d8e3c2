"""PostgreSQL's errors as errors of combatlog in plain words."""

from __future__ import annotations

import psycopg
from psycopg import errors

from events.errors import CampaignError, Unanswered, Unwritable

_CONNECTING = {
    "password authentication failed": "the name or the password is wrong",
    "no password supplied": "it wants a password; put it into the address or into PGPASSFILE",
    "no pg_hba.conf entry": "it lets nobody in from here under this name",
    "does not exist": "there is no such database or role",
    "too many clients": "all its connections are taken; try again, or allow it more",
    "is starting up": "it is starting; try again in a moment",
    "is shutting down": "it is shutting down",
    "session is read-only": "only a database that is read-only answers there, as a standby is;"
    " connect to the one that is written",
    "server closed the connection": "it closed the connection",
    "could not translate host": "there is no such host; correct the address",
    "failed to resolve host": "there is no such host; correct the address",
    "timeout expired": "no database answered in time; see whether host and port are right",
    "Connection refused": "no database answers there; start it, or correct host and port",
}
"""Parts of libpq's messages about a connection, and what they mean. Where several hosts were tried,
the first of them counts: what a database said tells more than that another host did not answer."""

STATES = {
    "53100": "the disk of the database is full",
    "53200": "the database has no memory left",
    "53300": "all connections of the database are taken; try again, or allow it more",
    "25006": "the database is read-only now, as a standby is; connect to the one that is written",
    "42501": "this role may not do that; the owner of the tables gives it the right with: combatlog"
    " migrate ADDRESS --role ROLE",
    "55P03": "another program is writing to this fight; try again in a moment",
    "57014": "the database stopped it; try again",
}
"""What PostgreSQL's codes of errors mean."""


def is_lost(error: psycopg.Error) -> bool:
    """Return whether the connection is gone, so that what was asked may or may not be done. A
    server that crashes says why with its last words (PANIC), as where its disk is full."""
    is_last = error.diag.severity_nonlocalized in ("FATAL", "PANIC")
    return isinstance(error, psycopg.InterfaceError) or (
        isinstance(error, psycopg.OperationalError)
        and (is_last or error.sqlstate is None or error.sqlstate[:2] in ("08", "57"))
        and error.sqlstate != "57014"
    )


def is_race(error: psycopg.Error) -> bool:
    """Return whether the database asks to try the same again: nothing was done."""
    return isinstance(error, errors.SerializationFailure | errors.DeadlockDetected)


def is_read_only(error: psycopg.Error) -> bool:
    """Return whether nothing was written because the connection is read-only."""
    return isinstance(error, errors.ReadOnlySqlTransaction)


def explain_connecting(place: str, error: psycopg.Error) -> CampaignError:
    """Return an error about a connection that was not made."""
    reason = find_connecting_reason(error) or quote_error(error)
    return CampaignError(f"{place} cannot be opened: {reason}.")


def find_connecting_reason(error: psycopg.Error) -> str:
    """Return why a connection was not made, in words that name no place; empty if unknown."""
    text = str(error)
    return next((told for symptom, told in _CONNECTING.items() if symptom in text), "")


def explain(place: str, error: psycopg.Error, done: str) -> CampaignError:
    """Return an error of a statement; `done` is what was being done: “read”, “written”."""
    meaning = STATES.get(error.sqlstate or "") or quote_error(error)
    if is_lost(error):
        meaning = "the connection to the database was lost; try again in a moment"
    if done == "written":
        return Unwritable(f"Nothing was recorded in {place}: {meaning}.")
    return CampaignError(f"{place} cannot be {done}: {meaning}.")


def explain_unanswered(place: str, error: psycopg.Error | CampaignError | None) -> Unanswered:
    """Return the error of a write whose answer was lost; `error` is why no later try was
    answered."""
    why = ""
    if isinstance(error, CampaignError):
        why = f" Then: {error}"
    elif error is not None and (error.sqlstate in STATES or not is_lost(error)):
        why = f" Then: {STATES.get(error.sqlstate or '') or quote_error(error)}."
    return Unanswered(
        f"It is not known whether this was recorded in {place}: the connection to the database was"
        f" lost before it answered; look at the log once it is back, and say the same again if it"
        f" is not there; under a key it is recorded once in any case.{why}"
    )


def quote_error(error: psycopg.Error) -> str:
    """Return the first line of PostgreSQL's own words."""
    from events.types.names import clean_fault  # imported only for an error

    said = error.diag.message_primary or str(error).partition("\n")[0]
    return f"PostgreSQL says “{clean_fault(said)}”"
