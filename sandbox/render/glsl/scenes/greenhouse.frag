// Iron arches full of glass under a summer sky; ferns, palms, butterflies.

float leaf(vec2 p, float a, float long_, float wide) {           // from (0, 0), a lens along its middle
    p = spin(p, -a);
    float u = clamp(p.x / long_, 0.0, 1.0);
    p.y += 0.35 * long_ * u * u;
    return max(abs(p.y) - wide * sin(3.1416 * u) * (1.0 - 0.3 * u), max(-p.x, p.x - long_) * 0.5);
}
const float STEP = 2.44 / 9.0, BENT = 0.60, BROAD = 0.27;        // between leaves; how far one leans from its angle
vec3 plant(vec3 c, vec2 p, int n, float size, vec3 ink) {
    // Only the leaves that may be here are looked at. A software renderer runs through all of a branch, not of a loop.
    float turn = atan(p.y, p.x);
    float low = turn - (turn > 1.30 ? BENT : BROAD), high = turn + (turn < 1.84 ? BENT : BROAD);
    int first = max(0, int(ceil((low - 0.385) / STEP - 0.6)));
    int last = dot(p, p) < 1.5 * size * size ? min(8, int(floor((high - 0.315) / STEP))) : -1;
    for (int i = first; i <= last; i++) {
        float a = 0.35 + STEP * (float(i) + 0.6 * rnd(n, i)) + 0.035 * sin(0.7 * now() + float(n) + 1.7 * float(i));
        vec2 q = a > 1.5708 ? vec2(-p.x, p.y) : p;
        float b = a > 1.5708 ? 3.1416 - a : a;
        float d = leaf(q, b, size * (0.75 + 0.4 * rnd(n + 5, i)), 0.055 * size);
        paint(c, ink * (0.90 + 0.2 * rnd(i, n)), d);
    }
    return c;
}
// First and last plant of a row that may reach a point: they are `gap` apart, each up to `play` further to the right.
ivec2 reach(float x, float gap, float play, float size, float y, int last) {
    float r = 1.23 * size;
    return abs(y) < r ? ivec2(max(0, int(ceil((x - r - play) / gap))), min(last, int(floor((x + r) / gap)))) : ivec2(0, -1);
}
vec3 scene() {
    vec2 sky = layer(0.9);
    vec3 c = mix(vec3(0.90, 0.95, 0.94), vec3(0.56, 0.77, 0.91), smoothstep(0.1, 1.2, sky.y));
    vec2 drift = sky + vec2(0.010 * now(), 0.0);
    float v = clouds(drift * vec2(2.2, 4.0) + 13.0 * seed());
    c = mix(c, vec3(1.0), 0.9 * smoothstep(0.48, 0.70, v));
    c = mix(c, vec3(0.84, 0.89, 0.93), 0.4 * smoothstep(0.60, 0.80, v));
    for (int k = 0; k < 2; k++) {                                 // hills and trees outside
        vec2 h = layer(0.8 - 0.1 * float(k));
        float y = 0.34 - 0.09 * float(k) + 0.06 * noise(vec2(h.x * 2.2 + 5.0 * float(k) + 9.0 * seed(), 3.0)) + 0.02 * noise(vec2(h.x * 16.0, 1.0));
        paint(c, mix(vec3(0.74, 0.86, 0.80), vec3(0.67, 0.82, 0.68), float(k)), h.y - y);
    }
    vec2 w = layer(0.45);                                         // the glass
    vec2 pane = vec2(w.x * 6.0, w.y * 5.0);
    float streak = smoothstep(0.75, 0.95, fract(0.35 * pane.x - 0.5 * pane.y + 3.0 * hash(ivec2(floor(pane)))));
    c = mix(c, vec3(1.0), 0.10 + 0.10 * streak);
    vec3 iron = vec3(0.86, 0.92, 0.88);
    float arch = mod(w.x + 0.5, 1.0) - 0.5;
    float bow = length(vec2(arch, max(0.0, w.y - 0.55))) ;
    paint(c, iron, min(abs(fract(pane.x) - 0.5) / 6.0, abs(fract(pane.y) - 0.5) / 5.0) - 0.004, 0.9);
    paint(c, iron * 0.97, w.y > 0.55 ? abs(bow - 0.485) - 0.011 : abs(abs(arch) - 0.485) - 0.011);
    if (w.y > 0.55) {
        float ray = atan(arch, w.y - 0.55);
        paint(c, iron, max(abs(sin(ray * 5.0)) * bow / 5.0 - 0.003, max(0.20 - bow, bow - 0.485)));
        paint(c, iron, abs(bow - 0.20) - 0.005);
    }
    paint(c, iron * 0.98, abs(w.y - 0.55) - 0.009);
    vec2 far = layer(0.35), near = layer(0.2);
    ivec2 row = reach(far.x + 1.0 - 0.2 * seed(), 0.5, 0.25, far.y > 0.11 ? 0.40 : 0.0, far.y - 0.12, 4);
    for (int i = row.x; i <= row.y; i++) {
        vec2 at = vec2(-1.0 + 0.5 * float(i) + 0.25 * rnd(i, 6) + 0.2 * seed(), 0.12);
        c = plant(c, far - at, i, 0.30 + 0.10 * rnd(i, 9), mix(vec3(0.62, 0.79, 0.62), vec3(0.70, 0.82, 0.58), rnd(i, 2)));
    }
    paint(c, vec3(0.82, 0.72, 0.62), far.y - 0.13);               // the bed's wall
    vec2 brick = vec2(far.x * 11.0 + 0.5 * mod(floor(far.y * 28.0), 2.0), far.y * 28.0);
    vec2 joint = abs(fract(brick) - 0.5);
    if (far.y < 0.13) c = mix(mix(vec3(0.82, 0.68, 0.58), vec3(0.86, 0.74, 0.64), hash(ivec2(floor(brick)))), vec3(0.90, 0.85, 0.78), smoothstep(0.40, 0.46, max(joint.x * 1.05, joint.y)));
    paint(c, vec3(0.88, 0.86, 0.80), abs(far.y - 0.135) - 0.012);
    row = reach(near.x + 0.80, 0.85, 0.3, 0.20, near.y - 0.02, 2);
    for (int i = row.x; i <= row.y; i++)
        c = plant(c, near - vec2(-0.80 + 0.85 * float(i) + 0.3 * rnd(i, 8), 0.02), i + 11, 0.20, vec3(0.56, 0.76, 0.56));
    for (int i = 0; i < 3; i++) {                                 // butterflies
        float t = 0.22 * now() + 9.0 * rnd(i, 5);
        vec2 at = vec2(0.65 * sin(t + float(i)) + 0.1 * sin(3.1 * t), 0.55 + 0.20 * sin(1.7 * t + 2.0 * float(i)));
        vec2 p = layer(0.1) - at;
        float open_ = 0.35 + 0.65 * abs(sin(6.0 * now() + float(i)));
        p.x = abs(p.x) / open_;
        vec3 ink = i == 0 ? vec3(0.97, 0.72, 0.42) : i == 1 ? vec3(0.98, 0.95, 0.86) : vec3(0.62, 0.70, 0.92);
        paint(c, ink, min(oval(p - vec2(0.013, 0.008), vec2(0.013, 0.011)), oval(p - vec2(0.010, -0.009), vec2(0.010, 0.008))));
    }
    return c;
}
