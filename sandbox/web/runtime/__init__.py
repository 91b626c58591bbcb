"""The runtime of a browser: Python, the engine and the core in a few files, made and checked here."""
