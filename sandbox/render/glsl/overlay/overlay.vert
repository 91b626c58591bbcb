layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 ends;       // world: two points, or a centre (x, y, x, y), or two corners
layout(location = 2) in vec4 sizes;      // kind; radius or corner rounding, line and dash in interface pixels
layout(location = 3) in vec4 ink;
layout(location = 4) in vec4 fill;
layout(location = 5) in vec4 extra;      // angle; hatch pitch; white casing in interface pixels; unused
out vec2 at;                             // interface pixels from the middle, along the primitive's own axis
flat out vec2 reach;                     // its half extents, in interface pixels
flat out vec4 mark_sizes, mark_ink, mark_fill, mark_extra;
const float SEGMENT = 0.0, RECTANGLE = 1.0;
void main() {
    float unit = px * ui;                // metres per interface pixel
    vec2 middle = 0.5 * (ends.xy + ends.zw), half_ = 0.5 * (ends.zw - ends.xy);
    vec2 along = vec2(cos(extra.x), sin(extra.x));
    reach = vec2(sizes.y);
    if (sizes.x == SEGMENT) {
        float l = length(half_);
        along = l > 0.0 ? half_ / l : vec2(1.0, 0.0);
        reach = vec2(l / unit, 0.0);
    } else if (sizes.x == RECTANGLE) reach = abs(half_) / unit;
    vec4 kept = extra;                   // before a scene, which may have any colour, dashes are always set off
    if (scene_.w > 0.0 && sizes.w > 0.0) kept.z = max(kept.z, 1.3);
    float room = sizes.z + kept.z + 2.0;
    at = corner * (reach + room);
    mark_sizes = sizes; mark_ink = ink; mark_fill = fill; mark_extra = kept;
    gl_Position = clip(middle + turn(along, at * unit));
}
