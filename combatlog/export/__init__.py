"""Fights as pages: what stands on them (`contents`), and how a wiki writes it (`formats`).

    document  headings, paragraphs, tables and notes, in no format yet
    pages/    what a page of a fight, of a combatant, of a campaign holds
    formats/  one writer a format; the only place where anything is escaped
    publish/  pages into a wiki through its API

The imports run from below upwards: `document` knows nothing, `formats` and `contents` know it.
"""
