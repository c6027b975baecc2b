/* SPDX-License-Identifier: MIT */
/*
 * lanes.glsl: groups of 256 threads in segments of 32 lanes, which read each other's words: by
 * shuffles, where subgroups are of 32 lanes or a multiple; else through shared memory, a barrier of
 * the group for each word.
 *
 * Either way all threads of the group must come to each call, none of them through a branch that
 * others do not take, nor behind one: what differs between lanes is chosen by mix(), which does not
 * branch, and what only some lanes store is stored after the last call.
 *
 * Constants   3 LANES: 0 shuffles, 1 shared memory.
 */
#ifndef CBT_LANES_GLSL
#define CBT_LANES_GLSL

layout(local_size_x = 256) in;

layout(constant_id = 3) const uint LANES = 0;

const uint LANES_SHUFFLE = 0;

/* Turn and turn about: who writes one half has left the barrier behind which others read it last,
 * since that of the other half lies between. */
shared uint lane_words[512];
uint lane_turn = 0;

/* 0..255: 32 times the segment, and the lane in it. */
uint lanes_thread()
{
    return LANES == LANES_SHUFFLE ? gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID
                                  : gl_LocalInvocationIndex;
}

/* The value of another lane of the segment, modulo 32. */
uint lane_read(uint value, uint lane)
{
    uint read = 0;
    if (LANES == LANES_SHUFFLE) {
        read = subgroupShuffle(value, (gl_SubgroupInvocationID & ~31u) | (lane & 31));
    } else {
        const uint thread = gl_LocalInvocationIndex;
        lane_words[lane_turn + thread] = value;
        barrier();
        read = lane_words[lane_turn + (thread & ~31u) + (lane & 31)];
        lane_turn ^= 256;
    }
    return read;
}

uvec4 lane_read(uvec4 value, uint lane)
{
    return uvec4(lane_read(value.x, lane), lane_read(value.y, lane), lane_read(value.z, lane),
                 lane_read(value.w, lane));
}

uint lane_add(uint sum, uint lane, uint step)
{
    const uint other = lane_read(sum, lane - step);
    return sum + mix(0, other, lane >= step);
}

/* The sum of the segment's values up to this lane, its own with them. */
uint lane_sum(uint value, uint lane)
{
    uint sum = lane_add(value, lane, 1);
    sum = lane_add(sum, lane, 2);
    sum = lane_add(sum, lane, 4);
    sum = lane_add(sum, lane, 8);
    return lane_add(sum, lane, 16);
}

#endif
