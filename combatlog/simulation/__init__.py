"""Simulation: random legal fights from a seed, for load tests, for finding faults and as test data.

Modules:

    run                 a random fight: started, played and recorded like any other
    player              a random player and referee: the next declaration
    random_actions      random actions of combatants
    rulings             random rulings of the referee
    choices             random choices, and how often each verb is chosen
    random_corrections  random corrections of the past
    coverage            the declarations, outcomes and clauses that fights have used
"""
