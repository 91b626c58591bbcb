"""Measurements of what the program's work costs, and charts of them. May import everything but the command line."""
