/* SPDX-License-Identifier: MIT */
/* obj.h: reads the lines of a Wavefront OBJ file; what a mesh makes of them is the visitor's. */
#ifndef CLAIMCHECK_BENCH_COMMON_OBJ_H
#define CLAIMCHECK_BENCH_COMMON_OBJ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OBJ_CORNERS_MAX = 1024 }; /* of one face */

struct obj_corner {
    uint32_t position, texcoord; /* indices from 0; texcoord is 0 where none was read */
};

/*
 * What is called for each v, vt and f line, in the file's order. The callbacks return NULL, or why
 * the reading ends: a line of static storage. Numbers are finite, indices in range, a face has 3
 * corners or more. Without `texcoord`, vt lines are ignored, and faces need none (v, v/vt, v//vn
 * and v/vt/vn are all right); with it, each corner must be v/vt or v/vt/vn.
 */
struct obj_visitor {
    void *state;
    const char *(*position)(void *state, const float position[3]);
    const char *(*texcoord)(void *state, const float texcoord[2]); /* may be NULL */
    const char *(*face)(void *state, const struct obj_corner *corners, size_t count);
};

/*
 * Indices count from 1, or backwards from -1; all lines but v, vt and f are left out. On success
 * the message says which of those lines may have been of the surface: the first, and how many more;
 * it is empty where there are none. False, with a message that names file and line, for: unreadable
 * file, malformed number or face, index out of range, no faces, what lines.h refuses, and what a
 * callback returned.
 */
bool obj_read(const struct obj_visitor *visitor, const char *path);

#endif
