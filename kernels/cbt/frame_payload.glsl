/* SPDX-License-Identifier: MIT */
/* frame_payload: what a group of frame_task hands to those of frame_mesh. The includer declares
 * MESHLET. */

/* Bisections of one part: at most 8, 256 triangles and 153 vertices. */
const uint PART_BITS = MESHLET < 4 ? 2 * MESHLET : 8;
const uint PARTS = 1u << 2 * MESHLET - PART_BITS;

struct Payload {
    uint leaves[32];
};
taskPayloadSharedEXT Payload payload;
