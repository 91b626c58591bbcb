"""Everything to draw as arrays: the instances of the meshes. No OpenGL."""
