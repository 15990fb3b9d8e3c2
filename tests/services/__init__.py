"""Real wikis for the tests: Debian's packages, served by PHP's own server on loopback.

packages    Debian's packages: whether they are installed, installing them in CI, skipping without
server      a PHP server that can be stopped and frozen, and that ends with the tests
mediawiki   a MediaWiki on SQLite, with an administrator and an ordinary user
dokuwiki    a DokuWiki with its remote API switched on
"""
