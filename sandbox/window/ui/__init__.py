"""Widgets, theme and the interface library's host. Imports the actions, no dialog and no panel."""
