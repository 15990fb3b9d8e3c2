"""Read models: causes, statistics, differences, visibility."""
