// Where the shadow of a part falls and how soft it is. In a thumbnail, each at its own zoom, it keeps its size.

float shadow_size() { return frame.w > 0.5 ? min(1.0, 260.0 * px * ui) : 1.0; }
vec2 shadow_shift() { return shadow_size() * vec2(0.011, -0.017); }
float shadow_blur() { return shadow_size() * 0.014; }
