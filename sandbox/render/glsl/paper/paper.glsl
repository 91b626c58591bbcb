// The background: a function of the world, so that shadows know what they darken.

float ruled(vec2 w, float pitch, float width) {  // lines every `pitch` metres, `width` pixels wide
    vec2 to = abs(fract(w / pitch - 0.5) - 0.5) * pitch / px;
    return clamp(0.5 + 0.5 * width - min(to.x, to.y), 0.0, 1.0) * smoothstep(5.0, 14.0, pitch / px);
}
vec3 paper(vec2 w) {
    vec2 size = level.xy;
    vec2 to = abs(w - 0.5 * size) - 0.5 * size;
    float off = max(to.x, to.y) / px;                 // pixels outside the level's area
    float t = smoothstep(-0.1, 1.1, w.y / size.y);
    vec3 c = mix(low_.rgb, high_.rgb, t);
    if (frame.w > -0.5)
        c *= 1.0 - low_.w * (0.040 * ruled(w, 0.01, 1.0) + 0.075 * ruled(w, 0.1, 1.0) + 0.150 * ruled(w, 1.0, 1.6));
    vec3 beyond = c * beyond_.rgb;
    float rim = length(max(to, 0.0)) / px / ui;       // a soft shade around the sheet, as if it lay on a desk
    beyond *= 1.0 - 0.16 * exp(-rim / 9.0);
    c = mix(c, beyond, clamp(off + 0.5, 0.0, 1.0));
    return mix(c, border_.rgb, 0.75 * clamp(0.5 + 0.9 * ui - abs(off), 0.0, 1.0));
}
