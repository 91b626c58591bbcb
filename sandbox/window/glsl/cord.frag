vec3 rope(float r) {
    float lay = along.x + along.y * 1.1;                         // strands wind around the cord
    float strand = abs(fract(lay / (3.4 * r)) - 0.5) * 2.0;
    float roundness = 1.0 - pow(min(abs(along.y) / r, 1.0), 2.0);
    float fibre = noise(vec2(lay * 900.0, along.y * 500.0 + cord_mark.y)) - 0.5;
    vec3 c = cord_tint.rgb * (0.62 + 0.42 * smoothstep(0.0, 0.75, strand) * seen(3.4 * r));
    c += cord_tint.rgb * 0.16 * (1.0 - seen(3.4 * r));
    return c * (0.66 + 0.40 * sqrt(roundness)) * (1.0 + 0.12 * fibre * seen(0.002));
}
vec3 wire(float r) {
    float high = along.y / r;
    vec3 c = mix(cord_tint.rgb, min(cord_tint.rgb * 1.25 + vec3(0.35, 0.33, 0.22), 1.0), lit > 0.5 ? 0.8 : 0.0);
    return c * (0.86 - 0.34 * high * high) + 0.22 * exp(-8.0 * (high - 0.35) * (high - 0.35));
}
void main() {
    float r = cord_cord.y;
    bool is_rope = cord_cord.x < 0.5;
    vec2 from_end = vec2(min(along.x, whole - along.x), along.y);
    // A rope ends in a knot, a wire in a plug.
    float tie = is_rope ? length(from_end - vec2(0.6 * r, 0.0)) - 2.05 * r
                        : length(vec2(max(abs(from_end.x) - 1.2 * r, 0.0), from_end.y)) - 2.0 * r;
    float d = min(to_cord(r), tie);
    vec3 c = is_rope ? rope(r) : wire(r);
    if (tie < 0.0) {
        float k = clamp(-tie / (2.0 * r), 0.0, 1.0);
        c = is_rope ? cord_tint.rgb * (0.55 + 0.5 * k) * (0.86 + 0.28 * seen(2.0 * r) * abs(fract(
                (from_end.x * 0.8 - from_end.y) / (1.5 * r)) - 0.5))
                    : mix(vec3(0.17, 0.18, 0.21), cord_tint.rgb, smoothstep(0.35, 0.55, k));
    }
    float line = min(1.1 * px * ui, 0.45 * r);
    c = mix(cord_tint.rgb * vec3(0.25, 0.22, 0.20), c, clamp(0.5 - (d + line) / px, 0.0, 1.0));
    float a = clamp(0.5 - d / px, 0.0, 1.0) * cord_tint.a;
    if (cord_cord.w > 0.5) {
        bool refused = cord_cord.w > 1.5;
        float gap = refused ? smoothstep(0.25, 0.35, abs(fract(along.x / px / ui / 16.0) - 0.5)) : 0.0;
        c = mix(c, refused ? vec3(0.85, 0.16, 0.13) : vec3(0.97), refused ? 0.8 : 0.25);
        a *= (refused ? 0.95 : 0.72) * (1.0 - gap);
    }
    vec4 under = vec4(0.0);
    if (cord_mark.x > 0.5) {
        float far = to_cord(r) / px / ui;
        float ring = clamp((cord_mark.x > 1.5 ? 4.4 : 3.2) - far, 0.0, 1.0);
        vec3 tone = cord_mark.x > 1.5 ? vec3(0.07, 0.42, 0.93) : vec3(0.30, 0.62, 0.96);
        under = vec4(mix(tone, vec3(1.0), clamp(1.9 - far, 0.0, 1.0)) * ring, ring);
    } else if (!is_rope && lit > 0.5) {
        float far = max(to_cord(r), 0.0) / px / ui;
        under = vec4(cord_tint.rgb * 0.65 * exp(-far / 2.2) * clamp(6.5 - far, 0.0, 1.0), 0.0);
    }
    if (a <= 0.0 && under == vec4(0.0)) discard;
    colour = vec4(c * a, a) + under * (1.0 - a);
}
