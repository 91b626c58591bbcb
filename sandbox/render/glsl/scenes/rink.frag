// Open-air ice among snowy firs: mountains, coloured flags, falling snow.

vec3 firs(vec3 c, vec2 p, float pitch, float size, vec3 ink, int row) {
    for (int o = -1; o <= 1; o++) {
        float k = floor(p.x / pitch) + float(o);
        float x = (k + 0.5 + 0.5 * (rnd(int(k), row) - 0.5)) * pitch, h = size * (0.7 + 0.6 * rnd(int(k), row + 4));
        vec2 q = p - vec2(x, 0.0);
        float d = 1e3;
        for (int i = 0; i < 3; i++) d = min(d, wedge(q - vec2(0.0, h * (0.28 + 0.26 * float(i))), h * vec2(0.26 - 0.055 * float(i), 0.22)));
        paint(c, ink, d);
        for (int i = 0; i < 3; i++) {                             // snow on the boughs
            vec2 s = q - vec2(0.0, h * (0.28 + 0.26 * float(i)));
            paint(c, vec3(0.96, 0.98, 1.0), max(wedge(s, h * vec2(0.26 - 0.055 * float(i), 0.22)), 0.05 * h + 0.03 * h * sin(34.0 * s.x / h) - s.y), 0.85);
        }
    }
    return c;
}
vec3 scene() {
    vec2 sky = layer(0.92);
    vec3 c = mix(vec3(0.95, 0.93, 0.92), vec3(0.66, 0.80, 0.93), smoothstep(0.25, 1.25, sky.y));
    c = mix(c, vec3(0.99, 0.95, 0.90), 0.7 * exp(-5.0 * length(sky - vec2(0.5 - seed(), 0.66))));
    for (int k = 0; k < 2; k++) {
        vec2 m = layer(0.88 - 0.08 * float(k));
        float ridge = 0.62 - 0.14 * float(k) + 0.24 * (0.5 - abs(fract(m.x * (0.9 + 0.5 * float(k)) + 0.37 * float(k) + seed()) - 0.5)) + 0.05 * noise(m * 9.0);
        float d = m.y - ridge;
        vec3 rock = mix(vec3(0.78, 0.85, 0.93), vec3(0.84, 0.89, 0.95), float(k));
        float snow = smoothstep(0.0, 0.02, 0.10 - 0.07 * noise(m * vec2(24.0, 9.0)) + d);
        paint(c, mix(rock, vec3(0.96, 0.98, 1.0), snow), d);
    }
    c = firs(c, layer(0.70) - vec2(0.0, 0.24), 0.13, 0.26, vec3(0.62, 0.76, 0.80), 1);
    vec2 hill = layer(0.6);
    paint(c, vec3(0.93, 0.96, 0.99), hill.y - 0.255 - 0.02 * sin(3.0 * hill.x));
    c = firs(c, layer(0.55) - vec2(0.0, 0.20), 0.30, 0.38, vec3(0.52, 0.69, 0.70), 2);
    vec2 b = layer(0.35);                                         // boards round the ice
    if (b.y < 0.235) {
        c = mix(vec3(0.90, 0.93, 0.96), vec3(0.97, 0.98, 0.99), smoothstep(0.12, 0.235, b.y));
        float panel = fract(b.x * 2.5 + 0.2);
        paint(c, vec3(0.80, 0.85, 0.90), (abs(panel - 0.5) < 0.495 ? 1.0 : -1.0) * 0.001);
        vec3 ink = mix(vec3(0.62, 0.76, 0.90), vec3(0.92, 0.68, 0.62), step(0.5, rnd(int(floor(b.x * 2.5 + 0.2)), 5)));
        paint(c, ink, box(vec2((panel - 0.5) / 2.5, b.y - 0.175), vec2(0.12, 0.022), 0.01), 0.8);
    }
    paint(c, vec3(0.88, 0.58, 0.52), abs(b.y - 0.235) - 0.008);
    vec2 i = layer(0.25);                                         // ice
    if (i.y < 0.115) {
        vec2 mirror = vec2(i.x, 0.23 - i.y);
        c = mix(vec3(0.82, 0.92, 0.98), vec3(0.92, 0.97, 1.0), smoothstep(-0.2, 0.115, i.y));
        float scratch = noise(vec2(i.x * 7.0 + 30.0 * i.y, i.y * 260.0));
        c += 0.05 * smoothstep(0.72, 0.95, scratch);
        paint(c, vec3(0.66, 0.78, 0.92), abs(i.y - 0.055) - 0.008, 0.6);
        paint(c, vec3(0.93, 0.66, 0.62), abs(i.x + 3.0 * (i.y - 0.05) * i.x) - 0.012, 0.55);
    }
    paint(c, vec3(0.78, 0.84, 0.90), abs(i.y - 0.115) - 0.006);
    vec2 f = layer(0.3);                                          // flags on a line
    for (int r = 0; r < 2; r++) {
        float u = fract(f.x * 0.75 + 0.4 * float(r) + 0.3 * seed()) - 0.5;
        float y = 0.90 + 0.08 * float(r) - 0.10 * (1.0 - 4.0 * u * u) + 0.005 * sin(1.1 * now() + 3.0 * f.x);
        float k = floor(f.x * 12.0);
        vec2 q = vec2((fract(f.x * 12.0) - 0.5) / 12.0, f.y - y + 0.027);
        q.x += 0.16 * (q.y - 0.027) * sin(2.2 * now() + 1.3 * k + float(r));
        vec3 ink = rnd(int(k), r) < 0.34 ? vec3(0.93, 0.60, 0.54) : rnd(int(k), r) < 0.67 ? vec3(0.97, 0.86, 0.58) : vec3(0.56, 0.72, 0.90);
        paint(c, ink, wedge(vec2(q.x, -q.y), vec2(0.028, 0.027)));
        paint(c, vec3(0.62, 0.66, 0.74), abs(f.y - y) - 0.0024);
    }
    for (int k = 0; k < 3; k++) {                                 // snow, nearer and nearer
        vec2 p = layer(0.5 - 0.2 * float(k));
        float size = 0.05 + 0.05 * float(k);
        p += vec2(0.03 * sin(0.5 * now() + 4.0 * p.y + float(k)), (0.07 + 0.05 * float(k)) * now());
        vec2 q = p / size;
        ivec2 n = ivec2(floor(q));
        vec2 at = 0.2 + 0.6 * vec2(rnd(n.x, n.y + 60 * k), rnd(n.x + 40, n.y));
        float r = (0.0040 + 0.0022 * float(k)) * (0.5 + rnd(n.x + 9, n.y));
        c = mix(c, vec3(1.0), 0.85 * (1.0 - smoothstep(0.6 * r, 1.2 * r, size * length(fract(q) - at))));
    }
    return c;
}
