/* SPDX-License-Identifier: MIT */
/* frame_colour: colours of the terrain. Heights in units, 4.86 cm; normals point up. */

const float UNITS_PER_METRE = 1048576.0 / 51000.0;

/* Afternoon sun from the south-west; x is east, y south. */
const vec3 SUN = vec3(-0.58, 0.52, 0.63);

/* At the horizon. */
const vec3 SKY_LOW = vec3(0.78, 0.84, 0.90);

vec3 ground_colour(float metres, float upright)
{
    const vec3 sand = vec3(0.78, 0.71, 0.52), grass = vec3(0.33, 0.42, 0.18);
    const vec3 heath = vec3(0.47, 0.42, 0.28), rock = vec3(0.46, 0.42, 0.38);
    vec3 colour = mix(sand, grass, smoothstep(4.0, 22.0, metres));
    colour = mix(colour, heath, smoothstep(500.0, 1100.0, metres));
    return mix(rock, colour, smoothstep(0.72, 0.88, upright));
}

/* Light on the ground: sun and sky. */
vec3 terrain_light(vec3 normal)
{
    const float light = max(dot(normal, SUN), 0.0), sky = 0.5 + 0.5 * normal.z;
    return light * vec3(0.95, 0.88, 0.74) + sky * vec3(0.10, 0.13, 0.18);
}

vec3 terrain_colour(float height, vec3 normal)
{
    const float metres = height / UNITS_PER_METRE;
    if (metres < 0.05)
        return vec3(0.10, 0.25, 0.38);
    const vec3 lit = terrain_light(normal);
    return sqrt(clamp(ground_colour(metres, normal.z) * lit, 0.0, 1.0));
}
