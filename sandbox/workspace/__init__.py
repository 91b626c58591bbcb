"""The open document: its session, file, journal and past. No OpenGL, no interface library."""
