"""Simulation: random legal fights from a seed, for load tests, for finding faults and as test data.

Modules:

    run             a random fight: started, played and recorded like any other; what it has used
    player          a random player and referee: the next declaration, corrections of the past
    random_actions  random actions of combatants
    rulings         random rulings of the referee
    choices         random choices, and how often each verb is chosen
"""
