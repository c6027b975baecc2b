/* SPDX-License-Identifier: MIT */
/* sums.glsl: a hit added to the sums of its disc, at binding 3. */
layout(std430, binding = 3) buffer Sums { uint sums[]; };

void sums_add(uint disc, uint energies)
{
    const uvec3 energy = detp_energy(energies);
    atomicAdd(sums[4 * disc], energy.x);
    atomicAdd(sums[4 * disc + 1], energy.y);
    atomicAdd(sums[4 * disc + 2], energy.z);
    atomicAdd(sums[4 * disc + 3], 1u);
}
