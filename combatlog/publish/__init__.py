"""Publishing pages to a wiki through its API.

publishing        what becomes of each page: planned, then published
planned_pages     the pages to publish, with addresses and past corrections
renamed_pages     the pages that an earlier publication put under other names
replay_uploads    the replays, uploaded before the pages that link to them
edit_summary      the summary of an edit: up to which event a page is current
marked_section    combatlog's part of a MediaWiki page, between two markers
wiki              the protocol that both kinds of wiki fulfil, and logging in
mediawiki_client  a MediaWiki
mediawiki_api     requests to its API
mediawiki_files   its files
mediawiki_answers what its API answers, as types
dokuwiki_client   a DokuWiki
dokuwiki_api      requests to its API
dokuwiki_files    its files
api_address       the address of a wiki's API, from any address of the wiki
web_client        requests to one server, with limits of time and size; addresses, checked
credentials       the user and the password
"""
