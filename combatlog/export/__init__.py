"""Exports of fights: as pages for wikis, as a replay in one HTML file, as tables.

    document       headings, paragraphs, tables and notes, in no format yet
    pages/         the pages of a fight, of a combatant, of a campaign
    formats/       one writer for each markup; only these escape text
    html_replay/   a fight as one HTML page to step through
    tables/        the rows of fights, as a SQLite file or as CSV
    output_folder  writes several files to a folder or an archive
    spooled_texts  texts that wait until all of them can be written

`document` imports none of these modules; `pages` and `formats` import it.
"""
