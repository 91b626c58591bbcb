// Old timber, great cogwheels that turn, a window, flour that hangs in the light.

float cog(vec2 p, float r, float teeth, float a) {
    p = spin(p, a);
    float l = length(p), b = atan(p.y, p.x);
    float rim = r + 0.035 * clamp(2.2 * sin(b * teeth), -1.0, 1.0) * 0.5;
    float ring = max(l - rim, r - 0.075 - l);
    float k = 6.2831853 / 6.0, s = mod(b, k) - 0.5 * k;
    float spoke = max(abs(l * sin(s)) - 0.017, l - r + 0.05);
    return min(min(ring, spoke), l - 0.07);
}
vec3 wheel(vec3 c, vec2 p, float r, float teeth, float a, vec3 wood) {
    blur(c, vec3(0.50, 0.40, 0.30), cog(p - vec2(0.025, -0.035), r, teeth, a), 0.022, 0.45);
    float grain = noise(spin(p, a) * vec2(30.0, 130.0));
    paint(c, wood * (0.94 + 0.12 * grain), cog(p, r, teeth, a));
    paint(c, wood * 0.80, abs(length(p) - r + 0.072) - 0.004);
    paint(c, vec3(0.52, 0.50, 0.48), disc(p, 0.03));
    return c;
}
vec3 timber(vec3 c, vec2 p, float d, vec3 wood) {
    blur(c, vec3(0.48, 0.38, 0.28), d - 0.004, 0.016, 0.35);
    paint(c, wood * (0.92 + 0.14 * noise(p)), d);
    return c;
}
vec3 scene() {
    vec2 w = layer(0.5);
    vec2 stone = vec2(w.x * 5.0 + 0.5 * mod(floor(w.y * 10.0), 2.0), w.y * 10.0);   // plastered masonry
    float stain = clouds(w * 4.0 + 7.0 * seed());
    vec3 c = mix(vec3(0.88, 0.81, 0.68), vec3(0.94, 0.88, 0.76), stain);
    vec2 joint = abs(fract(stone) - 0.5);
    float bare = smoothstep(0.56, 0.66, clouds(w * 2.3 + 3.0 + 9.0 * seed()));
    vec3 block = mix(vec3(0.78, 0.70, 0.60), vec3(0.84, 0.75, 0.63), hash(ivec2(floor(stone))));
    block = mix(block, vec3(0.90, 0.84, 0.74), smoothstep(0.42, 0.46, max(joint.x, joint.y)));
    c = mix(c, block, bare);
    float side = seed() > 0.5 ? 1.0 : -1.0;
    vec2 p = w - vec2(0.60 * side, 0.62);                 // window
    paint(c, vec3(0.66, 0.54, 0.40), box(p, vec2(0.13, 0.16), 0.01));
    vec3 out_ = mix(vec3(0.98, 0.96, 0.86), vec3(0.82, 0.90, 0.94), smoothstep(-0.1, 0.15, p.y));
    out_ = mix(out_, vec3(0.74, 0.80, 0.58), 1.0 - smoothstep(-0.09, -0.08, p.y - 0.02 * sin(9.0 * layer(0.8).x)));
    paint(c, out_, box(p, vec2(0.11, 0.14), 0.004));
    paint(c, vec3(0.66, 0.54, 0.40), min(abs(p.x), abs(p.y - 0.01)) - 0.006 + max(0.0, box(p, vec2(0.11, 0.14), 0.0)) * 9.0);
    float turn = 0.22 * now();
    vec3 oak = vec3(0.74, 0.60, 0.43);
    vec2 g = layer(0.4);
    vec2 big = vec2(-0.26 * side, 0.54), small = big + 0.50 * vec2(side * cos(0.75), sin(0.75));
    c = timber(c, g.yx * vec2(120.0, 9.0), abs(g.y - big.y) - 0.028, vec3(0.68, 0.55, 0.40));       // the shaft's beam
    c = wheel(c, g - small, 0.165, 11.0, -turn * 2.0 + 0.25, oak * vec3(0.94, 0.93, 0.92));
    c = wheel(c, g - big, 0.33, 22.0, turn, oak);
    vec2 b = layer(0.3);                                          // frame
    vec3 beam = vec3(0.66, 0.52, 0.37);
    float post = abs(abs(b.x) - 0.86) - 0.045;
    float brace = max(abs(abs(abs(b.x) - 0.86) + b.y - 0.93) * 0.7071 - 0.025, 0.55 - b.y);
    c = timber(c, vec2(b.x * 130.0, b.y * 9.0), brace, beam);
    c = timber(c, vec2(b.x * 130.0, b.y * 9.0), post, beam);
    c = timber(c, vec2(b.x * 9.0, b.y * 130.0), abs(b.y - 0.955) - 0.045, beam);
    for (int i = 0; i < 4; i++) {                                 // sacks
        vec2 s = b - vec2(side * (0.22 + 0.15 * float(i)), 0.055 + 0.03 * rnd(i, 3));
        vec3 sack = mix(vec3(0.90, 0.84, 0.70), vec3(0.84, 0.76, 0.60), rnd(i, 1));
        paint(c, sack * (1.0 - 0.12 * smoothstep(0.0, 0.07, s.x)), min(box(s, vec2(0.066, 0.085), 0.045), box(s - vec2(0.0, 0.095), vec2(0.03, 0.016), 0.012)));
    }
    if (b.y < 0.0) c = mix(vec3(0.72, 0.57, 0.40), vec3(0.66, 0.51, 0.35), noise(vec2(b.x * 4.0, b.y * 60.0)));
    vec2 d = spin(layer(0.15) - vec2(0.64 * side, 0.74), -0.85 * side);
    float light = (1.0 - smoothstep(0.07, 0.15, abs(d.x))) * smoothstep(0.05, -0.15, d.y) * smoothstep(-1.4, -0.2, d.y);
    c = mix(c, vec3(1.0, 0.96, 0.84), 0.26 * light);
    c += (0.10 + 0.45 * light) * motes(layer(0.05), 0.08, 0.010, 0.0045);
    return c;
}
