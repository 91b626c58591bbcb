"""What stands around the canvas. Imports dialogs, widgets and actions."""
