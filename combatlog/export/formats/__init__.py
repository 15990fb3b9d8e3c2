"""The formats of pages: the markup of a wiki, or HTML. Text that people wrote is always escaped.

page_formats    the list of formats, and pages as files in one of them
page_writer     the base class of the writers, and text split into runs
mediawiki       MediaWiki
dokuwiki        DokuWiki
markdown        the Markdown writer, with a dialect for each program; GitHub's
obsidian        Obsidian's Markdown, with properties and callouts
bookstack       a ZIP archive that BookStack imports
html            an HTML fragment
bbcode          World Anvil's BBCode
"""
