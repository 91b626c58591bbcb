"""Classics: the parts of The Butterfly Effect, with its shapes, figures and rules."""
