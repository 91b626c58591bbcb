// What lies behind the parts, so that shadows know what they darken: the paper, or the backdrop of a scene.
uniform sampler2D backdrop;

vec3 ground(vec2 w) {
    if (scene_.w <= 0.0) return paper(w);
    vec3 c = texture(backdrop, 0.5 + 0.5 * (w - view.xy) * view.zw).rgb;
    vec3 lamp = lamplight(w);
    c = c * (1.0 + 1.1 * lamp) + 0.07 * lamp;
    vec2 size = level.xy, to = abs(w - 0.5 * size) - 0.5 * size;
    float off = max(to.x, to.y) / px;
    if (frame.w > -0.5) c *= 1.0 - low_.w * (0.020 * ruled(w, 0.1, 1.0) + 0.045 * ruled(w, 1.0, 1.3));
    float rim = length(max(to, 0.0)) / px / ui;
    vec3 beyond = c * mix(vec3(1.0), beyond_.rgb, 0.75) * (1.0 - 0.14 * exp(-rim / 9.0));
    c = mix(c, beyond, clamp(off + 0.5, 0.0, 1.0));
    return mix(c, border_.rgb, 0.55 * clamp(0.5 + 0.6 * ui - abs(off), 0.0, 1.0));
}
