"""The one-file replay: a fight as a single HTML page to open and step through.

    moments      the state after every event of the log, undone events included
    story_data   the beats of the story, and of the branches that were undone
    numbers_data statistics and damage, round by round
    recap_data   who fell, missed chances, unlikely rolls
    what_if_data what would have saved those who fell, to be watched
    what_if_lines  the rows and beats of one of them
    what_if_words  what it says beside its events
    line_data    numbers and recap of lines that were undone, and of what-ifs
    replay_data  the events of the page and its story
    page_data    all data of the page as one structure
    growing_view the same of a fight that goes on, for the live table
    page         template, style, script and data as one text

The projections compute the states; the script of the page only shows them.
"""

from combatlog.export.html_replay.page import render_replay_page as render_replay_page
