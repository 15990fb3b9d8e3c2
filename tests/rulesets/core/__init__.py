"""What every ruleset is made of."""
