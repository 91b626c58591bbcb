"""Films and pictures of a run, drawn beside the window, and the film of a win, played in it."""
