"""Read models: what a line of events says about one question.

causes              why a score, a skill or a trait is what it is; the fold for all causes
condition_causes    why a combatant has a condition or a wound, or is out of the fight
killer              who killed whom, who gave which wound
combatant_diff      differences between two states or sheets of a combatant
state_diff          differences between two states of a fight, and the range between two estimates
timeline            when each event happened, in the fight's own time
statistics          tallies of attacks, damage, saves and dice
rolls               the dice of a line, each with its luck
breakdown           damage by source, target, weapon, round and side
rounds              a span of rounds
strength            what a combatant is worth in the fight
carry_over          a combatant's sheet for the next fight
visibility          what an audience may see
number_words        numbers in words that somebody wrote, and whose they are
visible_state       the state as an audience may read it
"""
