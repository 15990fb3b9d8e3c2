"""The prompt that a referee keeps open during play.

prompt          the loop: read a line, do it, print the answer; save while nobody types
keyboard        lines typed with completion, a toolbar and keys
keys            what single keys do
pick_input      the list of the last inputs, to pick one with a digit and correct it
"""
