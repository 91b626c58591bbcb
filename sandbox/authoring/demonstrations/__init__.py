"""Demonstrations: each kind of part at work on a small stage, built from the stimuli that it takes and hands on."""
