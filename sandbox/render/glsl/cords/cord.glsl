// For the fragments of cords.

in vec2 along;
in vec2 world;
flat in float whole;
flat in float lit;
flat in vec4 cord_cord;
flat in vec3 cord_mark;
flat in vec4 cord_tint;
out vec4 colour;
// A coil has as many turns as its length at rest gives it. Its leads lie in its axis.
const float COILED = 0.78;               // of its radius: the middle of its wire
float to_line(float r) { return length(vec2(along.x - clamp(along.x, 0.0, whole), along.y)) - r; }
float coil_wire(float r) { return max(0.17 * r, 0.7 * px * ui); }
float coil_lead(float r) { return min(1.4 * r, 0.2 * whole); }
float coil_turn(float r) {
    float turns = clamp(floor(-cord_cord.z / (1.5 * r)), 4.0, 28.0), lead = coil_lead(r);
    return 6.2831853 * turns * clamp((along.x - lead) / max(whole - 2.0 * lead, 1e-4), 0.0, 1.0);
}
float to_coil(float r) {
    float turns = clamp(floor(-cord_cord.z / (1.5 * r)), 4.0, 28.0), lead = coil_lead(r), turn = coil_turn(r);
    if (along.x < lead || along.x > whole - lead) return to_line(coil_wire(r));
    float slope = COILED * r * 6.2831853 * turns / max(whole - 2.0 * lead, 1e-4) * cos(turn);
    return abs(along.y - COILED * r * sin(turn)) / sqrt(1.0 + slope * slope) - coil_wire(r);
}
float to_cord(float r) { return cord_cord.x > 2.5 && cord_cord.x < 3.5 ? to_coil(r) : to_line(r); }
