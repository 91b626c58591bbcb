in vec2 world;
out vec4 colour;
void main() { colour = vec4(paper(world), 1.0); }
