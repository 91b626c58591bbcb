"""The running machine and what is read off it. Imports parts, the engine and the document, no command."""
