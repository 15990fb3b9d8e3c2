"""The parts that every ruleset is made of.

Modules:

    ruleset      the protocol of a ruleset; problems, evidence, the lexicon
    play         plays, which ask for dice and yield outcomes; the sources of dice; the runner that
                 answers dice, folds outcomes, waits and resumes
    courses      the courses that a play can take, by what its dice show: all of them, or at random
    sealed_dice  dice drawn from a secret that was committed to
    registry     the rulesets by name, and the modules of each family
"""
