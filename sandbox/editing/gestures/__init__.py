"""Gestures: the user's acts from press to release, one class each. Imports only `editing` and below."""
