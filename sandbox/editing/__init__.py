"""Edit a design by hand: no OpenGL, no interface library. Sees the open document through `document.EditorHost`."""
