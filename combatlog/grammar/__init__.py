"""The grammar: from a line that a referee types to a command, and from a declaration to a line.

    a ada rhino rifle
    a ben rhino knife imp: behind the crates
    go

Verbs and names can be shortened as long as only one thing fits; accents and capitals can be left
out. A reason follows a colon, `;` begins another clause, and a final `!` resolves at once.

verbs/        the specification of each verb
verb          what a specification consists of; the place on a line where a word is completed
registry      all verbs, how one is found by a word, and the parser of a line
commands      the commands a line can mean
help          the verbs in the words of a game
scanner       the words of a typed line, and names found by a few letters
writer        names and texts as they are typed
"""
