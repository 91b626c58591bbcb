// One shade for every shadow: each writes how dark the paper is under it, and the darkest wins (blend equation MIN), so
// the shadows of a part's shapes, or of a pile, never add up to black. On a transparent target alpha is kept instead
// (blend equation MAX).
vec4 shade(vec2 world, float a) {
    if (frame.w > 0.5) return vec4(0.0, 0.0, 0.0, 0.34 * a);
    return vec4(ground(world) * mix(vec3(1.0), shadow_.rgb, scene_.w > 0.0 ? scene_.w * a : a), 1.0);
}
