"""The base of all features of the window: the shell, its loop, its view of the scene and its messages."""
