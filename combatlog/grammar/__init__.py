"""The grammar of the table: what a referee types in a hurry, as commands.

    a ada rhino rifle
    a ben rhino knife imp: behind the crates
    go

Verbs and names may be cut short wherever only one thing can be meant; accents and capitals
never need typing. A reason follows a colon, `;` begins another clause, and a final `!` resolves
at once.

verbs/        the specification of each verb
verb          what a specification consists of
registry      all verbs, how one is found by a word, and the parser of a line
commands      the commands a line can mean
formatter     a declaration as a line
completion    what may come next on a line
help          the verbs in the words of a game
scanner       the words of a typed line
writer        names and texts as they are typed
cursor        the place on a line where a word is completed
name_match    names found by a few letters, and the words of a fight's game
"""
