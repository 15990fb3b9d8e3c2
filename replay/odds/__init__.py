"""Odds: what the dice of a fight can do, and what they could have done.

None of it uses the secret of a fight's dice: faces are enumerated, or come from a generator of
their own, so nothing here tells a die that is still to fall.

    declared     what is declared, about to be played
    fates        what became of everybody, added up over many courses
    chances      exact chances, or playouts with an interval
    policies     ways to fight, by name: what a combatant wishes to declare, best first
    playouts     a fight played on by a policy with random dice
    repeats      the declarations of a fight, said again with other dice
    comparison   how a fight went against its playouts
    plays        the plays of a line: declarations with what followed
    rolls        how likely the results of the rolls were that a fight had
    targets      what an awaited die has to show, for a save
    stand_ins    numbers that stand in for those of strangers
    swayed       whose fate depends on the numbers of others
    blocks       playouts in blocks with seeds of their own, on all cores
"""
