// Light of a scene: evenly from above and from below, and from lamps that are lit.

vec3 lamplight(vec2 w) {
    vec3 sum = vec3(0.0);
    int count = int(light_high_.w + 0.5);
    for (int i = 0; i < count; i++) {
        float near = max(0.0, 1.0 - distance(w, lamps_[i].xy) / lamps_[i].z);
        sum += lamp_tints_[i].rgb * lamps_[i].w * near * near;
    }
    return sum;
}
vec3 falling(vec2 w, float up) { return mix(light_low_.rgb, light_high_.rgb, 0.5 + 0.5 * up) + lamplight(w); }
