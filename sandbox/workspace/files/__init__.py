"""The files of the open document: its level, its own recording, and what a crash has left of earlier sessions."""
