"""Signals: switches that the machine works by itself, what delays, counts and joins their signals, what reports."""
