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
vec3 rod(float high) {
    return cord_tint.rgb * (1.02 - 0.42 * high * high) + 0.30 * exp(-14.0 * (high - 0.4) * (high - 0.4));
}
vec3 coil(float r) {
    float turn = coil_turn(r), front = 0.5 + 0.5 * cos(turn);   // what runs up is in front
    return cord_tint.rgb * (0.50 + 0.50 * front) + 0.25 * front * exp(-9.0 * (along.y / r - 0.2) * (along.y / r - 0.2));
}
vec3 glue(float r) {
    float high = along.y / r;
    return cord_tint.rgb * (1.0 - 0.25 * high * high) + 0.30 * exp(-10.0 * (high - 0.45) * (high - 0.45));
}
vec3 belt(float r) {
    float mark = abs(fract((along.x + lit) / 0.06) - 0.5) * 2.0;   // BELT_MARKS
    float tooth = abs(fract((along.x + lit) / 0.012) - 0.5) * 2.0;
    vec3 c = cord_tint.rgb * (0.85 + 0.3 * smoothstep(0.3, 0.7, tooth) * seen(0.012));
    return mix(c, vec3(0.93, 0.76, 0.34), smoothstep(0.80, 0.86, mark) * step(abs(along.y), 0.55 * r));
}
float end_of(float form, vec2 from_end, float r) {
    if (form < 0.5) return length(from_end - vec2(0.6 * r, 0.0)) - 2.05 * r;
    if (form < 1.5) return length(vec2(max(abs(from_end.x) - 1.2 * r, 0.0), from_end.y)) - 2.0 * r;
    if (form < 2.5) return length(from_end) - 1.75 * r;
    if (form < 3.5) return length(from_end) - 0.45 * r;
    return form < 4.5 ? length(from_end) - 1.7 * r : 1.0;
}
vec3 body_of(float form, float r) {
    return form < 0.5 ? rope(r) : form < 1.5 ? wire(r) : form < 2.5 ? rod(along.y / r) : form < 3.5 ? coil(r) : form < 4.5 ? glue(r) : belt(r);
}
void main() {
    float r = cord_cord.y, form = cord_cord.x;
    bool is_rope = form < 0.5, is_wire = form > 0.5 && form < 1.5;
    float from_a = cord_mark.z < 1.5 ? along.x : 1e3;             // what goes on in another piece has no end there
    float from_b = cord_mark.z < 0.5 || (cord_mark.z > 1.5 && cord_mark.z < 2.5) ? whole - along.x : 1e3;
    vec2 from_end = vec2(min(from_a, from_b), along.y);
    // A rope ends in a knot, a wire in a plug, a rod in a bolted eye, a spring in a hook, glue in a drop.
    float tie = end_of(form, from_end, r);
    float d = min(to_cord(r), tie);
    vec3 c = body_of(form, r);
    if (form > 1.5 && form < 3.5 && tie < 0.0) {
        float eye = length(from_end) / (r * (form < 2.5 ? 1.75 : 0.45));
        c = mix(cord_tint.rgb * 0.42, rod(eye * 0.9 - 0.2 * from_end.y / r), smoothstep(0.34, 0.5, eye));
    } else if ((is_rope || is_wire) && tie < 0.0) {
        float k = clamp(-tie / (2.0 * r), 0.0, 1.0);
        c = is_rope ? cord_tint.rgb * (0.55 + 0.5 * k) * (0.86 + 0.28 * seen(2.0 * r) * abs(fract(
                (from_end.x * 0.8 - from_end.y) / (1.5 * r)) - 0.5))
                    : mix(vec3(0.17, 0.18, 0.21), cord_tint.rgb, smoothstep(0.35, 0.55, k));
    }
    if (scene_.w > 0.0 && !(is_wire && lit > 0.5)) c *= falling(world, 0.0);
    float line = min(1.1 * px * ui, 0.45 * r);
    c = mix(mix(cord_tint.rgb * vec3(0.25, 0.22, 0.20), outline_.rgb, outline_.w), c, clamp(0.5 - (d + line) / px, 0.0, 1.0));
    float a = clamp(0.5 - d / px, 0.0, 1.0) * cord_tint.a * (form > 3.5 && form < 4.5 ? 0.82 : 1.0);
    if (cord_cord.w > 2.5) {
        c = mix(c, vec3(0.36, 0.22, 0.72), 0.7);
        a *= 0.5;
    } else if (cord_cord.w > 0.5) {
        bool refused = cord_cord.w > 1.5;
        float gap = refused ? smoothstep(0.25, 0.35, abs(fract(along.x / px / ui / 16.0) - 0.5)) : 0.0;
        c = mix(c, refused ? refused_.rgb : vec3(0.97), refused ? 0.8 : 0.25);
        a *= (refused ? 0.95 : 0.72) * (1.0 - gap);
    }
    vec4 under = vec4(0.0);
    if (cord_mark.x > 0.5) {
        float far = to_cord(r) / px / ui;
        float ring = clamp((cord_mark.x > 1.5 ? 4.4 : 3.2) - far, 0.0, 1.0);
        vec3 tone = cord_mark.x > 1.5 ? selected_.rgb : hovered_.rgb;
        under = vec4(mix(tone, casing_.rgb, clamp(1.9 - far, 0.0, 1.0)) * ring, ring);
    } else if (is_wire && lit > 0.5) {
        float far = max(to_cord(r), 0.0) / px / ui;
        under = vec4(cord_tint.rgb * 0.65 * exp(-far / 2.2) * clamp(6.5 - far, 0.0, 1.0), 0.0);
    }
    if (a <= 0.0 && under == vec4(0.0)) discard;
    colour = vec4(c * a, a) + under * (1.0 - a);
}
