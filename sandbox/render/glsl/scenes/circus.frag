// Inside the big top: canvas in stripes from the mast, strings of bulbs that sway, wandering spotlights.

vec3 bulbs(vec3 c, vec2 p, float high, float sag, int row) {
    float n = 11.0, u = fract(p.x * 0.55 + 0.5);
    float y = high - sag * (1.0 - pow(abs(u - 0.5) * 2.0, 2.0)) + 0.006 * sin(0.8 * now() + 4.0 * p.x + float(row));
    paint(c, vec3(0.45, 0.33, 0.30), abs(p.y - y) - 0.0025);
    float cell = 0.55 * n, k = floor(p.x * cell);
    float at = (k + 0.5) / cell, v = fract(at * 0.55 + 0.5);
    float hang = high - sag * (1.0 - pow(abs(v - 0.5) * 2.0, 2.0)) + 0.006 * sin(0.8 * now() + 4.0 * at + float(row));
    vec2 b = p - vec2(at + 0.006 * sin(1.1 * now() + 3.0 * k), hang - 0.022);
    float glow = 0.75 + 0.25 * sin(1.7 * now() + 2.1 * k + float(row));
    c += vec3(0.32, 0.22, 0.10) * glow * exp(-26.0 * length(b));
    paint(c, mix(vec3(0.98, 0.84, 0.52), vec3(1.0, 0.97, 0.84), glow), disc(b, 0.012));
    return c;
}
vec3 scene() {
    vec2 w = layer(0.5), mast = vec2(0.12 * (seed() - 0.5), 1.62);
    vec2 r = w - mast;
    float a = atan(r.x, -r.y), fold = a * 15.0;
    vec3 cream = vec3(0.97, 0.91, 0.78), red = vec3(0.84, 0.45, 0.40);
    if (seed() > 0.5) red = vec3(0.45, 0.55, 0.72);
    float soft = 15.0 * e / max(0.05, length(r));
    vec3 c = mix(cream, red, smoothstep(-soft, soft, sin(fold)));
    c *= 0.90 + 0.12 * cos(fold + 0.6) * 0.5 + 0.10 * smoothstep(0.2, 1.1, w.y);
    // the rim where the roof meets the wall: scallops
    float rim = 0.60 - 0.05 * w.x * w.x;
    float scallop = rim - 0.035 * abs(sin(w.x * 17.0));
    if (w.y < rim) {
        float stripe = sin(w.x * 24.0);
        c = mix(cream * 0.95, red * 0.97, smoothstep(-24.0 * e, 24.0 * e, stripe)) * (0.86 + 0.10 * cos(w.x * 24.0 + 0.7));
    }
    blur(c, vec3(0.45, 0.25, 0.24), abs(w.y - scallop + 0.012) - 0.01, 0.02, 0.35);
    if (w.y < rim + 0.03 && w.y > scallop) c = mix(vec3(0.93, 0.76, 0.42), vec3(0.86, 0.66, 0.34), smoothstep(0.0, 0.05, w.y - scallop));
    // the public: heads behind the ring's fence
    vec2 s = layer(0.4);
    for (int row = 2; row >= 0; row--) {
        float pitch = 0.062 - 0.006 * float(row), k = floor(s.x / pitch + 0.5 * float(row));
        vec2 h = vec2((fract(s.x / pitch + 0.5 * float(row)) - 0.5) * pitch, s.y - 0.20 - 0.060 * float(row));
        h.y -= 0.010 * rnd(int(k), row) + 0.004 * sin(1.5 * now() + 6.0 * rnd(int(k), row + 8));
        vec3 ink = mix(vec3(0.66, 0.47, 0.44), vec3(0.60, 0.50, 0.58), rnd(int(k), row + 3)) * (1.0 + 0.10 * float(row));
        paint(c, ink, min(disc(h, 0.021), box(h + vec2(0.0, 0.06), vec2(0.028, 0.042), 0.02)));
    }
    // the ring
    vec2 f = layer(0.25);
    float fence = 0.155;
    if (f.y < fence) {
        c = mix(vec3(0.80, 0.40, 0.36), vec3(0.88, 0.50, 0.44), f.y / fence);
        if (seed() > 0.5) c = c.bgr;
        float star = length(vec2((fract(f.x * 5.0) - 0.5) / 5.0, f.y - 0.085)) - 0.03;
        paint(c, vec3(0.96, 0.85, 0.58), star);
    }
    paint(c, vec3(0.96, 0.86, 0.62), abs(f.y - fence) - 0.010);
    if (f.y < 0.02) c = mix(vec3(0.86, 0.72, 0.50), vec3(0.80, 0.64, 0.42), noise(f * 60.0));
    // poles
    float pole = abs(abs(w.x - mast.x) - 0.62) - 0.012;
    paint(c, mix(vec3(0.95, 0.90, 0.80), vec3(0.80, 0.44, 0.40), smoothstep(-0.1, 0.1, sin(70.0 * (w.y + 0.3 * w.x)))), max(pole, -w.y + 0.15));
    c = bulbs(c, layer(0.3), 0.93, 0.11, 0);
    c = bulbs(c, layer(0.2) + vec2(0.9, 0.0), 1.01, 0.14, 1);
    // spotlights
    for (int i = 0; i < 2; i++) {
        vec2 from = vec2(i == 0 ? -0.75 : 0.75, 1.12);
        float aim = (i == 0 ? 0.55 : -0.50) + 0.16 * sin(0.35 * now() + 2.0 * float(i));
        vec2 p = spin(layer(0.15) - from, -aim);
        float wide = 0.02 - 0.16 * p.y;
        float beam = (1.0 - smoothstep(0.5 * wide, wide, abs(p.x))) * smoothstep(0.0, -0.1, p.y) * smoothstep(-1.5, -0.3, p.y);
        c = mix(c, vec3(1.0, 0.98, 0.88), 0.20 * beam);
        c += 0.25 * beam * motes(layer(0.1), 0.10, 0.008, 0.004);
    }
    return c;
}
