// Tools for the shaders of scenes. Lengths are in heights of the level: the middle of its floor is (0, 0), its top y = 1.

in vec2 world;
out vec4 colour;
float e;                                                         // size of a pixel

// Coordinates on a layer, 0 as near as the parts to 1 infinitely far: far ones move along with the view.
vec2 layer(float far) {
    vec2 moved = far * scene_.y * (view.xy - 0.5 * level.xy);
    return (world - moved - vec2(0.5 * level.x, 0.0)) / level.y;
}
float now() { return scene_.x; }                                 // s
float seed() { return scene_.z; }                                // of the level, 0 to 1
float rnd(int n, int m) { return hash(ivec2(n + 977, m + 31)); } // random number, 0 to 1
vec2 spin(vec2 p, float a) { float c = cos(a), s = sin(a); return vec2(c * p.x - s * p.y, s * p.x + c * p.y); }

float disc(vec2 p, float r) { return length(p) - r; }
float box(vec2 p, vec2 b, float r) {
    vec2 w = abs(p) - (b - r);
    return length(max(w, 0.0)) + min(max(w.x, w.y), 0.0) - r;
}
float stroke(vec2 p, vec2 a, vec2 b, float r) {
    vec2 w = p - a, v = b - a;
    return length(w - v * clamp(dot(w, v) / dot(v, v), 0.0, 1.0)) - r;
}
float oval(vec2 p, vec2 r) { return (length(p / r) - 1.0) * min(r.x, r.y); }
float wedge(vec2 p, vec2 b) {                                    // a triangle, its tip at the top, b half its size
    vec2 w = vec2(abs(p.x), p.y);
    return max(dot(w - vec2(0.0, b.y), normalize(vec2(2.0 * b.y, b.x))), -b.y - p.y);
}
float clouds(vec2 p) {                                           // four octaves, 0 to 1
    float v = 0.0, a = 0.53;
    for (int i = 0; i < 4; i++) { v += a * noise(p); p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.7; a *= 0.5; }
    return v;
}
void paint(inout vec3 c, vec3 ink, float d) { c = mix(c, ink, clamp(0.5 - d / e, 0.0, 1.0)); }
void paint(inout vec3 c, vec3 ink, float d, float share) { c = mix(c, ink, share * clamp(0.5 - d / e, 0.0, 1.0)); }
void blur(inout vec3 c, vec3 ink, float d, float wide, float share) {
    c = mix(c, ink, share * (1.0 - smoothstep(-wide, wide, d)));
}
// Fades out lines that are thinner than two pixels.
float seen_at(float wave) { return smoothstep(1.0, 3.0, wave / e); }

// Specks that hang in the air and sink slowly, in cells of this size: how bright they are here.
float motes(vec2 p, float cell, float fall, float r) {
    float v = 0.0;
    for (int k = 0; k < 2; k++) {
        float size = cell * (1.0 + 0.6 * float(k));
        vec2 q = p / size + vec2(0.03 * now() * (k == 0 ? 1.0 : -0.7), fall * now() / size);
        ivec2 i = ivec2(floor(q));
        vec2 at = 0.2 + 0.6 * vec2(rnd(i.x, i.y + 9 * k), rnd(i.x + 51, i.y));
        at += 0.12 * vec2(sin(0.7 * now() + 9.0 * at.y), cos(0.5 * now() + 7.0 * at.x));
        v += (1.0 - smoothstep(0.4 * r, r, size * length(fract(q) - at))) * (0.4 + 0.6 * rnd(i.x + 7, i.y + 3));
    }
    return v;
}
// A bird or butterfly: two arcs that beat, about as wide as r.
float wings(vec2 p, float r, float beat) {
    p.x = abs(p.x);
    return abs(p.y - beat * p.x * (1.0 - 0.45 * p.x / r) + 0.1 * r) - 0.09 * r * clamp(1.3 - p.x / r, 0.0, 1.0)
         + max(0.0, p.x - r) * 4.0;
}
