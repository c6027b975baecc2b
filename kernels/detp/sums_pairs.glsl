/* SPDX-License-Identifier: MIT */
/*
 * sums_pairs.glsl: sums.glsl with two words to an addition: red and green, blue and hits, the
 * first in the low half. No carry leaves that: 10^7 rays, the most there are, add 256 each.
 * Needs       shader_int64, buffer_int64_atomics.
 */
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require

layout(std430, binding = 3) buffer Sums { uint64_t sums[]; };

void sums_add(uint disc, uint energies)
{
    const uvec3 energy = detp_energy(energies);
    atomicAdd(sums[2 * disc], packUint2x32(energy.xy));
    atomicAdd(sums[2 * disc + 1], packUint2x32(uvec2(energy.z, 1)));
}
