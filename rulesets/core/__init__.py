"""The parts that every ruleset is made of.

Modules:

    ruleset        the protocol of a ruleset; problems, evidence, the lexicon
    play           plays: generators that ask for dice and yield outcomes
    driver         the driver of a play: answers dice, folds outcomes, waits, resumes
    dice_sources   sources of dice: sealed draws, typed dice, one die just rolled
    registry       the rulesets by name, and the modules of each family
"""
