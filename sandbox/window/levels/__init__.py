"""Choosing levels: the first screen, the chapters of the campaign and their ends, the machine of the day."""
