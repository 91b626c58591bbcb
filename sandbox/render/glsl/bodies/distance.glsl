uniform sampler2D polygons;
in vec2 local;
in vec2 world;
flat in vec2 axis;
flat in float state;
flat in vec4 shape_size, shape_form, shape_look, shape_tint;
flat in vec3 shape_ball;
out vec4 colour;

// Signed distance and, in yz, the direction in which it grows.
vec3 to_circle(vec2 p, float r) {
    float l = length(p);
    return vec3(l - r, l > 1e-7 ? p / l : vec2(0.0, 1.0));
}
vec3 to_box(vec2 p, vec2 half_size, float r) {
    vec2 w = abs(p) - (half_size - r);
    vec2 side = vec2(p.x < 0.0 ? -1.0 : 1.0, p.y < 0.0 ? -1.0 : 1.0);
    vec2 out_ = max(w, 0.0);
    float l = length(out_);
    if (l > 0.0) return vec3(l - r, side * out_ / l);
    return w.x > w.y ? vec3(w.x - r, side.x, 0.0) : vec3(w.y - r, 0.0, side.y);
}
vec2 corner_of(int polygon, int i) {  // sixteen polygons of up to 64 points share a row
    return texelFetch(polygons, ivec2((polygon & 15) * 64 + i, polygon >> 4), 0).xy;
}
vec3 to_polygon(vec2 p, int polygon, int count, float r) {
    vec2 before = corner_of(polygon, count - 1);
    float best = 1e20, sign_ = 1.0;
    vec2 nearest = vec2(0.0);
    for (int i = 0; i < count; i++) {
        vec2 v = corner_of(polygon, i);
        vec2 e = before - v, w = p - v;
        vec2 b = w - e * clamp(dot(w, e) / dot(e, e), 0.0, 1.0);
        float square = dot(b, b);
        if (square < best) { best = square; nearest = b; }
        bvec3 c = bvec3(p.y >= v.y, p.y < before.y, e.x * w.y > e.y * w.x);
        if (all(c) || all(not(c))) sign_ = -sign_;
        before = v;
    }
    float l = sqrt(best);
    return vec3(sign_ * l - r, l > 1e-7 ? sign_ * nearest / l : vec2(0.0, 1.0));
}
vec3 distance_() {
    if (shape_form.x < 0.5) return to_circle(local, shape_size.x);
    if (shape_form.x < 1.5) return to_box(local, shape_size.xy, shape_size.z);
    return to_polygon(local, int(shape_form.y + 0.5), int(shape_form.z + 0.5), shape_size.z);
}
