"""What opens over the window and is closed again. Imports widgets and actions, no panel."""
