// Procedural, in metres. Every detail fades out before it gets smaller than a few pixels, so that nothing shimmers.
const vec3 LIGHT = vec3(-0.424, 0.707, 0.566);  // towards the light: up, left, and to the viewer

struct Surface {
    vec3 base;      // colour before light
    float gloss;    // strength of the highlight
    float tight;    // its sharpness
    vec2 dent;      // slope of small relief
    vec3 light;     // what it gives out by itself
    float mirror;   // how much of the surroundings it reflects
};
bool is_circle() { return shape_form.x < 0.5; }

void wood(inout Surface s, vec2 q, float seed) {
    float ring, board;
    if (is_circle()) {                                          // a round piece shows its end grain
        vec2 w = q + 0.18 * shape_size.x * vec2(cos(seed * 9.0), sin(seed * 9.0));
        float r = length(w) + 0.004 * noise(w * 60.0 + seed * 17.0);
        ring = fract(r * 150.0);
        ring = ring * ring * seen(0.007);
        board = noise(w * 22.0 + seed);
    } else {
        vec2 g = q + vec2(seed * 3.7, seed * 1.3);
        float warp = noise(vec2(g.x * 2.1, g.y * 11.0)) + 0.35 * noise(vec2(g.x * 6.0, g.y * 34.0));
        float y = g.y * 62.0 + warp * 2.6;
        ring = fract(y);
        ring = pow(ring, 2.4) * (1.0 - smoothstep(0.93, 1.0, ring)) * seen(0.010);
        board = noise(vec2(g.x * 1.4, g.y * 15.0 + 5.0));
        float fibre = noise(vec2(g.x * 26.0, g.y * 850.0)) - 0.5;
        float pore = smoothstep(0.76, 0.92, noise(vec2(g.x * 42.0, g.y * 520.0 + 40.0)));
        s.base *= 1.0 + 0.10 * fibre * seen(0.0022) - 0.16 * pore * seen(0.0034);
        s.dent = vec2(0.0, 0.20 * fibre * seen(0.004));
    }
    s.base *= 0.93 + 0.17 * (board - 0.35);
    s.base = mix(s.base, s.base * vec3(0.70, 0.60, 0.50), 0.62 * ring);
    s.gloss = 0.13; s.tight = 9.0;
}

void metal(inout Surface s, vec2 q, float seed) {
    float brush;
    if (is_circle()) {                                          // turned and polished, with a cloudy depth
        float r = length(q);
        float cloud = noise(q * 26.0 + seed * 7.0) + 0.5 * noise(q * 67.0 + seed * 3.0) - 0.75;
        brush = 0.45 * (noise(vec2(r * 1300.0, seed * 31.0)) - 0.5) * seen(0.0024);
        s.base *= 1.0 + 0.26 * cloud * smoothstep(0.02, 0.06, shape_size.x);
        s.gloss = 0.70; s.tight = 46.0; s.mirror = 1.0;
    } else {
        vec2 g = mat2(0.9998, 0.02, -0.02, 0.9998) * q + vec2(seed * 2.3, seed * 5.1);
        brush = (noise(vec2(g.x * 9.0, g.y * 1500.0)) - 0.5) * seen(0.0018)
              + 0.9 * (noise(vec2(g.x * 4.0, g.y * 640.0)) - 0.5) * seen(0.003)
              + 0.5 * (noise(vec2(g.x * 1.3, g.y * 210.0)) - 0.5) * seen(0.008);
        s.base *= 1.0 + 0.10 * (noise(vec2(g.x * 2.1, g.y * 7.0)) - 0.5);
        s.gloss = 0.50; s.tight = 14.0; s.mirror = 0.35;
        s.dent = vec2(0.0, 0.25 * brush);
    }
    s.base *= 1.0 + 0.20 * brush;
}

// How far along the rim of a rounded box a point is, going round clockwise from the left end of its top.
float along(vec2 q, vec2 half_size, float r, out float round_trip) {
    float a = half_size.x - r, b = half_size.y - r, quarter = 1.5707963 * r;
    round_trip = 4.0 * (a + b + quarter);
    vec2 c = clamp(q, vec2(-a, -b), vec2(a, b)), w = q - c;
    float bend = r * atan(abs(w.x), abs(w.y) + 1e-9);           // 0 beside the long sides, a quarter at the ends
    bool top = q.y > 0.0;
    vec2 p = top ? c : -c;
    float past = (top ? w.x : -w.x) < 0.0 ? -bend : bend;
    return p.x + a + past + (past < 0.0 ? p.y - b : past > 0.0 ? b - p.y : 0.0) + (top ? 0.0 : 0.5 * round_trip);
}

void belt(inout Surface s, vec2 q, float seed, float d, float travel) {
    const float TREAD = 0.05;                                   // m, about: the machine's travel starts over each metre
    float trip, at = along(q, shape_size.xy, shape_size.z, trip);
    float treads = max(1.0, round(trip / TREAD));               // a whole number, so there is no seam
    float phase = at / trip * treads - travel / TREAD;
    float soft = 0.75 * px / TREAD, saw = abs(fract(phase) - 0.5);
    float bar = smoothstep(0.25 - soft, 0.25 + soft, saw) * seen(0.5 * TREAD);
    float rim = smoothstep(-px, px, d + 0.40 * shape_size.y);
    s.base *= 0.95 + 0.10 * noise(q * 420.0 + seed * 5.0) * seen(0.004);
    s.base = mix(s.base * 0.45, s.base * (0.72 + 0.95 * bar), rim);
    s.gloss = 0.16; s.tight = 7.0;
}

void rubber(inout Surface s, vec2 q, float seed) {
    s.base *= 0.97 + 0.06 * noise(q * 420.0 + seed * 5.0) * seen(0.004);
    bool painted = shape_ball.z > shape_size.x;                // a hole in a ball does not shine
    bool blown = shape_ball.z < -1.5;
    s.gloss = painted ? 0.06 : blown ? 0.24 : 0.50; s.tight = blown ? 9.0 : 30.0;
}

void stone(inout Surface s, vec2 q, float seed) {
    vec2 g = q + vec2(seed * 3.1, seed * 7.7);
    vec2 h = mat2(0.80, 0.60, -0.60, 0.80) * g, k = mat2(0.53, -0.85, 0.85, 0.53) * g;  // hides the lattice
    float blotch = 0.50 * noise(g * 29.0) + 0.32 * noise(h * 71.0 + 9.0) * seen(0.012) + 0.20;
    float grit = 0.6 * noise(k * 330.0) + 0.4 * noise(h * 570.0) - 0.5;
    float speck = smoothstep(0.70, 0.92, 0.62 * noise(h * 190.0 + 31.0) + 0.38 * noise(k * 420.0)) * seen(0.005);
    float chip = smoothstep(0.74, 0.86, 0.6 * noise(k * 120.0 + 77.0) + 0.4 * noise(g * 260.0)) * seen(0.008);
    s.base *= 0.72 + 0.50 * blotch + 0.17 * grit * seen(0.004);
    s.base = mix(s.base, s.base * 0.55, 0.75 * speck);
    s.base = mix(s.base, vec3(0.86, 0.85, 0.82), 0.35 * chip);
    s.dent = 0.40 * seen(0.005) * vec2(noise(h * 240.0 + 3.0) - 0.5, noise(k * 240.0 + 57.0) - 0.5);
    s.gloss = 0.05; s.tight = 6.0;
}

void felt(inout Surface s, vec2 q, float seed) {
    vec2 h = mat2(0.80, 0.60, -0.60, 0.80) * q;
    float fuzz = 0.5 * noise(q * 1100.0 + seed) + 0.5 * noise(h * 760.0) - 0.5;
    float tuft = noise(h * 260.0 + seed * 3.0) - 0.5;
    s.base *= 1.0 + 0.22 * fuzz * seen(0.0018) + 0.13 * tuft * seen(0.006);
    s.dent = 0.30 * seen(0.003) * vec2(fuzz, noise(h * 900.0 + 40.0) - 0.5);
    s.gloss = 0.03; s.tight = 5.0;
}

void leather(inout Surface s, vec2 q, float seed) {
    vec2 h = mat2(0.80, 0.60, -0.60, 0.80) * q;
    float grain = noise(h * 520.0 + seed) - 0.5;
    s.base *= 1.0 + 0.08 * grain * seen(0.004);
    s.dent = 0.12 * seen(0.004) * vec2(grain, noise(h * 520.0 + 77.0) - 0.5);
    s.gloss = 0.26; s.tight = 16.0;
}

void cloth(inout Surface s, vec2 q, float seed) {
    vec2 t = q * 250.0;                                         // threads of 4 mm, over and under
    float over = step(0.5, fract(0.5 * (floor(t.x) + floor(t.y))));
    vec2 f = abs(fract(t) - 0.5);
    float thread = mix(f.x, f.y, over);
    s.base *= 1.0 + seen(0.006) * (0.10 - 0.60 * thread * thread - 0.07 * over);
    s.base *= 0.97 + 0.06 * noise(q * 30.0 + seed * 3.0);
    s.gloss = 0.03; s.tight = 4.0;
}

void plastic(inout Surface s, vec2 q) {
    s.gloss = 0.50; s.tight = 40.0; s.mirror = 0.3;
}

void glow(inout Surface s, vec2 q, float bright) {
    float r = length(q / shape_size.xy);
    s.base = mix(s.base * 0.80, s.base, bright);
    s.light = bright * (0.40 * s.base + vec3(0.55, 0.50, 0.38) * exp(-2.2 * r * r));
    s.gloss = 0.45; s.tight = 26.0; s.mirror = 0.3;
}
