// A storm by night: rolling clouds, waves, a lighthouse whose beam goes round, rain from the left.

vec3 waves(vec3 c, vec2 p, float at, float high, float pace, vec3 ink, vec3 foam, int n) {
    float x = p.x + pace * now();
    float y = at + high * (0.6 * sin(7.0 * x + float(n)) + 0.4 * sin(13.0 * x - 0.8 * now() + 2.0 * float(n))) + 0.35 * high * noise(vec2(x * 24.0, 0.3 * now()));
    paint(c, ink * (1.0 + 0.35 * smoothstep(0.10, 0.0, y - p.y)), p.y - y);
    paint(c, foam, abs(p.y - y + 0.004) - 0.0055 * (0.3 + noise(vec2(x * 30.0, 2.0))), 0.75);
    float streak = noise(vec2(x * 9.0, (p.y - y) * 70.0));
    if (p.y < y) c = mix(c, foam, 0.20 * smoothstep(0.66, 0.86, streak));
    return c;
}
vec3 scene() {
    vec2 sky = layer(0.93);
    float roll = clouds(vec2(sky.x * 1.7 + 0.035 * now(), sky.y * 3.2 - 0.01 * now()) + 9.0 * seed());
    float tear = clouds(vec2(sky.x * 3.1 + 0.06 * now(), sky.y * 5.0) + 4.0);
    vec3 c = mix(vec3(0.25, 0.31, 0.38), vec3(0.12, 0.16, 0.22), smoothstep(0.25, 1.15, sky.y));
    c = mix(c, vec3(0.33, 0.40, 0.46), 0.8 * smoothstep(0.40, 0.75, roll));
    c = mix(c, vec3(0.11, 0.14, 0.19), 0.6 * smoothstep(0.45, 0.72, tear));
    float side = seed() > 0.5 ? -1.0 : 1.0;
    vec2 l = layer(0.62) - vec2(0.52 * side, 0.30);               // the lighthouse
    vec2 lamp = vec2(0.0, 0.50);
    float a = 0.55 * now() + 2.2, face = cos(a), aim = sin(a);
    for (int k = 0; k < 2; k++) {                                 // its beam, seen from the side
        vec2 p = l - lamp;
        float way = k == 0 ? 1.0 : -1.0;
        p.x *= way * sign(aim + 1e-4);
        float wide = 0.012 + 0.16 * max(0.0, p.x);
        float beam = (1.0 - smoothstep(0.2 * wide, wide, abs(p.y - 0.04 * p.x))) * smoothstep(0.0, 0.02, p.x);
        c += vec3(0.62, 0.58, 0.42) * beam * abs(aim) * exp(-0.9 * max(0.0, p.x)) * (k == 0 ? 1.1 : 0.8) * (0.75 + 0.35 * roll);
    }
    c = waves(c, layer(0.80), 0.335, 0.010, 0.03, vec3(0.17, 0.23, 0.29), vec3(0.42, 0.49, 0.54), 1);
    float cliff = l.y + 0.9 * abs(l.x) - 0.10 - 0.08 * noise(l * 9.0) - 0.03 * noise(l * 31.0);
    paint(c, mix(vec3(0.15, 0.18, 0.22), vec3(0.23, 0.26, 0.30), noise(vec2(l.x * 22.0, l.y * 14.0))), cliff);
    float slim = 0.075 - 0.055 * l.y;
    float tower = max(abs(l.x) - slim, max(0.02 - l.y, l.y - 0.46));
    vec3 coat = mix(vec3(0.60, 0.62, 0.64), vec3(0.55, 0.22, 0.22), step(0.5, fract(l.y * 5.6)));
    paint(c, coat * (0.62 + 0.55 * smoothstep(slim, -slim, l.x * side)), tower);
    paint(c, vec3(0.13, 0.15, 0.19), box(l - vec2(0.0, 0.463), vec2(0.066, 0.008), 0.002));
    paint(c, mix(vec3(0.55, 0.50, 0.34), vec3(1.0, 0.95, 0.75), 0.5 + 0.5 * face), box(l - lamp, vec2(0.036, 0.032), 0.004));
    paint(c, vec3(0.13, 0.15, 0.19), min(abs(abs(l.x) - 0.018) - 0.003 + max(0.0, abs(l.y - lamp.y) - 0.032) * 9.0, wedge(l - vec2(0.0, 0.560), vec2(0.052, 0.030))));
    c += vec3(0.60, 0.54, 0.36) * exp(-9.0 * length(l - lamp)) * (0.45 + 0.55 * max(0.0, face));
    paint(c, vec3(0.95, 0.80, 0.46), min(box(l - vec2(0.0, 0.15), vec2(0.010, 0.016), 0.006), box(l - vec2(0.0, 0.31), vec2(0.009, 0.014), 0.006)));
    vec2 b = layer(0.66) - vec2(-0.36 * side, 0.315);             // a ship that pitches
    b = spin(b, 0.14 * sin(0.8 * now()));
    b.y -= 0.012 * sin(0.8 * now() + 1.0);
    paint(c, vec3(0.10, 0.12, 0.16), max(max(-b.y - 0.03, b.y - 0.018), abs(b.x) - 0.085 - 0.6 * b.y));
    paint(c, vec3(0.10, 0.12, 0.16), min(box(b - vec2(-0.03, 0.035), vec2(0.025, 0.022), 0.002), box(b - vec2(0.02, 0.05), vec2(0.009, 0.035), 0.002)));
    paint(c, vec3(0.95, 0.78, 0.44), box(b - vec2(-0.03, 0.038), vec2(0.014, 0.006), 0.001));
    c = waves(c, layer(0.60), 0.265, 0.020, 0.05, vec3(0.15, 0.21, 0.26), vec3(0.46, 0.53, 0.57), 2);
    c = waves(c, layer(0.48), 0.185, 0.026, 0.07, vec3(0.13, 0.18, 0.23), vec3(0.50, 0.57, 0.60), 3);
    c = waves(c, layer(0.35), 0.085, 0.030, 0.10, vec3(0.11, 0.155, 0.20), vec3(0.54, 0.60, 0.63), 4);
    for (int k = 0; k < 2; k++) {                                 // rain
        vec2 p = spin(layer(0.3 - 0.2 * float(k)), -0.22);
        p.y += (1.15 + 0.5 * float(k)) * now();
        vec2 size = vec2(0.028, 0.24) * (1.0 + 0.6 * float(k)), q = p / size;
        q.y += rnd(int(floor(q.x)), 3 + k);
        ivec2 i = ivec2(floor(q));
        float x = abs(fract(q.x) - 0.2 - 0.6 * rnd(i.x, i.y + 20 * k)) * size.x, y = fract(q.y);
        float drop = (1.0 - smoothstep(0.0006, 0.0012 + e, x)) * smoothstep(0.30, 0.42, y) * smoothstep(0.75, 0.6, y);
        c += vec3(0.17, 0.20, 0.23) * drop * step(0.45, rnd(i.x + 11, i.y));
    }
    return c;
}
