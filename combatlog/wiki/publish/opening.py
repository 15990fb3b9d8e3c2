"""A wiki of either kind, logged in to."""

from __future__ import annotations

from typing import Literal, TypeAlias

from combatlog.wiki.formats.format import Format
from combatlog.wiki.publish.connection import Connection
from combatlog.wiki.publish.credentials import Credentials
from combatlog.wiki.publish.wiki import Wiki

Kind: TypeAlias = Literal["mediawiki", "dokuwiki"]


def format_of(kind: Kind) -> Format:
    """What its pages are written in."""
    if kind == "mediawiki":
        from combatlog.wiki.formats.mediawiki import MEDIAWIKI

        return MEDIAWIKI
    from combatlog.wiki.formats.dokuwiki import DOKUWIKI

    return DOKUWIKI


def logged_in(kind: Kind, connection: Connection, credentials: Credentials) -> Wiki:
    """The wiki at the other end of a connection; raises `WikiError`."""
    if kind == "mediawiki":
        from combatlog.wiki.publish.mediawiki import MediaWiki

        return MediaWiki(connection, credentials)
    from combatlog.wiki.publish.dokuwiki import DokuWiki

    return DokuWiki(connection, credentials)
