"""The state of a fight, folded from its events.

fight_state         the state: combatants, rounds, pending declarations, awaited dice
fold                the fold: applies events to a state; handlers of events that change rounds,
                    turns, declarations and dice
fold_combatants     handlers of events that change combatants
"""
