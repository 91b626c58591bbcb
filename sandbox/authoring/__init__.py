"""Help for authors of levels: the magnitudes of every part, and levels written as scripts."""
