"""Corrections of the past: change one input, and replay every later input with the dice that were
rolled.

    plan            the request (`Correction`, `Rulings`, typed dice) and the plan that results
    rebase          computes the plan: replays the inputs one by one
    input_replay    the command that replays inputs, and where its dice come from
    input_variants  which forms of an input to try
    recorded_dice   the dice of the line: found again, drawn past, or left unused
    line_diff       two lines compared event by event
"""
