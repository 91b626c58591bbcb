void main() {
    float blur = shadow_blur(), a = 1.0 - smoothstep(-blur, blur, distance_().x);
    if (a <= 0.0) discard;
    colour = shade(world, a);
}
