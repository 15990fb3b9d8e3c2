"""What stands on the pages of a fight, of whoever fought, and of a campaign.

`build_fight_page_set` and `build_campaign_page_set` are the ways in.
"""

from combatlog.export.pages.page_context import Options
from combatlog.export.pages.page_set import (
    PageSet,
    build_campaign_page_set,
    build_fight_page_set,
    campaign_pages,
    fight_alone,
    fight_pages,
)

__all__ = [
    "Options",
    "PageSet",
    "build_campaign_page_set",
    "build_fight_page_set",
    "campaign_pages",
    "fight_alone",
    "fight_pages",
]
