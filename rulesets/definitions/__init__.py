"""Games as data: shipped games, homebrew files, rosters, and checks of them.

Modules:

    shipped            the games that come with combatlog, and comparisons with them
    schema             a definition's shape, checked against the types of its rules
    playability        all checks of a definition from outside
    homebrew_read      a homebrew file read and checked
    homebrew_overlay   a homebrew file laid over the game it is based on
    homebrew_write     a new homebrew file with explanations
    roster             roster files
"""
