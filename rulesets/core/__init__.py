"""The parts that every ruleset is made of.

Modules:

    ruleset        the protocol of a ruleset; problems, evidence, the lexicon
    driver         the driver of a play: answers dice, folds outcomes, waits, resumes
    dice_sources   plays, which ask for dice, and the sources that answer
    registry       the rulesets by name, and the modules of each family
"""
