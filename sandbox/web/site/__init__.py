"""A static site of a folder of levels: its chapters, a page of each level, and the run of each solution."""
