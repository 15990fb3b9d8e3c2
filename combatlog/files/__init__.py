"""Files that people keep and exchange: exports, audits, rescued campaigns.

export_lines    the lines of an export, and their parser
jsonl           a fight as JSON lines: export and import; roots that go along
file_faults     what is wrong with a campaign file beside its fights
fight_order     whether the fights of a campaign still stand as they were started
campaign_keys   what the fights of a campaign say of each other's keys
audit           the audit of a campaign, one fight, or an exported fight
fight_audits    the audits of many fights, on all cores
audit_json      an audit as plain data for JSON
backup          a copy of a campaign that is proven equal
copy_fights     fights from one campaign into another, compared by their seals
rescue          recovery of a damaged campaign file
upgrade         a copy of an old campaign in the newest format
erase           a copy of a campaign without the text of some notes
safe_write      writing a file completely or not at all
"""
