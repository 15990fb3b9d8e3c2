"""The one-file replay: a fight as a single HTML page that anyone can open and step through.

    moments      the state after every event of the whole file, undone ones included
    cards        what is shown of a combatant, and what changed of it
    dice         the dice of an event as they are drawn
    event_words  the words of every event, and how it was undone or corrected
    numbers      statistics and turning points
    replay_data  all of it together, as the page is given it
    page         template, style, script and data in one text

The states are the projections'; the page's script only shows them.
"""

from combatlog.export.html_replay.page import replay_page

__all__ = ["replay_page"]
