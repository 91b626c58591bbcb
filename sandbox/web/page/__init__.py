"""One HTML file that plays a recording in any browser, drawn by the shaders of the window."""
