"""Tolerance maps: where a part of a machine may stand so that the machine still wins."""
