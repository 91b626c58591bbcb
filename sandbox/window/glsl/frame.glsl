// What all programs share. Lengths are in metres.
layout(std140) uniform Frame {
    vec4 view;    // world centre x, y; clip units per metre x, y
    vec4 frame;   // metres per pixel; leftover seconds; pixels per interface pixel; 1 if the target is transparent, -1 for paper without a grid
    vec4 level;   // width, height; unit vector of gravity
};
#define px frame.x
#define leftover frame.y
#define ui frame.z
