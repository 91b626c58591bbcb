"""Slopes, down which things roll and slide, and the track that its builder draws."""
