"""Marks in the scene that explain it: goals, hints, traces of motion."""
