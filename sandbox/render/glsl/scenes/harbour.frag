// Cranes and masts against the last of the light; glitter on the sea, gulls, a boat that rocks.

vec3 crane(vec3 c, vec2 p, float s, vec3 ink) {
    p /= s;
    float d = min(stroke(p, vec2(-0.06, 0.0), vec2(-0.035, 0.42), 0.010), stroke(p, vec2(0.06, 0.0), vec2(0.035, 0.42), 0.010));
    d = min(d, box(p - vec2(0.0, 0.43), vec2(0.055, 0.03), 0.005));
    d = min(d, stroke(p, vec2(-0.20, 0.475), vec2(0.42, 0.475), 0.009));
    d = min(d, min(stroke(p, vec2(0.0, 0.46), vec2(0.0, 0.60), 0.009), min(stroke(p, vec2(0.0, 0.60), vec2(0.40, 0.475), 0.004), stroke(p, vec2(0.0, 0.60), vec2(-0.19, 0.475), 0.004))));
    d = min(d, box(p - vec2(-0.17, 0.455), vec2(0.03, 0.022), 0.004));
    float sway = 0.012 * sin(0.6 * now());
    d = min(d, min(stroke(p, vec2(0.32, 0.475), vec2(0.32 + sway, 0.27), 0.003), box(p - vec2(0.32 + 1.1 * sway, 0.25), vec2(0.035, 0.022), 0.003)));
    float zig = abs(fract(p.y * 9.0) - 0.5) * 2.0;
    d = min(d, max(abs(abs(p.x) - (0.06 - 0.06 * p.y) * zig) - 0.004, max(-p.y, p.y - 0.42) + 0.0));
    paint(c, ink, d * s);
    return c;
}
vec3 scene() {
    vec2 sky = layer(0.93);
    float high = sky.y - 0.36;
    vec3 c = mix(vec3(0.99, 0.78, 0.58), vec3(0.93, 0.66, 0.62), smoothstep(0.0, 0.28, high));
    c = mix(c, vec3(0.68, 0.58, 0.70), smoothstep(0.22, 0.62, high));
    c = mix(c, vec3(0.52, 0.53, 0.70), smoothstep(0.55, 1.1, high));
    vec2 sun = vec2(0.36 - 0.72 * seed(), 0.44);
    float far = length(sky - sun);
    c = mix(c, vec3(1.0, 0.90, 0.68), 0.75 * exp(-5.5 * far));
    paint(c, vec3(1.0, 0.95, 0.80), disc(sky - sun, 0.062));
    float v = clouds(vec2(sky.x * 1.6 + 0.012 * now(), sky.y * 6.5) + 11.0 * seed());
    c = mix(c, mix(vec3(0.99, 0.80, 0.66), vec3(0.74, 0.60, 0.68), smoothstep(0.1, 0.6, high)), 0.75 * smoothstep(0.50, 0.72, v) * smoothstep(0.0, 0.12, high));
    vec2 land = layer(0.86);
    paint(c, vec3(0.72, 0.57, 0.63), land.y - 0.385 - 0.035 * noise(vec2(land.x * 3.0 + 4.0 * seed(), 2.0)) - 0.012 * noise(vec2(land.x * 19.0, 5.0)));
    float shore = 0.37;
    if (sky.y < shore) {                                          // the sea
        vec2 s = layer(0.7);
        float deep = shore - sky.y, wave = 1.0 / (deep + 0.06);
        c = mix(vec3(0.94, 0.72, 0.60), vec3(0.56, 0.53, 0.66), smoothstep(0.0, 0.34, deep));
        float rip = noise(vec2(s.x * 2.2 * wave + 0.10 * now(), wave * 7.0 + 0.22 * now()));
        float rip2 = noise(vec2(s.x * 4.1 * wave - 0.13 * now(), wave * 15.0 - 0.18 * now()));
        c = mix(c, vec3(0.66, 0.58, 0.68), 0.35 * smoothstep(0.55, 0.8, rip));
        float path = exp(-pow((sky.x - sun.x) / (0.05 + 0.35 * deep), 2.0));
        c = mix(c, vec3(1.0, 0.90, 0.70), 0.85 * path * smoothstep(0.52, 0.70, rip2) + 0.10 * smoothstep(0.66, 0.82, rip2));
    }
    c = crane(c, layer(0.68) - vec2(-0.62 + 0.5 * seed(), 0.355), 0.62, vec3(0.60, 0.48, 0.57));
    c = crane(c, layer(0.66) - vec2(0.80 - 0.3 * seed(), 0.350), 0.50, vec3(0.62, 0.50, 0.58));
    vec2 b = layer(0.55) - vec2(0.22 - 0.5 * step(0.5, seed()), 0.275);   // a sailing ship
    b = spin(b, 0.035 * sin(0.7 * now()));
    b.y -= 0.005 * sin(0.9 * now());
    vec3 hull = vec3(0.48, 0.37, 0.44);
    paint(c, hull, max(max(-b.y - 0.035, b.y - 0.025 - 0.35 * b.x * b.x), abs(b.x) - 0.17 - 0.9 * b.y));
    for (int i = 0; i < 2; i++) {
        vec2 m = b - vec2(-0.06 + 0.13 * float(i), 0.0);
        float tall = 0.36 - 0.05 * float(i);
        paint(c, hull, stroke(m, vec2(0.0, 0.0), vec2(0.0, tall), 0.004));
        paint(c, vec3(0.93, 0.77, 0.68), max(max(m.x - 0.003 - 0.30 * (tall - m.y), 0.008 - m.x), max(0.06 - m.y, m.y - tall + 0.02)), 0.92);
        paint(c, vec3(0.86, 0.68, 0.64), max(max(-m.x - 0.003 - 0.22 * (tall - m.y), 0.008 + m.x), max(0.08 - m.y, m.y - tall + 0.06)), 0.92);
    }
    vec2 q = layer(0.35);                                         // the quay: bollards and posts
    paint(c, vec3(0.55, 0.45, 0.50), q.y - 0.09);
    float plank = fract(q.x * 7.0);
    if (q.y < 0.09) c = mix(vec3(0.62, 0.50, 0.50), vec3(0.54, 0.43, 0.47), smoothstep(0.93, 0.98, plank) + 0.25 * noise(vec2(q.x * 30.0, q.y * 90.0)));
    vec2 post = vec2(mod(q.x + 0.33, 0.66) - 0.33, q.y - 0.12);
    paint(c, vec3(0.50, 0.40, 0.46), min(box(post, vec2(0.022, 0.05), 0.01), box(post - vec2(0.0, 0.035), vec2(0.032, 0.012), 0.01)));
    for (int i = 0; i < 4; i++) {                                 // gulls
        float t = 0.035 * now() * (0.8 + 0.4 * rnd(i, 2)) + rnd(i, 1);
        vec2 at = vec2(1.3 - 2.6 * fract(t), 0.72 + 0.18 * rnd(i, 4) + 0.03 * sin(9.0 * t + float(i)));
        float r = 0.030 + 0.014 * rnd(i, 7);
        paint(c, vec3(0.98, 0.92, 0.88), wings(layer(0.5) - at, r, 0.35 + 0.45 * sin(5.0 * now() + 3.0 * float(i))));
    }
    return c;
}
