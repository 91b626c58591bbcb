"""The controls: objects that do what the actions of the window ask for, one object a subject. Imports dialogs."""
