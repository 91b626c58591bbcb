// White tiles, coiled glass, bubbling flasks, needles that swing.

vec3 flask(vec3 c, vec2 p, float r, vec3 juice, float full, int n) {
    float belly = disc(p - vec2(0.0, r), r), neck = box(p - vec2(0.0, 2.3 * r), vec2(0.30 * r, 0.75 * r), 0.01);
    float d = min(belly, neck);
    paint(c, vec3(0.95, 0.98, 0.98), d, 0.75);
    float level_ = full * 1.7 * r + 0.004 * sin(40.0 * p.x + 1.3 * now());
    paint(c, juice, max(belly + 0.006, p.y - level_), 0.92);
    for (int k = 0; k < 5; k++) {                                 // bubbles
        float u = fract(0.16 * now() * (0.7 + 0.6 * rnd(n, k)) + rnd(k, n));
        vec2 b = p - vec2((rnd(n + 3, k) - 0.5) * r + 0.006 * sin(7.0 * u + float(k)), 0.15 * r + u * (level_ - 0.2 * r));
        paint(c, mix(juice, vec3(1.0), 0.65), abs(disc(b, 0.006 + 0.006 * u)) - 0.0022, 0.9);
    }
    paint(c, vec3(0.66, 0.76, 0.80), abs(d) - 0.0035);
    paint(c, vec3(1.0), stroke(p, vec2(-0.5 * r, 1.25 * r), vec2(-0.62 * r, 0.85 * r), 0.006), 0.8);
    return c;
}
vec3 dial(vec3 c, vec2 p, float r, float n) {
    paint(c, vec3(0.70, 0.76, 0.80), disc(p, r + 0.010));
    paint(c, vec3(0.98, 0.98, 0.95), disc(p, r));
    float a = atan(p.x, p.y);
    paint(c, vec3(0.60, 0.66, 0.70), max(abs(sin(a * 6.0)) * length(p) / 6.0 - 0.0025, abs(length(p) - 0.86 * r) - 0.07 * r));
    vec2 q = spin(p, -0.5 * sin(0.6 * now() + n) + 0.15 * sin(2.3 * now() + 2.0 * n) + 0.4 * n - 0.6);
    paint(c, vec3(0.86, 0.45, 0.38), stroke(q, vec2(0.0, -0.15 * r), vec2(0.0, 0.72 * r), 0.004));
    paint(c, vec3(0.55, 0.60, 0.64), disc(p, 0.12 * r));
    return c;
}
vec3 scene() {
    vec2 w = layer(0.4);
    vec2 tile = w * vec2(8.0, 8.0), at = abs(fract(tile) - 0.5);
    vec3 c = mix(vec3(0.86, 0.93, 0.93), vec3(0.93, 0.97, 0.96), hash(ivec2(floor(tile)) + 17) * 0.6 + 0.4 * w.y);
    c = mix(c, vec3(0.79, 0.87, 0.87), smoothstep(0.47, 0.487, max(at.x, at.y)) * seen_at(0.004));
    c += 0.015 * smoothstep(0.1, 0.5, fract(tile.x) - fract(tile.y) + 0.4);
    if (abs(w.y - 0.345) < 0.018) c = mix(vec3(0.58, 0.76, 0.74), vec3(0.66, 0.82, 0.80), step(0.5, fract(w.x * 8.0)));
    vec2 p = w - vec2(-0.52 + 0.9 * step(0.5, seed()), 0.70);     // a board with a curve
    paint(c, vec3(0.66, 0.60, 0.52), box(p, vec2(0.25, 0.165), 0.008));
    paint(c, vec3(0.54, 0.66, 0.62), box(p, vec2(0.236, 0.150), 0.004));
    float curve = 0.05 * sin(22.0 * p.x + 4.0 * seed()) * exp(-3.0 * (p.x + 0.2));
    paint(c, vec3(0.92, 0.95, 0.90), max(abs(p.y - curve) / 1.4 - 0.003, abs(p.x) - 0.20), 0.8);
    paint(c, vec3(0.86, 0.90, 0.86), min(max(abs(p.y + 0.11) - 0.0022, abs(p.x) - 0.21), max(abs(p.x + 0.21) - 0.0022, abs(p.y) - 0.12)), 0.8);
    for (int i = 0; i < 3; i++)
        paint(c, vec3(0.90, 0.93, 0.88), max(abs(p.y - 0.12 + 0.02 * float(i)) - 0.003, abs(p.x - 0.13) - 0.03 - 0.03 * rnd(i, 3)), 0.6);
    float side = seed() > 0.5 ? -1.0 : 1.0;
    vec2 s = layer(0.3) - vec2(0.42 * side, 0.60);                // shelf
    blur(c, vec3(0.62, 0.70, 0.72), box(s + vec2(-0.01, 0.035), vec2(0.36, 0.012), 0.0), 0.03, 0.4);
    paint(c, vec3(0.76, 0.80, 0.82), box(s + vec2(0.0, 0.010), vec2(0.36, 0.010), 0.003));
    c = flask(c, s + vec2(0.24, 0.0), 0.060, vec3(0.58, 0.82, 0.60), 0.62, 1);
    c = flask(c, s + vec2(0.06, 0.0), 0.045, vec3(0.95, 0.70, 0.46), 0.75, 2);
    c = flask(c, s - vec2(0.24, 0.0), 0.066, vec3(0.62, 0.70, 0.92), 0.52, 3);
    vec2 tube = s - vec2(0.09, 0.10);                             // a coil of glass
    float wind = 0.030 * sin(tube.y * 95.0);
    paint(c, vec3(0.72, 0.82, 0.86), max(abs(tube.x - wind) / 2.0 - 0.004, abs(tube.y) - 0.085));
    paint(c, vec3(0.66, 0.76, 0.80), max(abs(abs(tube.x) - 0.042) - 0.003, abs(tube.y) - 0.10));
    c = dial(c, w - vec2(-0.10 * side, 0.80), 0.055, 1.0);
    c = dial(c, w - vec2(-0.10 * side, 0.62), 0.055, 2.0);
    vec2 t = layer(0.25);                                         // bench
    if (t.y < 0.20) {
        c = mix(vec3(0.80, 0.86, 0.87), vec3(0.86, 0.91, 0.91), t.y / 0.2);
        vec2 door = vec2(abs(fract(t.x * 3.2) - 0.5) / 3.2, t.y - 0.09);
        paint(c, vec3(0.72, 0.79, 0.81), abs(box(door, vec2(0.135, 0.075), 0.008)) - 0.003);
        paint(c, vec3(0.62, 0.69, 0.72), box(door - vec2(0.10, 0.04), vec2(0.010, 0.006), 0.004));
    }
    paint(c, vec3(0.66, 0.73, 0.75), abs(t.y - 0.205) - 0.014);
    if (t.y < 0.0) c = mix(vec3(0.74, 0.80, 0.81), vec3(0.82, 0.87, 0.87), step(0.5, fract(0.5 * (floor(t.x * 8.0) + floor(t.y * 8.0)))));
    for (int i = 0; i < 3; i++) {                                 // steam
        vec2 q = layer(0.2) - vec2(0.42 * side - 0.24 + 0.17 * float(i) * 1.4, 0.80);
        float v = clouds(vec2(q.x * 14.0, q.y * 7.0 - 0.35 * now()) + 5.0 * float(i));
        c = mix(c, vec3(1.0), 0.5 * smoothstep(0.45, 0.75, v) * exp(-pow(q.x / (0.03 + 0.25 * max(0.0, q.y)), 2.0)) * smoothstep(0.0, 0.05, q.y) * smoothstep(0.30, 0.05, q.y));
    }
    return c;
}
