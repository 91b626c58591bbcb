"""What can be chosen from menus and by keys, as a table. Imports no widget."""
