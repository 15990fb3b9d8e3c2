"""Events in phrases: the one wording that log, report and pages share."""
