// For the fragments of cords.

in vec2 along;
in vec2 world;
flat in float whole;
flat in float lit;
flat in vec4 cord_cord;
flat in vec2 cord_mark;
flat in vec4 cord_tint;
out vec4 colour;
float to_cord(float r) { return length(vec2(along.x - clamp(along.x, 0.0, whole), along.y)) - r; }
