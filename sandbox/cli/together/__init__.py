"""The commands for a session of several people."""
