"""Files that people keep and exchange: exports, audits, rescued campaigns.

jsonl           a fight as JSON lines: export and import
audit           the audit of a campaign, one fight, or an exported fight
audit_json      an audit as plain data for JSON
append_only     checks that a campaign file still is append-only
rescue          recovery of a damaged campaign file
safe_write      writing a file completely or not at all
"""
