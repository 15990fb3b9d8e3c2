"""The narrator: what it tells, in what words, and to whom."""
