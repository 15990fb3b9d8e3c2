"""The terminal: the only package that draws, prints and asks.

cli      the commands of `combatlog`
prompt   the prompt of `combatlog table`
views    results, states and logs as lines
"""
