// For vertex shaders.

vec2 turn(vec2 by, vec2 p) { return vec2(by.x * p.x - by.y * p.y, by.y * p.x + by.x * p.y); }
vec4 clip(vec2 world) { return vec4((world - view.xy) * view.zw, 0.0, 1.0); }
