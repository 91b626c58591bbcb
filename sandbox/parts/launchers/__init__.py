"""Launchers: what throws, kicks and pushes things away."""
