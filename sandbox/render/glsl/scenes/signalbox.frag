// A railway at night: stars, a lit signal box, signals, wires, a train that goes by far off.

vec3 glow(vec3 c, vec2 p, float r, vec3 ink, float wide) {
    c += ink * exp(-length(p) / wide) * 0.55;
    paint(c, mix(ink, vec3(1.0), 0.45), disc(p, r));
    return c;
}
vec3 scene() {
    vec2 sky = layer(0.95);
    vec3 c = mix(vec3(0.27, 0.28, 0.42), vec3(0.09, 0.12, 0.24), smoothstep(0.2, 1.1, sky.y));
    c = mix(c, vec3(0.40, 0.34, 0.42), 0.6 * exp(-6.0 * abs(sky.y - 0.26)));
    for (int k = 0; k < 2; k++) {                                 // stars
        float size = 0.075 - 0.03 * float(k);
        vec2 q = sky / size + 40.0 * seed();
        ivec2 i = ivec2(floor(q));
        vec2 at = 0.15 + 0.7 * vec2(rnd(i.x, i.y + 80 * k), rnd(i.x + 60, i.y));
        float star = rnd(i.x + 5, i.y + 5), d = size * length(fract(q) - at);
        float twinkle = 0.75 + 0.25 * sin(now() * (0.6 + star) + 40.0 * star);
        c += vec3(0.80, 0.84, 0.95) * step(0.45, star) * star * twinkle * (1.0 - smoothstep(0.0, 0.0045 + 0.7 * e, d)) * smoothstep(0.28, 0.5, sky.y);
    }
    vec2 moon = sky - vec2(0.46 - 0.9 * seed(), 0.83);
    c += vec3(0.20, 0.21, 0.24) * exp(-7.0 * length(moon));
    paint(c, vec3(0.88, 0.88, 0.80), max(disc(moon, 0.055), -disc(moon - vec2(0.030, 0.016), 0.050)));
    vec2 hill = layer(0.85);
    paint(c, vec3(0.15, 0.17, 0.27), hill.y - 0.26 - 0.08 * noise(vec2(hill.x * 1.9 + 8.0 * seed(), 2.0)) - 0.012 * noise(vec2(hill.x * 24.0, 1.0)));
    for (int i = 0; i < 6; i++) {                                 // lights of a village
        vec2 at = vec2(-0.9 + 0.35 * float(i) + 0.2 * rnd(i, 3), 0.235 + 0.025 * rnd(i, 2));
        c = glow(c, hill - at, 0.0035, vec3(0.75, 0.56, 0.26), 0.008);
    }
    vec2 t = layer(0.7) - vec2(0.0, 0.185);                       // the train
    float head = 3.2 * fract(0.022 * now() + 0.45 + seed()) - 1.6, back = t.x - head;
    if (abs(t.y) < 0.05 && back < 0.0 && back > -0.72) {
        float wagon = fract(back / 0.12), pane = abs(fract(back / 0.03) - 0.5) * 0.03;
        paint(c, vec3(0.11, 0.12, 0.19), box(vec2((wagon - 0.5) * 0.12, t.y - 0.008), vec2(0.056, 0.020), 0.005));
        paint(c, vec3(0.96, 0.80, 0.48), max(box(vec2(pane, t.y - 0.013), vec2(0.0085, 0.0065), 0.001), abs(wagon - 0.5) - 0.40));
    }
    c = glow(c, t - vec2(head + 0.005, 0.0), 0.005, vec3(0.90, 0.78, 0.50), 0.022);
    vec2 w = layer(0.55);
    paint(c, vec3(0.12, 0.14, 0.22), w.y - 0.175);
    // telegraph poles and their wires
    vec2 pole = vec2(mod(w.x + 0.35, 0.7) - 0.35, w.y);
    vec3 black = vec3(0.075, 0.085, 0.14);
    for (int k = 0; k < 3; k++) {
        float u = mod(w.x + 0.35, 0.7) / 0.7;
        float y = 0.70 - 0.05 * float(k) - 0.05 * (1.0 - pow(2.0 * abs(fract(u) - 0.0 - step(0.5, u)) - 0.0, 2.0)) * 0.0 - 0.045 * (1.0 - pow(abs(abs(pole.x) / 0.35 * 2.0 - 1.0), 2.0));
        paint(c, vec3(0.30, 0.32, 0.44), abs(w.y - y) - 0.0016, 0.8);
    }
    paint(c, black, max(abs(pole.x) - 0.010, abs(w.y - 0.43) - 0.31));
    paint(c, black, min(box(pole - vec2(0.0, 0.70), vec2(0.07, 0.007), 0.002), min(box(pole - vec2(0.0, 0.65), vec2(0.06, 0.006), 0.002), box(pole - vec2(0.0, 0.60), vec2(0.05, 0.006), 0.002))));
    // the signal box
    vec2 s = layer(0.45) - vec2(-0.42 + 0.75 * step(0.5, seed()), 0.0);
    vec3 brick = vec3(0.23, 0.17, 0.20);
    vec2 course = vec2(s.x * 22.0 + 0.5 * mod(floor(s.y * 44.0), 2.0), s.y * 44.0), joint = abs(fract(course) - 0.5);
    paint(c, mix(brick, vec3(0.17, 0.14, 0.18), smoothstep(0.38, 0.48, max(joint.x, joint.y))), box(s - vec2(0.0, 0.22), vec2(0.20, 0.16), 0.0));
    paint(c, vec3(0.20, 0.17, 0.20), box(s - vec2(0.0, 0.47), vec2(0.225, 0.095), 0.004));
    vec2 pane = vec2(abs(fract(s.x / 0.085) - 0.5) * 0.085, s.y - 0.475);
    vec3 lit = mix(vec3(0.98, 0.80, 0.46), vec3(0.90, 0.62, 0.32), smoothstep(-0.07, 0.07, pane.y));
    if (abs(s.x) < 0.213) paint(c, lit, box(pane, vec2(0.036, 0.062), 0.002));
    vec2 man = s - vec2(0.05 + 0.06 * sin(0.17 * now()), 0.425);  // its keeper
    if (abs(s.x) < 0.20 && abs(s.y - 0.475) < 0.060)
        paint(c, vec3(0.30, 0.20, 0.18), min(disc(man - vec2(0.0, 0.065), 0.020), box(man - vec2(0.0, 0.005), vec2(0.030, 0.045), 0.02)));
    float roof = max(abs(s.x) - 0.27 + 1.2 * (s.y - 0.57), max(0.565 - s.y, s.y - 0.66));
    paint(c, vec3(0.13, 0.14, 0.21), roof);
    c += vec3(0.30, 0.20, 0.09) * exp(-4.5 * max(0.0, box(s - vec2(0.0, 0.47), vec2(0.19, 0.05), 0.0))) * 0.8;
    // signals
    vec2 m = layer(0.35);
    for (int i = 0; i < 2; i++) {
        vec2 p = m - vec2((i == 0 ? 0.24 : 0.70) - 0.95 * step(0.5, seed()), 0.0);
        bool go = mod(now() / 9.0 + 0.5 * float(i), 2.0) > 1.0;
        paint(c, black, box(p - vec2(0.0, 0.24), vec2(0.009, 0.24), 0.0));
        paint(c, black, box(p - vec2(0.0, 0.49), vec2(0.024, 0.062), 0.018));
        c = glow(c, p - vec2(0.0, 0.515), 0.0125, go ? vec3(0.10, 0.07, 0.06) : vec3(0.86, 0.22, 0.16), go ? 0.004 : 0.045);
        c = glow(c, p - vec2(0.0, 0.465), 0.0125, go ? vec3(0.20, 0.75, 0.42) : vec3(0.05, 0.09, 0.07), go ? 0.045 : 0.004);
    }
    vec2 g = layer(0.3);                                          // ballast and rails
    if (g.y < 0.075) c = mix(vec3(0.13, 0.13, 0.18), vec3(0.21, 0.20, 0.25), noise(g * 80.0));
    if (abs(g.y - 0.055) < 0.02) paint(c, vec3(0.20, 0.16, 0.17), abs(fract(g.x * 11.0) - 0.5) / 11.0 - 0.022);
    paint(c, vec3(0.52, 0.54, 0.62), min(abs(g.y - 0.068), abs(g.y - 0.040)) - 0.005);
    return c;
}
