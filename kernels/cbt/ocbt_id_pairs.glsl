/* SPDX-License-Identifier: MIT */
/*
 * ocbt_id_pairs.glsl: ids of ocbt.glsl as pairs of words, the low one first, for devices without
 * 64-bit integers. An id has two or four pieces.
 */

#define ID uvec2
#define ID_NONE uvec2(0)
#define ID_LOW(id) id.x
#define ID_HIGH(id) id.y
#define ID_PARITY(id) (id.x & 1)
#define ID_LESS(a, b) (a.y != b.y ? a.y < b.y : a.x < b.x)
#define ID_FIRST_PIECE(pieces, id) (id * pieces + uvec2(0, id.x >> (pieces == 2 ? 31 : 30)))
#define ID_PIECE(pieces, id, piece) (ID_FIRST_PIECE(pieces, id) + uvec2(piece, 0))
#define ID_PARENT_LOW(id) (id.x >> 1 | id.y << 31)
#define ID_TO_PARENT(id) id = uvec2(ID_PARENT_LOW(id), id.y >> 1)
