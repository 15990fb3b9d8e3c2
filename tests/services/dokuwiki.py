"""A DokuWiki on loopback, with its remote API (XML-RPC) open to its users."""

from __future__ import annotations

import secrets
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.services.packages import Software, find_or_install
from tests.services.server import Server, is_answered

DOKUWIKI = Software(
    "DokuWiki",
    ("dokuwiki", "php-cli", "php-cgi", "php-xml"),
    Path("/usr/share/dokuwiki"),
    frozenset({"xml"}),
    "dokuwiki dokuwiki/system/configure-webserver multiselect\n"
    "dokuwiki dokuwiki/system/restart-webserver boolean false\n",
)

PREPENDED = "<?php if (!defined('DOKU_CONF')) define('DOKU_CONF', '@data@/conf/');\n"
"""Runs before every request. Debian's preload.php respects it, so the machine's own configuration
is not touched."""

SETTINGS = """<?php
$conf['title'] = 'Campaign Wiki';
$conf['savedir'] = '@data@/data';
$conf['useacl'] = 1;
$conf['authtype'] = 'authplain';
$conf['superuser'] = '@admin';
$conf['disableactions'] = 'register';
$conf['remote'] = 1;
$conf['remoteuser'] = '@user';
$conf['updatecheck'] = 0;
$conf['sitemap'] = 0;
if (file_exists('@data@/html')) { $conf['iexssprotect'] = 0; }
"""

BLOCKED = "cheap rifles here"
"""Words that the wiki rejects as spam."""

CALL = (
    '<?xml version="1.0"?><methodCall><methodName>dokuwiki.getVersion</methodName>'
    "<params/></methodCall>"
)

FOLDERS = (
    *("attic", "cache", "index", "locks", "log", "media"),
    *("media_attic", "media_meta", "meta", "pages", "tmp"),
)


class DokuWiki:
    """A running DokuWiki. `user` and `password` are an ordinary user's; `admin` and
    `admin_password` an administrator's; `stranger` has an account and may not use the remote API,
    `other` is one more user. The namespace `closed` may be read and not written by users;
    in `plain` they upload no files."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.user, self.admin, self.stranger, self.other = "chronicler", "admin", "nobody", "ben"
        self.password, self.admin_password = secrets.token_hex(16), secrets.token_hex(8)
        self.stranger_password, self.other_password = secrets.token_hex(8), secrets.token_hex(8)
        root = find_or_install(DOKUWIKI)
        self._configure()
        self.server = Server(
            root,
            data,
            self._is_ready,
            {
                "memory_limit": "256M",
                "opcache.enable_cli": "1",
                "display_errors": "0",
                "auto_prepend_file": str(data / "prepended.php"),
            },
            {},
        )
        self.server.start()

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def api(self) -> str:
        return f"{self.url}/lib/exe/xmlrpc.php"

    @contextmanager
    def taking_html(self, checked: bool = False) -> Iterator[None]:
        """Have the wiki take HTML within the context; `checked`, if nothing in it looks like a
        script."""
        types, switch = self.data / "conf" / "mime.local.conf", self.data / "html"
        types.write_text("html !text/html\n")
        if not checked:
            switch.touch()
        try:
            yield
        finally:
            types.unlink()
            switch.unlink(missing_ok=True)

    def _is_ready(self, url: str) -> bool:
        headers = {"Content-Type": "text/xml"} | _basic(self.user, self.password)
        asked = httpx.Request("POST", f"{url}/lib/exe/xmlrpc.php", content=CALL, headers=headers)
        return is_answered(asked, "Release ")

    def _configure(self) -> None:
        conf = self.data / "conf"
        conf.mkdir(parents=True)
        for folder in FOLDERS:
            (self.data / "data" / folder).mkdir(parents=True)
        path = str(self.data)
        (self.data / "prepended.php").write_text(PREPENDED.replace("@data@", path))
        (conf / "local.php").write_text(SETTINGS.replace("@data@", path))
        (conf / "plugins.local.php").write_text('<?php\n$plugins["testing"] = 0;\n')
        (conf / "wordblock.local.conf").write_text(f"{BLOCKED}\n")
        (conf / "acl.auth.php").write_text(
            "# <?php exit()?>\n*\t@ALL\t1\n*\t@user\t8\nclosed:*\t@user\t1\nplain:*\t@user\t4\n"
        )
        users = (
            (self.user, self.password, "user"),
            (self.admin, self.admin_password, "admin,user"),
            (self.other, self.other_password, "user"),
            (self.stranger, self.stranger_password, "guest"),
        )
        (conf / "users.auth.php").write_text("# <?php exit()?>\n" + "".join(map(_line, users)))


def _line(user: tuple[str, str, str]) -> str:
    name, password, groups = user
    code = "echo password_hash(trim(fgets(STDIN)), PASSWORD_BCRYPT, ['cost' => 4]);"
    hashed = subprocess.run(
        ["php", "-r", code], input=password, capture_output=True, text=True, check=True
    ).stdout
    return f"{name}:{hashed}:{name.title()}:{name}@example.invalid:{groups}\n"


def _basic(user: str, password: str) -> dict[str, str]:
    return {"Authorization": "Basic " + b64encode(f"{user}:{password}".encode()).decode()}
