"""What it all costs, measured, and drawn as charts. May import everything but the command line."""
