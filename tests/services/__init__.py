"""Real wikis for the tests: Debian's packages, served by PHP's own server on loopback.

packages    what has to be installed, and installing it
server      a PHP server that can be stopped, frozen, and ends with the tests
mediawiki   a MediaWiki on SQLite, with an administrator and an ordinary user
dokuwiki    a DokuWiki with its remote API switched on
"""
