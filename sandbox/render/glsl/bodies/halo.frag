// A line of the casing and then a coloured one: seen on wood, on paper and on another part alike.

void main() {
    float d = distance_().x / px / ui;
    bool chosen = shape_look.z > 1.5;
    float white = clamp(1.9 - d, 0.0, 1.0);
    float ring = clamp(chosen ? 4.6 - d : 3.4 - d, 0.0, 1.0) * (chosen ? 1.0 : 0.85);
    float soft = exp(-max(d - 3.0, 0.0) / 2.2) * (chosen ? 0.45 : 0.25) * clamp(8.5 - d, 0.0, 1.0);
    vec3 tone = chosen ? selected_.rgb : hovered_.rgb;
    float a = max(ring, soft);
    if (a <= 0.0) discard;
    colour = vec4(mix(tone, casing_.rgb, white * 0.92) * a, a);
}
