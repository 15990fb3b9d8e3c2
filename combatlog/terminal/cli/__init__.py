"""The command line. Each command imports only what it needs, so it starts fast.

main          the `combatlog` command and its list of subcommands
options       options that several commands share, and where the campaign file is
view_options  how much of a fight is shown, to whom, in which language
setup         new, start, join, fights
play          declare, resolve, roll, undo, redo, rewind, switch, note, salt, run, table
key           key, bind, revoke
correct       amend, strike, insert, what-if
state         state
read          log, chronicle, timeline, why, branches
stats         stats
diff          diff
replay        replay
audit         audit, seal
export        export, import
publish       publish
tables        tables
backup        backup
rescue        rescue
upgrade       upgrade
diagnosis     what is wrong with a damaged campaign, for the errors of all commands
games         games
simulate      simulate, demo
"""
