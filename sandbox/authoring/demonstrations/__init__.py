"""Demonstrations: each kind of part at work on a small stage, built from what sets it off and what it hands on."""
