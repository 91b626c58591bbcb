// A nursery: striped wallpaper, a window with clouds, a shelf of toys, bunting, sun in the dust.

vec3 toy(vec3 c, vec2 p) {                                       // on a shelf whose board is y = 0
    paint(c, vec3(0.92, 0.55, 0.45), box(p - vec2(-0.20, 0.035), vec2(0.035), 0.006));
    paint(c, vec3(0.52, 0.70, 0.80), box(p - vec2(-0.125, 0.035), vec2(0.035), 0.006));
    paint(c, vec3(0.95, 0.80, 0.48), box(p - vec2(-0.163, 0.105), vec2(0.035), 0.006));
    paint(c, vec3(0.62, 0.76, 0.60), disc(p - vec2(-0.02, 0.05), 0.05));
    paint(c, vec3(0.95, 0.92, 0.84), abs(p.y - 0.05) - 0.012 + max(0.0, length(p - vec2(-0.02, 0.05)) - 0.049) * 9.0);
    vec3 fur = vec3(0.78, 0.62, 0.46);                           // a bear
    paint(c, fur, oval(p - vec2(0.13, 0.05), vec2(0.045, 0.052)));
    paint(c, fur, disc(p - vec2(0.13, 0.125), 0.036));
    paint(c, fur, disc(vec2(abs(p.x - 0.13), p.y) - vec2(0.028, 0.152), 0.015));
    paint(c, vec3(0.92, 0.83, 0.70), oval(p - vec2(0.13, 0.115), vec2(0.016, 0.012)));
    paint(c, vec3(0.36, 0.28, 0.24), disc(vec2(abs(p.x - 0.13), p.y) - vec2(0.013, 0.134), 0.0045));
    for (int i = 0; i < 4; i++)                                  // books
        paint(c, mix(vec3(0.83, 0.50, 0.48), vec3(0.50, 0.62, 0.76), rnd(i, 4)),
              box(p - vec2(0.225 + 0.023 * float(i), 0.055 + 0.02 * rnd(i, 2)), vec2(0.0095, 0.055 + 0.02 * rnd(i, 2)), 0.003));
    return c;
}
vec3 window(vec3 c, vec2 p, vec2 size) {
    vec3 sky = mix(vec3(0.86, 0.94, 0.98), vec3(0.62, 0.80, 0.94), 0.5 + p.y / size.y * 0.5);
    vec2 far = p - 0.45 * (layer(0.8) - layer(0.35)) + vec2(0.012 * now(), 0.0);
    sky = mix(sky, vec3(1.0), smoothstep(0.50, 0.72, clouds(far * vec2(5.0, 9.0) + 20.0 * seed())));
    sky = mix(sky, vec3(0.66, 0.79, 0.60), 1.0 - smoothstep(-e, e, p.y + 0.62 * size.y - 0.03 * sin(far.x * 9.0)));
    paint(c, vec3(0.97, 0.95, 0.90), box(p, size + 0.028, 0.01));
    paint(c, sky, box(p, size, 0.004));
    paint(c, vec3(0.97, 0.95, 0.90), min(abs(p.x), abs(p.y)) - 0.008 + max(0.0, box(p, size, 0.0)) * 9.0);
    paint(c, vec3(0.88, 0.84, 0.76), box(p + vec2(0.0, size.y + 0.035), vec2(size.x + 0.05, 0.012), 0.004));
    float side = abs(p.x) - size.x - 0.02 + 0.05 * smoothstep(-1.0, 1.0, p.y / size.y) * sin(0.4 * now() + 2.0);
    float fold = 0.5 + 0.5 * sin(110.0 * abs(p.x) + 3.0 * p.y);
    paint(c, mix(vec3(0.90, 0.66, 0.56), vec3(0.95, 0.76, 0.66), fold),
          max(abs(side) - 0.055, abs(p.y + 0.03) - size.y - 0.05), 0.95);
    return c;
}
vec3 scene() {
    vec2 w = layer(0.35);
    vec3 c = mix(vec3(0.93, 0.86, 0.72), vec3(0.97, 0.92, 0.82), w.y);
    c *= 1.0 - 0.035 * smoothstep(-0.1, 0.1, sin(w.x * 42.0));
    vec2 dot_ = fract(w * 9.0 + vec2(0.5 * floor(mod(w.y * 9.0, 2.0)), 0.0)) - 0.5;
    c = mix(c, vec3(0.90, 0.72, 0.58), 0.35 * (1.0 - smoothstep(0.07, 0.07 + 9.0 * e, length(dot_))));
    float side = seed() > 0.5 ? 1.0 : -1.0, at = side * (0.40 + 0.12 * fract(7.0 * seed()));
    c = window(c, w - vec2(at, 0.66), vec2(0.19, 0.20));
    vec2 s = w - vec2(at - side * 0.82, 0.60);
    blur(c, vec3(0.62, 0.50, 0.38), box(s - vec2(0.02, -0.035), vec2(0.34, 0.012), 0.0), 0.03, 0.35);
    paint(c, vec3(0.80, 0.62, 0.42), box(s + vec2(0.0, 0.012), vec2(0.34, 0.012), 0.003));
    c = toy(c, s);
    float rail = 0.24;
    if (w.y < rail) {                                            // panels under the wallpaper
        c = mix(vec3(0.80, 0.85, 0.80), vec3(0.86, 0.90, 0.85), w.y / rail);
        vec2 panel = vec2(abs(fract(w.x * 4.0) - 0.5) / 4.0, w.y - 0.12);
        paint(c, vec3(0.74, 0.80, 0.75), abs(box(panel, vec2(0.095, 0.075), 0.01)) - 0.003);
    }
    paint(c, vec3(0.95, 0.95, 0.90), abs(w.y - rail) - 0.012);
    if (w.y < 0.0) c = mix(vec3(0.80, 0.66, 0.47), vec3(0.72, 0.57, 0.40), smoothstep(0.4, 0.6, noise(vec2(w.x * 3.0, w.y * 40.0))));
    vec2 b = layer(0.2);                                         // bunting
    float hang = 0.955 - 0.05 * (1.0 - pow(abs(fract(b.x * 0.9) - 0.5) * 2.0, 2.0)) + 0.004 * sin(0.9 * now() + 5.0 * b.x);
    float flag = floor(b.x * 9.0);
    vec2 f = vec2((fract(b.x * 9.0) - 0.5) / 9.0, b.y - hang + 0.03);
    f.x += 0.10 * (f.y - 0.03) * sin(1.3 * now() + flag);
    vec3 ink = mix(mix(vec3(0.92, 0.56, 0.50), vec3(0.55, 0.72, 0.80), step(0.34, rnd(int(flag), 1))), vec3(0.95, 0.82, 0.52), step(0.67, rnd(int(flag), 1)));
    paint(c, ink, wedge(vec2(f.x, -f.y), vec2(0.036, 0.03)));
    paint(c, vec3(0.85, 0.80, 0.72), abs(b.y - hang) - 0.003);
    vec2 d = spin(layer(0.1) - vec2(at, 0.75), -0.62 * side);   // a sunbeam from the window
    float beam = (1.0 - smoothstep(0.12, 0.19, abs(d.x))) * smoothstep(0.1, -0.2, d.y) * smoothstep(-1.3, -0.2, d.y);
    c = mix(c, vec3(1.0, 0.97, 0.86), 0.24 * beam);
    c += 0.35 * beam * motes(layer(0.05), 0.09, 0.012, 0.005);
    return c;
}
