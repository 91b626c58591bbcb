"""Measurements of the cost of the program's work, drawn as bars. These modules come with the source, and are in no
wheel."""
