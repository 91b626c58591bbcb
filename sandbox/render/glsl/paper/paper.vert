layout(location = 0) in vec2 corner;
out vec2 world;
void main() {
    world = view.xy + corner / view.zw;
    gl_Position = vec4(corner, 0.0, 1.0);
}
