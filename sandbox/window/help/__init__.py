"""Help for a player: hints, the green zone, near misses, the lesson, and the pages that explain."""
