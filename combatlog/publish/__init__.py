"""Pages into a wiki through its API.

wiki_errors     what a wiki can refuse or fail at, each as one sentence
credentials     who logs in, and where the password comes from
web_client      one way to ask a web server: bounded in time, size and where it leads
find_api        the API of a wiki from whatever address of it somebody has
wiki            what is asked of a wiki; MediaWiki and DokuWiki fulfil it
open_wiki       a wiki of either kind, logged in to
marked_section  the part of a MediaWiki page that is combatlog's, between its markers
up_to_date      up to which event a page tells, and the summary of an edit
corrected       what was corrected of a fight, as short as a summary wants it
planned_pages   the pages of a campaign as they are to stand on a wiki
page_plan       what would become of each page
publishing      doing it, page by page
difference      what a page would gain and lose, line by line
"""
