"""The table of all actions that menus and keys offer. Imports no widget."""
