vec2 to_world(vec2 p) { return vec2(axis.x * p.x - axis.y * p.y, axis.y * p.x + axis.x * p.y); }

vec3 lit(Surface s, vec3 normal) {
    float facing = dot(normal, LIGHT);
    float diffuse = 0.66 + 0.46 * max(facing, 0.0) - 0.24 * max(-facing, 0.0);
    vec3 thrown = reflect(-LIGHT, normal);
    float shine = s.gloss * pow(max(thrown.z, 0.0), s.tight);
    // A bright room: sky above, a dark horizon a little below the middle, and the paper's blue from below.
    float up = reflect(vec3(0.0, 0.0, -1.0), normal).y;
    vec3 room = mix(vec3(0.10, 0.12, 0.15), vec3(-0.10), smoothstep(-0.75, -0.12, up));
    room = mix(room, vec3(0.13, 0.14, 0.15), smoothstep(-0.12, 0.65, up));
    room *= s.mirror * min(1.0, 2.0 * length(normal.xy));
    return s.base * (diffuse + room) + 0.25 * max(room, 0.0) + shine + s.light;
}

void main() {
    vec3 to = distance_();
    float d = to.x, edge = clamp(0.5 - d / px, 0.0, 1.0);
    int material = int(shape_form.w + 0.5);
    float seed = shape_look.x;
    bool glows = material == 8 && state > 0.0;
    if (edge <= 0.0 && !glows) discard;

    Surface s = Surface(shape_tint.rgb, 0.15, 12.0, vec2(0.0), vec3(0.0), 0.0);
    vec2 q = local;
    if (material == 0) wood(s, q, seed);
    else if (material == 1) metal(s, q, seed);
    else if (material == 2) rubber(s, q, seed);
    else if (material == 3) stone(s, q, seed);
    else if (material == 4) felt(s, q, seed);
    else if (material == 5) leather(s, q, seed);
    else if (material == 6) cloth(s, q, seed);
    else if (material == 7) plastic(s, q);
    else if (material == 8) glow(s, q, clamp(state, 0.0, 1.0));
    else belt(s, q, seed, d, material == 9 ? state : -state);

    vec3 normal;
    if (shape_ball.z > 0.0 || shape_ball.z < -1.5) {
        vec2 w = to_world(shape_ball.z > 0.0 ? (q - shape_ball.xy) / shape_ball.z : 0.97 * q / shape_size.xy);
        float rr = dot(w, w);
        normal = normalize(vec3(w + to_world(s.dent), sqrt(max(0.0, 1.0 - rr)) + 0.08));
        s.base *= 1.0 - 0.26 * rr * rr;                         // a ball's rim turns away
    } else {
        float slope = shape_ball.z < 0.0 ? 0.0 : 1.0 - clamp(-d / shape_size.w, 0.0, 1.0);
        normal = normalize(vec3(to_world(to.yz * slope * slope * 1.35 + s.dent), 1.0));
    }
    vec3 c = lit(s, normal);
    if (scene_.w > 0.0) c = (c - s.light) * falling(world, normal.y) + s.light;

    float line = shape_look.y * px * ui * clamp(pow(0.0033 / px, 0.4), 0.7, 1.9);
    float inside = clamp(0.5 - (d + line) / px, 0.0, 1.0);
    c = mix(mix(s.base * vec3(0.27, 0.255, 0.26), outline_.rgb, outline_.w), c, shape_look.y > 0.0 ? inside : 1.0);

    float alpha = edge * shape_tint.a;
    if (shape_look.w > 2.5) {                                   // of another run: a tinted film with a firm rim
        float rim = clamp(1.0 - (-d) / (2.6 * px * ui), 0.0, 1.0);
        c = mix(mix(c, vec3(0.42, 0.30, 0.78), 0.62), vec3(0.30, 0.16, 0.66), rim);
        alpha *= mix(0.30, 0.85, rim);
    } else if (shape_look.w > 0.5) {                            // not there yet: only a plan
        bool refused = shape_look.w > 1.5;
        float stripe = abs(fract((world.x + world.y) / px / ui / 11.0) - 0.5) * 11.0;
        float hatch = clamp(stripe - 2.4, 0.0, 1.0);
        c = refused ? mix(mix(c, refused_.rgb, 0.62), hatching_.rgb, 0.80 * hatch)
                    : mix(c, vec3(0.97, 0.985, 1.0), 0.28);
        alpha *= refused ? 0.80 : 0.66;
    }
    vec3 around = vec3(0.0);
    if (glows) around = shape_tint.rgb * clamp(state, 0.0, 1.0) * 0.55 * exp(-max(d, 0.0) / 0.026)
                      * smoothstep(0.10, 0.05, d) * (1.0 - edge);
    colour = vec4(c * alpha + around, alpha);
}
