"""The surroundings of a level on a canvas: the backdrop of its scene, light on the parts, materials of its floors."""
