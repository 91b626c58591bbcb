layout(location = 0) in vec2 corner;     // 0..1 along, -1..1 across
layout(location = 1) in vec3 pose_a;
layout(location = 2) in vec3 motion_a;
layout(location = 3) in vec3 pose_b;
layout(location = 4) in vec3 motion_b;
layout(location = 5) in float reach;     // length now (0: sags a little, below: straight)
layout(location = 6) in float slot;
layout(location = 7) in vec4 anchors;    // in the two bodies' frames
layout(location = 8) in vec4 cord;       // 0 rope 1 wire 2 rod 3 spring 4 glue 5 belt; radius; length at rest; style
layout(location = 9) in vec3 mark;       // 0 or 1 hovered or 2 selected; seed; piece of a rope: 0 all 1 first 2 last 3 between 4 arc
layout(location = 10) in vec4 tint;
out vec2 along;                          // metres along, and across
out vec2 world;
flat out float whole;
flat out float lit;
flat out vec4 cord_cord;
flat out vec3 cord_mark;
flat out vec4 cord_tint;

vec2 end(vec3 pose, vec3 motion, vec2 anchor) {
    float a = pose.z + motion.z * leftover;
    return pose.xy + motion.xy * leftover + turn(vec2(cos(a), sin(a)), anchor);
}
// Between its ends a cord hangs as a parabola, lower than straight by `sag` in the middle. Where its legs would lie
// on each other they are kept apart: a cord is too stiff to fold. The second leg changes sides while its end is 1 to 3
// radii beside the first end, where the legs just touch: at 0, where designs have it, the side would hang on rounding.
float apart(vec2 p, vec2 q, float sag) {
    float across = (q.x - p.x) * -level.w + (q.y - p.y) * level.z;
    float wide = max(0.0, 2.6 * cord.y - 0.3 * abs(across)) * smoothstep(0.0, 0.06, sag);
    return wide * (2.0 * smoothstep(-3.0 * cord.y, -cord.y, across) - 1.0);
}
vec2 hang(vec2 p, vec2 q, float sag, float t) {
    return mix(p, q, t) + level.zw * (4.0 * sag * t * (1.0 - t))
           - vec2(-level.w, level.z) * apart(p, q, sag) * sin(6.2831853 * t);
}
float span(vec2 p, vec2 q, float sag, float t) {
    float sum = 0.0;
    vec2 before = p;
    for (int i = 1; i <= 12; i++) {
        vec2 now = hang(p, q, sag, t * float(i) / 12.0);
        sum += distance(before, now);
        before = now;
    }
    return sum;
}
// The sag that makes the parabola as long as the cord: its length grows with the sag, so halve, then interpolate.
float sag_of(vec2 p, vec2 q, float wanted) {
    float chord = distance(p, q);
    if (wanted <= chord * 1.0004) return 0.0;
    float low = 0.0, high = 0.5 * (wanted + chord), at_low = chord, at_high = span(p, q, high, 1.0);
    for (int i = 0; i < 7; i++) {
        float middle = 0.5 * (low + high), long_ = span(p, q, middle, 1.0);
        if (long_ < wanted) { low = middle; at_low = long_; } else { high = middle; at_high = long_; }
    }
    return mix(low, high, clamp((wanted - at_low) / max(at_high - at_low, 1e-6), 0.0, 1.0));
}
// An arc lies round a wheel: its middle and the angle at which it begins stand for one body, radius and turn for the other.
vec2 on_arc(float t) {
    float angle = pose_a.z + motion_a.z * leftover + (pose_b.y + motion_b.y * leftover) * t;
    return pose_a.xy + motion_a.xy * leftover + pose_b.x * vec2(cos(angle), sin(angle));
}
void main() {
    bool arc = mark.z > 3.5;
    vec2 p = arc ? on_arc(0.0) : end(pose_a, motion_a, anchors.xy);
    vec2 q = arc ? on_arc(1.0) : end(pose_b, motion_b, anchors.zw);
    float chord = distance(p, q);
    float radius = max(cord.y, 1.3 * px * ui);
    float sag = arc || reach < 0.0 ? 0.0 : reach > 0.0 ? sag_of(p, q, reach) : 0.02 + 0.07 * chord;
    vec2 at = arc ? on_arc(corner.x) : hang(p, q, sag, corner.x);
    vec2 way = arc ? on_arc(corner.x + 0.01) - on_arc(corner.x - 0.01)
                   : hang(p, q, sag, corner.x + 0.01) - hang(p, q, sag, corner.x - 0.01);
    way = length(way) > 1e-7 ? normalize(way) : vec2(1.0, 0.0);
#ifdef SHADOWS
    float wide = radius + 0.010;
    vec2 shift = 0.65 * shadow_shift();
#else
    float wide = 2.6 * radius + (mark.x > 0.5 || (slot > 0.5 && cord.x < 1.5) ? 7.0 * px * ui : 1.5 * px);
    vec2 shift = vec2(0.0);
#endif
    // Where a rope goes on in its next piece it has no knot: the two meet, with half a pixel to be sure.
    bool begins = mark.z < 1.5, ends = mark.z < 0.5 || (mark.z > 1.5 && mark.z < 2.5);
    float over = corner.x < 0.001 ? (begins ? -wide : -0.5 * px) : corner.x > 0.999 ? (ends ? wide : 0.5 * px) : 0.0;
    whole = arc ? pose_b.x * abs(pose_b.y) : span(p, q, sag, 1.0);
    along = vec2((arc ? whole * corner.x : span(p, q, sag, corner.x)) + over, corner.y * wide);
    lit = slot; cord_cord = vec4(cord.x, radius, cord.zw); cord_mark = mark; cord_tint = tint;
    world = at + way * over + vec2(-way.y, way.x) * along.y + shift;
    gl_Position = clip(world);
}
