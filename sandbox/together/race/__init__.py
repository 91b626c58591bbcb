"""A race: everybody plays the same level on his own machine, and the first win that is run again there wins."""
