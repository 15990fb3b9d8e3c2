"""The application: campaigns, fights, sessions. It returns data and draws nothing."""
