"""What writes the generated documents; `python docs/generate.py` runs it.

api         docs/api.md: every public name
cli         docs/cli.md: commands, and the verbs of the prompt
protocol    docs/protocol.md: the log and its events
rules       docs/rules.md: the clauses, with readings, options and tests
readme      the parts of README.md and other pages that the program prints
book        the clauses in docs/clauses, read and checked
marks       which tests prove which clause
examples    an example of every event; `examples_0_1` to `examples_0_4` have those of each version
screenshot  docs/replay.png; `table_picture` docs/table.png
"""
