"""The physics engine: its spaces, and its numbers in bulk. Nothing here knows what a part is."""
