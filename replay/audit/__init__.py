"""The audit: checks that need no trust in the person who keeps the log.

The modules:

    report         everything about one fight together: `audit_fight`
    chain          the digests of the stored rows
    seals          a line of text, or eight words, that fix a fight, for players to keep
    fairness       every sealed die against its secret, every draw in its turn; faces against chance
    epoch_check    the secrets of epochs against their anchor
    rules          every declaration played again with its dice, and the first difference
    plays          each declaration with the state before it and what was recorded of it
    signatures     every statement and its signature, whose keys were bound and revoked
    stated_inputs  what was stated in part, and lines as typed, read again by the rules
    interventions  who undid, corrected, overruled or stated what
"""
