"""What all features of the window stand on: the shell, its loop, its view of the scene and its messages."""
