"""Levels of other programs, read and turned into designs of ours: one module a format."""
