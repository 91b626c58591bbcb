// What all programs share. Lengths are in metres.
layout(std140) uniform Frame {
    vec4 view;    // world centre x, y; clip units per metre x, y
    vec4 frame;   // metres per pixel; leftover seconds; pixels per interface pixel; 1 if the target is transparent, -1 for paper without a grid
    vec4 level;   // width, height; unit vector of gravity
    // What a theme gives (`palettes.Scene`).
    vec4 low_;       // the paper at the bottom; how much darker its ruling is
    vec4 high_;      // and at the top
    vec4 beyond_;    // the paper is multiplied by this outside the level,
    vec4 border_;
    vec4 shadow_;    // and by this in shadow
    vec4 outline_;   // drawn into outlines, with the share in w
    vec4 casing_;
    vec4 selected_, hovered_, refused_, hatching_;
    // What a scene gives (`scenes.scenery`); on graph paper scene_.w is 0 and nothing else is read.
    vec4 scene_;       // time in s; 1 if layers move with the view; seed; strength of shadows on it
    vec4 tone_;        // the backdrop is multiplied by this; pixels of the target for one of its own
    vec4 haze_;        // colour that it fades towards, and the share that is left of it
    vec4 light_high_;  // on what faces up; number of lamps
    vec4 light_low_;   // on what faces down; power that the backdrop is raised to, 1 as usual
    vec4 lamps_[8];    // x, y, reach in m, brightness
    vec4 lamp_tints_[8];
};
#define px frame.x
#define leftover frame.y
#define ui frame.z
