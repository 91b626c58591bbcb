void main() {
    float a = 1.0 - smoothstep(-0.006, 0.008, to_cord(cord_cord.y));
    if (a <= 0.0) discard;
    colour = shade(world, 0.75 * a);
}
