"""What if? Runs of a machine that is varied: the search for solutions, the checks of levels, and tolerance maps."""
