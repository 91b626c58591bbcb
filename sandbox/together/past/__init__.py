"""Beginning in the middle of a session: from its recording so far, or from an earlier moment of it."""
