"""For authors of levels: building, checking and trying out a level, and the search for shortcuts of it."""
