"""The Cairn family: Golden Idol, Thálassa, Plerion."""
