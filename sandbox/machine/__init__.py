"""The running machine and the readings of it. Imports parts, the engine and the document, no command."""
