in vec2 world;
out vec4 colour;
void main() { colour = vec4(ground(world), 1.0); }
