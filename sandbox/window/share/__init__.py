"""Sharing levels and solutions as text."""
