/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_ballot : require
/*
 * look_back: prefix sums in one pass, by decoupled look-back or, without DECOUPLED, chained.
 *
 * A tile tells its own sum before it scans, adds what the tiles before it have told up to one that
 * knows the sum of all before it, and tells that. Chained tiles tell only the latter. A word of 64 bits has 32 of a
 * number and a flag, so that no order between stores is needed. Tiles are numbered as groups start.
 * After SPINS turns in vain a tile is summed up by who waits for it: this ends without forward
 * progress of other groups, and lavapipe cuts loops after 65,535 turns.
 */
#include "tile.glsl"
#include "store.glsl"

layout(constant_id = 2) const bool DECOUPLED = true;
layout(constant_id = 3) const uint SPINS = 1000;
layout(constant_id = 4) const bool LATE = true; /* scans first: looks in vain cost the others time */

layout(std430, binding = 4) buffer Told { uint ticket; uint64_t told[]; };

const uint SILENT = 0, OWN = 1, ALL = 2;

shared uint drawn;
shared T found;

void tell(uint tile, uint flag, T number)
{
    [[unroll]] for (uint i = 0; i < WORDS; i++)
        atomicStore(told[tile * WORDS + i], pack64(uvec2(uint(number >> 32 * i), flag)),
                    gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/* Half-told numbers are SILENT. */
uint ask(uint tile, out T number)
{
    uint flags = 3;
    number = T(0);
    [[unroll]] for (uint i = 0; i < WORDS; i++) {
        const uvec2 word = unpack32(atomicLoad(told[tile * WORDS + i], gl_ScopeDevice,
                                               gl_StorageSemanticsBuffer, gl_SemanticsRelaxed));
        flags &= word.y;
        number |= T(word.x) << 32 * i;
    }
    return flags;
}

/* The first lane where something holds; the number of lanes where it holds nowhere. */
uint lanes_until(bool here)
{
    const uvec4 ballot = subgroupBallot(here);
    return ballot == uvec4(0) ? lanes() : subgroupBallotFindLSB(ballot);
}

/* The caller's part of the sum of a tile that tells nothing. It is never the last, so it is whole. */
T late_sum(uint tile)
{
    T sum = T(0);
    for (uint i = 0; i < TILE; i += 8 * lanes())
        [[unroll]] for (uint j = 0; j < 8; j++) {
            const uint place = i + j * lanes() + gl_SubgroupInvocationID;
            sum += place < TILE ? source[tile * TILE + place] : T(0);
        }
    return sum;
}

/* Sums all tiles before `tile`, by one subgroup: a lane for each of the nearest. */
T look_back(uint tile)
{
    const uint lane = gl_SubgroupInvocationID;
    T sum = T(0);
    uint left = tile, spins = 0;
    while (left > 0) {
        T number = T(0);
        const uint flag = lane < left ? ask(left - 1 - lane, number) : ALL;
        const uint all = lanes_until(flag == ALL), silent = lanes_until(flag == SILENT);
        const bool ends = all < silent;
        const uint heard = ends ? all + 1 : silent;
        sum += lane < heard ? number : T(0);
        left -= ends ? left : heard;
        spins = heard > 0 ? 0 : spins + 1;
        if (spins == SPINS) {
            sum += late_sum(--left);
            spins = 0;
        }
    }
    return lane_value(lanes_scan(sum), lanes() - 1);
}

void main()
{
    if (gl_LocalInvocationIndex == 0)
        drawn = atomicAdd(ticket, 1);
    barrier();
    const uint tile = drawn;
    T total;
    tile_load(tile);
    const T before = subgroups_scan(rows_sum(), total);
    if (DECOUPLED && tile > 0 && gl_LocalInvocationIndex == 0)
        tell(tile, OWN, total);
    if (LATE)
        rows_scan();
    if (gl_SubgroupID == 0) {
        const T sum = look_back(tile);
        if (subgroupElect()) {
            tell(tile, ALL, sum + total);
            found = sum;
        }
    }
    if (!LATE)
        rows_scan();
    barrier();
    tile_store(tile, found + before);
}
