"""A MediaWiki on loopback: SQLite, an administrator, an ordinary user with a bot password."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

import httpx

from tests.services.packages import Software, Unavailable, find_or_install
from tests.services.server import Server, is_answered

MEDIAWIKI = Software(
    "MediaWiki",
    (
        "mediawiki",
        "php-cli",
        "php-cgi",  # what `php` wants besides: not Apache's module
        "php-sqlite3",
        "php-intl",
        "php-apcu",
        "micro-httpd",  # what `mediawiki` wants for a web server: the smallest there is
    ),
    Path("/usr/share/mediawiki"),
    frozenset({"pdo_sqlite", "intl", "mbstring", "xml"}),
)

SETTINGS = r"""

$wgServer = getenv( 'WIKI_URL' ) ?: 'http://127.0.0.1';
$wgCacheDirectory = '@data@/cache';
$wgUploadDirectory = '@data@/images';
$wgTmpDirectory = '@data@/tmp';
$wgEnableUploads = true;
$wgFileExtensions = [ 'png', 'html', 'htm' ];
$wgMainCacheType = CACHE_DB;
$wgSessionCacheType = CACHE_DB;
$wgLocalisationCacheConf['store'] = 'array';
$wgEnableEmail = false;
$wgJobRunRate = 0;
$wgRateLimits = [];
$wgPasswordAttemptThrottle = [];
$wgEnableMagicLinks = [ "ISBN" => true, "PMID" => true, "RFC" => true ];
$wgInvalidateCacheOnLocalSettingsChange = false;
if ( file_exists( '@data@/read-only' ) ) { $wgReadOnly = 'The wiki is being moved.'; }
if ( file_exists( '@data@/html' ) || file_exists( '@data@/checked-html' ) ) {
    $wgProhibitedFileExtensions = array_diff( $wgProhibitedFileExtensions, [ 'html' ] );
    $wgMimeTypeExclusions = array_diff( $wgMimeTypeExclusions, [ 'text/html' ] );
}
if ( file_exists( '@data@/html' ) ) {
    $wgVerifyMimeType = false;
    $wgDisableUploadScriptChecks = true;
}
if ( file_exists( '@data@/small' ) ) { $wgMaxUploadSize = 10000; }
if ( file_exists( '@data@/closed' ) ) { $wgEnableUploads = false; }
if ( file_exists( '@data@/private' ) ) { $wgGroupPermissions['*']['read'] = false; }
"""


State: TypeAlias = Literal["read-only", "private", "closed", "html", "checked-html", "small"]


class MediaWiki:
    """A running MediaWiki. `user` and `password` are a bot password of an ordinary user (`account`
    without the bot's part); `admin` and `admin_password` are an administrator's own, to protect
    pages and block people. `api` is the address of its API; `server` stops and freezes it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.account, self.admin = "Chronicler", "Admin"
        self.user = f"{self.account}@combatlog"
        self.password, self.account_password = secrets.token_hex(16), secrets.token_hex(8)
        self.admin_password = secrets.token_hex(8)
        self._root = find_or_install(MEDIAWIKI)
        self._install()
        self.server = Server(
            self._root,
            data,
            _is_ready,
            {"memory_limit": "256M", "opcache.enable_cli": "1"},
            {"MW_CONFIG_FILE": str(data / "LocalSettings.php")},
        )
        self.server.start()

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def api(self) -> str:
        return f"{self.url}/api.php"

    @contextmanager
    def switched(self, state: State) -> Iterator[None]:
        """Make the wiki read-only, readable only after a login, or without uploads; or have it take
        HTML, also where a script in it is looked for, or up to 10 kB; within the context."""
        (self.data / state).touch()
        try:
            yield
        finally:
            (self.data / state).unlink()

    def _install(self) -> None:
        for folder in ("conf", "db", "cache", "images", "tmp"):
            (self.data / folder).mkdir(parents=True)
        self._maintain(
            "install",
            *("--confpath", str(self.data / "conf")),
            *("--dbtype", "sqlite", "--dbname", "campaign", "--dbpath", str(self.data / "db")),
            *("--server", "http://127.0.0.1", "--scriptpath", "", "--lang", "en"),
            *("--skins", "Vector", "--pass", self.admin_password, "Campaign Wiki", self.admin),
        )
        written = (self.data / "conf" / "LocalSettings.php").read_text("utf-8")
        more = SETTINGS.replace("@data@", str(self.data))
        (self.data / "LocalSettings.php").write_text(written + more, "utf-8")
        self._maintain("createAndPromote", self.account, self.account_password)
        grants = "basic,highvolume,editpage,createeditmovepage,uploadeditmovefile"
        self._maintain(
            "createBotPassword",
            *("--appid", "combatlog", "--grants", grants, self.account, self.password),
        )

    def _maintain(self, script: str, *arguments: str) -> None:
        settings = {"MW_CONFIG_FILE": str(self.data / "LocalSettings.php")}
        if script == "install":
            settings = {}  # there is none yet, and the installer refuses where one is named
        done = subprocess.run(
            ["php", str(self._root / "maintenance" / f"{script}.php"), *arguments],
            capture_output=True,
            text=True,
            env=os.environ | settings,
            cwd=self.data,
        )
        if done.returncode:
            told = (done.stdout + done.stderr).strip()[-800:]
            raise Unavailable(f"MediaWiki's {script} failed: {told}")


def _is_ready(url: str) -> bool:
    asked = f"{url}/api.php?action=query&meta=siteinfo&format=json"
    return is_answered(httpx.Request("GET", asked), '"generator":"MediaWiki')
