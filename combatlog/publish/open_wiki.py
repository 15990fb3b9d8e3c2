"""A wiki of either kind, logged in to."""

from __future__ import annotations

from typing import Literal, TypeAlias

from combatlog.export.formats.shared_text import Format
from combatlog.publish.credentials import Credentials
from combatlog.publish.web_client import Connection
from combatlog.publish.wiki import Wiki

Kind: TypeAlias = Literal["mediawiki", "dokuwiki"]


def format_of(kind: Kind) -> Format:
    """What its pages are written in."""
    if kind == "mediawiki":
        from combatlog.export.formats.mediawiki import MEDIAWIKI

        return MEDIAWIKI
    from combatlog.export.formats.dokuwiki import DOKUWIKI

    return DOKUWIKI


def logged_in(kind: Kind, connection: Connection, credentials: Credentials) -> Wiki:
    """The wiki at the other end of a connection; raises `WikiError`."""
    if kind == "mediawiki":
        from combatlog.publish.mediawiki_client import MediaWiki

        return MediaWiki(connection, credentials)
    from combatlog.publish.dokuwiki_client import DokuWiki

    return DokuWiki(connection, credentials)
