// Layered rock in the noon sun, an excavator on the ledge, dust, circling birds.

vec3 strata(vec2 p, float tilt, vec3 light, vec3 dark, float at) {
    float y = p.y + tilt * p.x + 0.018 * noise(p * 5.0) + 0.008 * noise(p * 17.0);
    float band = noise(vec2(at, y * 26.0)), fine = noise(vec2(at + 9.0, y * 90.0));
    vec3 c = mix(dark, light, 0.65 * band + 0.35 * fine);
    float crack = noise(vec2(p.x * 24.0 + 3.0 * noise(p * 6.0), y * 5.0));
    return c * (1.0 - 0.09 * smoothstep(0.72, 0.92, crack));
}
vec3 digger(vec3 c, vec2 p) {
    vec3 body = vec3(0.93, 0.74, 0.38), steel = vec3(0.70, 0.60, 0.46), dark = vec3(0.60, 0.52, 0.44);
    float lift = 0.06 * sin(0.25 * now());
    paint(c, dark, box(p - vec2(0.0, 0.022), vec2(0.085, 0.022), 0.022));
    for (int i = -1; i <= 1; i++) paint(c, steel, disc(p - vec2(0.055 * float(i), 0.022), 0.013));
    vec2 elbow = vec2(-0.155, 0.200 + lift), tip = vec2(-0.235, 0.085 + 1.2 * lift);
    paint(c, body * 0.95, stroke(p, vec2(-0.045, 0.085), elbow, 0.013));
    paint(c, body * 0.90, stroke(p, elbow, tip, 0.010));
    paint(c, steel, max(disc(p - tip - vec2(0.012, -0.008), 0.030), tip.y - 0.004 - p.y + 0.4 * (p.x - tip.x)));
    paint(c, body, box(p - vec2(0.025, 0.075), vec2(0.075, 0.030), 0.010));
    paint(c, body, box(p - vec2(-0.030, 0.115), vec2(0.034, 0.040), 0.008));
    paint(c, vec3(0.86, 0.92, 0.92), box(p - vec2(-0.034, 0.122), vec2(0.022, 0.024), 0.004));
    return c;
}
vec3 scene() {
    vec2 sky = layer(0.93);
    vec3 c = mix(vec3(0.95, 0.93, 0.86), vec3(0.66, 0.82, 0.92), smoothstep(0.45, 1.25, sky.y));
    float v = clouds(vec2(sky.x * 1.8 + 0.008 * now(), sky.y * 4.0) + 17.0 * seed());
    c = mix(c, vec3(1.0, 0.99, 0.96), 0.8 * smoothstep(0.52, 0.74, v));
    vec2 a = layer(0.82);                                         // the far wall
    float step_ = 0.86 - 0.05 * floor(3.0 * noise(vec2(a.x * 1.7 + 5.0 * seed(), 1.0))) - 0.02 * noise(vec2(a.x * 8.0, 4.0));
    paint(c, mix(strata(a, 0.05, vec3(0.93, 0.86, 0.75), vec3(0.85, 0.76, 0.65), 1.0), vec3(0.93, 0.91, 0.87), 0.35), a.y - step_);
    vec2 b = layer(0.65);                                         // the middle terrace
    float ledge = 0.56 + 0.14 * smoothstep(-0.1, 0.02, (b.x + 0.25 - 0.6 * seed()) * (seed() > 0.5 ? -1.0 : 1.0)) - 0.012 * noise(vec2(b.x * 21.0, 8.0));
    paint(c, strata(b, -0.03, vec3(0.91, 0.82, 0.68), vec3(0.80, 0.69, 0.56), 3.0), b.y - ledge);
    paint(c, vec3(0.95, 0.88, 0.76), abs(b.y - ledge) - 0.007);
    float side = seed() > 0.5 ? 1.0 : -1.0;
    vec2 d = layer(0.55) - vec2(-0.42 * side, 0.40);
    c = digger(c, vec2(d.x * side, d.y));
    vec2 n = layer(0.5);                                          // the near terrace
    float near = 0.405 - 0.20 * smoothstep(0.05, 0.35, n.x * side + 0.10) - 0.012 * noise(vec2(n.x * 17.0, 2.0));
    paint(c, strata(n, 0.02, vec3(0.88, 0.78, 0.63), vec3(0.76, 0.64, 0.50), 6.0), n.y - near);
    paint(c, vec3(0.94, 0.86, 0.72), abs(n.y - near) - 0.006);
    vec2 g = layer(0.35);                                         // rubble
    for (int k = 0; k < 2; k++) {
        float pitch = 0.12 + 0.07 * float(k), i = floor(g.x / pitch);
        float r = pitch * (0.22 + 0.24 * rnd(int(i), k));
        vec2 p = vec2((fract(g.x / pitch) - 0.5) * pitch, g.y - 0.10 + 0.08 * float(k));
        p += 0.010 * (noise(g * 40.0) - 0.5);
        paint(c, mix(vec3(0.84, 0.74, 0.60), vec3(0.74, 0.63, 0.50), rnd(int(i), k + 5)), box(spin(p, rnd(int(i), 2)), vec2(r, 0.7 * r), 0.4 * r));
    }
    paint(c, mix(vec3(0.86, 0.76, 0.60), vec3(0.80, 0.69, 0.54), noise(g * 45.0)), g.y - 0.045 - 0.02 * noise(vec2(g.x * 6.0, 3.0)));
    for (int k = 0; k < 2; k++) {                                 // dust
        vec2 p = layer(0.3 - 0.1 * float(k));
        float s = clouds(vec2(p.x * 2.4 - 0.06 * now() * (1.0 + float(k)), p.y * 5.0) + 8.0 * float(k));
        c = mix(c, vec3(0.97, 0.92, 0.82), 0.34 * smoothstep(0.45, 0.8, s) * smoothstep(0.55, 0.05, p.y));
    }
    for (int i = 0; i < 3; i++) {                                 // birds
        float t = 0.25 * now() + 2.1 * float(i);
        vec2 at = vec2(0.35 * cos(t) + 0.3 - 0.6 * seed(), 0.93 + 0.05 * sin(t) + 0.03 * float(i));
        paint(c, vec3(0.62, 0.60, 0.62), wings(layer(0.7) - at, 0.026, 0.5 + 0.2 * sin(2.0 * now() + float(i))));
    }
    return c;
}
