"""What pyglet's windows do on X11 in another way here: keys of all layouts, and no wait for another program."""
