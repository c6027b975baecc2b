/* SPDX-License-Identifier: MIT */
/*
 * frame_payload: what a group of frame_task hands to those of frame_mesh. The includer declares
 * MESHLET. A mesh group makes a part of one meshlet, or several whole ones, up to 256 triangles and
 * 153 vertices.
 */

const uint TASK_LEAVES = 32;

/* Leaves of one mesh group. */
const uint MESH_LEAVES = MESHLET == 0 ? 32 : MESHLET == 1 ? 16 : MESHLET == 2 ? 8
                       : MESHLET == 3 ? 2 : 1;

/* Bisections of one part: at most 8, 256 triangles and 153 vertices. */
const uint PART_BITS = MESHLET < 4 ? 2 * MESHLET : 8;
const uint PARTS = 1u << 2 * MESHLET - PART_BITS;

struct Payload {
    uint count;
    uint leaves[TASK_LEAVES];
};
taskPayloadSharedEXT Payload payload;
