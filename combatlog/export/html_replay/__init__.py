"""The one-file replay: a fight as a single HTML page to open and step through.

  moments      the state after every event of the whole log, undone ones included
  event_words  the words of every event, and how it was undone or corrected
  replay_data  all of it as JSON values, with dice, statistics and turning points
  page         template, style, script and data in one text

The states come from the fold; the page's script only shows them.
"""

from combatlog.export.html_replay.page import replay_page as replay_page
