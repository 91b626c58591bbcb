"""Gestures and forms by which an author makes goals out of conditions, and hints. Imports only `editing` and below."""
