void main() {
    e = tone_.w * px / level.y;
    vec3 c = clamp(scene(), 0.0, 1.0);
    colour = vec4(pow(mix(haze_.rgb, c, haze_.w), vec3(light_low_.w)) * tone_.rgb, 1.0);
}
