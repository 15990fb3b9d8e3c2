"""The command line. Each command imports only what it needs, so it starts fast.

main          the `combatlog` command and its list of subcommands
options       options that several commands share, and where the campaign file is
setup         new, start, join, fights, games
play          declare, resolve, roll, undo, redo, rewind, switch, note, salt, run, table
serve         serve
operating     options of serve for those who run it as a service
serve_hall    serve, of a database or a folder with many campaigns
link          link
bot           bot
webhook       webhook
beside_table  the files of the live table, for commands that change them
key           key, bind, revoke
correct       amend, strike, insert, what-if
state         state
read          log, chronicle, timeline, why, branches, diff
said          said
stats         stats
recap         recap
compare       compare
odds          odds
rounds        the option --rounds
progress      how far the odds are
replay        replay
audit         audit, seal
export        export, import, tables
publish       publish
databases     copy (between files and databases), migrate
copies        backup, upgrade, erase, rescue
simulate      simulate, demo
"""
