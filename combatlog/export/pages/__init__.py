"""What stands on the pages of a fight, of whoever fought, and of a campaign.

`fight_book` and `campaign_book` are the ways in; every other module is one section.
"""

from combatlog.export.pages.page_context import Options
from combatlog.export.pages.page_set import (
    Book,
    campaign_book,
    campaign_pages,
    fight_alone,
    fight_book,
    fight_pages,
)

__all__ = [
    "Book",
    "Options",
    "campaign_book",
    "campaign_pages",
    "fight_alone",
    "fight_book",
    "fight_pages",
]
