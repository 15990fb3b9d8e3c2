"""The Cairn family: Golden Idol, Thálassa, Plerion. One set of rules, three definitions."""
