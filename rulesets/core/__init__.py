"""What every ruleset is made of: plays, dice, the driver, the registry."""
