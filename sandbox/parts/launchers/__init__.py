"""Launchers, which throw, kick and push things away."""
