"""The table of all actions that menus and keys offer: rows that call what panels and controls do."""
