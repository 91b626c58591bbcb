// Integer hashes: the same on every graphics card, and no pattern far from the origin.

float hash(ivec2 p) {
    uint h = uint(p.x) * 1597334673u ^ uint(p.y) * 3812015801u;
    h = (h ^ (h >> 15)) * 2246822519u;
    h = (h ^ (h >> 13)) * 3266489917u;
    return float((h ^ (h >> 16)) >> 8) / 16777216.0;
}
float noise(vec2 p) {
    vec2 f = fract(p);
    ivec2 i = ivec2(floor(p));
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + ivec2(1, 0)), f.x), mix(hash(i + ivec2(0, 1)), hash(i + ivec2(1, 1)), f.x), f.y);
}
float seen(float wave) { return smoothstep(1.5, 4.5, wave / px); }  // of a detail this many metres long
