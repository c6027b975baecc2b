/* SPDX-License-Identifier: MIT */
/* ocbt_id_wide.glsl: ids of ocbt.glsl as 64-bit integers. */
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

#define ID uint64_t
#define ID_NONE 0
#define ID_LOW(id) uint(id)
#define ID_PARITY(id) uint(id & 1)
#define ID_LESS(a, b) (a < b)
#define ID_PIECE(pieces, id, piece) pieces *id + piece
#define ID_FIRST_PIECE(pieces, id) pieces *id
#define ID_PARENT_LOW(id) uint(id >> 1)
#define ID_TO_PARENT(id) id >>= 1
#define ID_HIGH(id) uint(id >> 32)
