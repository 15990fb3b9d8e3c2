"""Random legal fights, seeded, through the whole engine: a load, a fuzzer, a source of logs."""
