in vec2 at;
flat in vec2 reach;
flat in vec4 mark_sizes, mark_ink, mark_fill, mark_extra;
out vec4 colour;
float box(vec2 p, vec2 b, float r) {
    vec2 w = abs(p) - (b - r);
    return length(max(w, 0.0)) + min(max(w.x, w.y), 0.0) - r;
}
float segment(vec2 p, vec2 a, vec2 b) {
    vec2 w = p - a, e = b - a;
    return length(w - e * clamp(dot(w, e) / dot(e, e), 0.0, 1.0));
}
// Distance to the primitive's outline, positive outside; open figures (lines) give the distance to the stroke's
// middle, and have no inside.
float figure(int kind, float r, out bool open) {
    open = false;
    if (kind == 0) { open = true; return length(vec2(max(abs(at.x) - reach.x, 0.0), at.y)); }
    if (kind == 1) return box(at, reach, min(r, min(reach.x, reach.y)));
    if (kind == 2) return length(at) - r;
    if (kind == 3) return box(at, vec2(r), 0.18 * r);
    if (kind == 4) return (abs(at.x) + abs(at.y) - 1.25 * r) * 0.7071;
    if (kind == 5) { // triangle, pointing along +x
        vec2 p = vec2(at.x + 0.10 * r, abs(at.y));
        return max(dot(p, vec2(0.5, 0.8660254)) - 0.62 * r, -p.x - 0.62 * r);
    }
    if (kind == 9) { // padlock: a body with a keyhole, and a shackle that goes into it
        vec2 hole = vec2(at.x, at.y + 0.38 * r), bow = vec2(at.x, at.y - 0.25 * r);
        float body = max(box(hole, vec2(0.82, 0.58) * r, 0.16 * r), 0.17 * r - length(hole));
        float shackle = abs(length(vec2(bow.x, max(bow.y, 0.0))) - 0.5 * r) - 0.14 * r;
        return min(body, max(shackle, -bow.y - 0.3 * r));
    }
    if (kind == 11) return box(vec2(abs(at.x) - 0.42 * r, at.y), vec2(0.2, 0.7) * r, 0.0); // two bars: it is stopped
    open = true;
    if (kind == 6) return min(segment(at, vec2(-r), vec2(r)), segment(at, vec2(-r, r), vec2(r, -r)));
    if (kind == 7) return min(segment(at, r * vec2(-0.85, 0.05), r * vec2(-0.25, -0.6)),
                              segment(at, r * vec2(-0.25, -0.6), r * vec2(0.85, 0.65)));
    // 8: three quarters of a circle with an arrow head
    float a = atan(at.y, at.x);
    vec2 tip = vec2(0.0, r);
    float arc = a < 1.5707963 && a > 0.0 ? min(distance(at, vec2(r, 0.0)), distance(at, tip)) : abs(length(at) - r);
    return min(arc, min(segment(at, tip, tip + r * vec2(-0.42, 0.42)), segment(at, tip, tip + r * vec2(-0.42, -0.42))));
}
float dashes(int kind, float pitch) {
    if (pitch <= 0.0) return 1.0;
    float s = at.x + reach.x;
    float period = pitch * 1.7;
    if (kind == 1) {
        bool flat_ = abs(at.x) / reach.x < abs(at.y) / reach.y;
        s = flat_ ? at.x : at.y;
        float side = flat_ ? reach.x : reach.y;
        period = 2.0 * side / max(1.0, round(2.0 * side / period));   // dashes meet in the corners
        s += 0.5 * pitch + side;
    } else if (kind != 0) {
        float r = max(mark_sizes.y, 1.0), round_ = 6.2831853 * r;
        period = round_ / max(3.0, round(round_ / period));
        s = atan(at.y, at.x) * r;
    }
    float w = abs(fract(s / period) * period - 0.5 * pitch);
    w = min(w, period - w);
    return clamp((0.5 * pitch - w) * ui + 0.5, 0.0, 1.0);
}
void main() {
    int kind = int(mark_sizes.x + 0.5);
    if (kind == 10) { // a glow: as discs of every size up to this one would look, one on the other
        float left = 1.0 - dot(at, at) / (mark_sizes.y * mark_sizes.y);
        if (left <= 0.0) discard;
        float dense = 1.0 - pow(1.0 - mark_ink.a, left);
        colour = vec4(mark_ink.rgb * dense, dense);
        return;
    }
    bool open;
    float d = figure(kind, mark_sizes.y, open), line = 0.5 * mark_sizes.z;
    float stroke = clamp((line - abs(d)) * ui + 0.5, 0.0, 1.0);
    float dashed = dashes(kind, mark_sizes.w);
    float casing = clamp((line + mark_extra.z - abs(d)) * ui + 0.5, 0.0, 1.0) * (mark_extra.z > 0.0 ? 0.85 : 0.0);
    float inside = open ? 0.0 : clamp(0.5 - d * ui, 0.0, 1.0);
    float body = inside * mark_fill.a;
    if (mark_extra.y > 0.0) {
        float s = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / ui / mark_extra.y) - 0.5) * mark_extra.y * 0.7071;
        body += inside * mark_ink.a * 0.34 * clamp((1.0 - s) * ui + 0.5, 0.0, 1.0);
    }
    vec3 tone = mark_extra.y > 0.0 && mark_fill.a == 0.0 ? mark_ink.rgb : mark_fill.rgb;
    vec4 c = vec4(tone * body, body);
    float halo = casing * mark_ink.a * (mark_sizes.w > 0.0 ? max(dashed, 0.0) : 1.0);
    c = vec4(casing_.rgb, 1.0) * halo + c * (1.0 - halo);
    float s = stroke * dashed * mark_ink.a;
    c = vec4(mark_ink.rgb * s, s) + c * (1.0 - s);
    if (c.a <= 0.0) discard;
    colour = c;
}
