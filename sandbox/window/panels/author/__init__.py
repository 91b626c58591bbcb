"""The panel of authors: goals, stock, hints and texts of a level."""
