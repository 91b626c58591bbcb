layout(location = 0) in vec2 corner;
layout(location = 1) in vec3 pose;    // of the body: x, y, angle
layout(location = 2) in vec3 motion;  // vx, vy, w
layout(location = 3) in float slot;   // a running state that the material shows
layout(location = 4) in vec4 place;   // the shape's frame in the body's: origin, axis
layout(location = 5) in vec4 size;    // half extents, rounding, depth of the bevel
layout(location = 6) in vec4 form;    // 0 circle 1 box 2 polygon; its number and count of points; material
layout(location = 7) in vec4 look;    // seed, outline in px, 0 or 1 hovered or 2 selected, 0 or 1 ghost or 2 refused
layout(location = 8) in vec3 ball;    // the ball it is or is painted on: middle, radius; 0 flat, -1 paint, -2 blown up
layout(location = 9) in vec4 tint;
out vec2 local;
out vec2 world;
flat out vec2 axis;
flat out float state;
flat out vec4 shape_size, shape_form, shape_look, shape_tint;
flat out vec3 shape_ball;
const float GLOW = 8.0;
#ifdef SHADOWS
#define SHIFT shadow_shift()
float room() { return shadow_blur() + px; }
#elif defined(HALOS)
const vec2 SHIFT = vec2(0.0);
float room() { return look.z > 0.5 ? 9.0 * px * ui : -1.0; }
#else
const vec2 SHIFT = vec2(0.0);
float room() { return 1.5 * px + (form.w == GLOW && slot > 0.0 ? 0.10 : 0.0); }
#endif
void main() {
    float a = pose.z + motion.z * leftover;
    vec2 at = pose.xy + motion.xy * leftover;
    vec2 facing = vec2(cos(a), sin(a));
    float wide = room();
    local = corner * (size.xy + wide);
    axis = turn(facing, place.zw);
    state = slot;
    shape_size = size; shape_form = form; shape_look = look; shape_tint = tint; shape_ball = ball;
    world = at + turn(facing, place.xy) + turn(axis, local) + SHIFT;
    gl_Position = wide < 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : clip(world);
}
