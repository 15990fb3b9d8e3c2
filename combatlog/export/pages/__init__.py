"""The content of the pages of a fight, its combatants and a campaign; no format yet.

page_set              the pages of a fight or a campaign: the way in
page_context          a fight as its pages read it, and the options
fight_records         the fights of a campaign while they wait: in a file, not in memory
fight_page            the page of a fight: introduction, sections, seal
combatant_page        the page of a combatant, over all their fights
campaign_page         the index of a campaign
chronicle_section     the chronicle, round by round
participants_section  who fought, and how they stand at the end; wounds and scars
statistics_section    the numbers of a fight
recap_section         who fell and what would have saved them, missed chances, damage by weapon
"""
