/* SPDX-License-Identifier: MIT */
/*
 * detp.glsl: rays and discs, and does one hit the other; bench/detp/detp.h has the same for the
 * host. A ray is two vec4: origin and t_max; direction and, as bits, its energies less one in a
 * byte each: red, green << 8, blue << 16. A disc is two vec4: centre and 0; normal and radius. An
 * answer is four words per disc, in the discs' order: red, green, blue in 1/256, and hits.
 */
struct detp_ray {
    vec3 origin;
    float t_max;
    vec3 direction;
    uint energies;
};

struct detp_disc {
    vec3 centre, normal;
    float radius;
};

/* struct detp_rule of bench/detp/detp.h, as it lies in push constants: 12 bytes. */
struct detp_rule {
    float t_min, t_slack;
    uint front_only;
};

detp_ray detp_ray_load(vec4 first, vec4 second)
{
    return detp_ray(first.xyz, first.w, second.xyz, floatBitsToUint(second.w));
}

detp_disc detp_disc_load(vec4 first, vec4 second)
{
    return detp_disc(first.xyz, second.xyz, second.w);
}

/* Red, green, blue in 1/256: 1..256. */
uvec3 detp_energy(uint energies)
{
    return (uvec3(energies, energies >> 8, energies >> 16) & 255u) + 1u;
}

/* Bounds that are met and not missed: a t that is no number, from e = 0, is no hit. */
bool detp_hit(detp_ray ray, detp_disc disc, detp_rule rule)
{
    const vec3 to = disc.centre - ray.origin;
    const float e = dot(disc.normal, ray.direction);
    const float t = dot(disc.normal, to) / e;
    const vec3 off = t * ray.direction - to;
    return e != 0 && (rule.front_only == 0 || e < 0) && t >= rule.t_min &&
           t <= ray.t_max + rule.t_slack && dot(off, off) < disc.radius * disc.radius;
}
