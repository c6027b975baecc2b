/* SPDX-License-Identifier: MIT */
/*
 * teapot.h: the Utah teapot: 32 bicubic Bezier patches by Martin Newell (1975), the bottom by Frank
 * Crow; public domain by custom.
 *
 * The z axis points up, the bottom lies in z = 0, the spout points along +x; about 6.5 x 4 x 3.15
 * units.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_TEAPOT_H
#define CLAIMCHECK_BENCH_COMMON_TEAPOT_H

#include <stdint.h>

enum { TEAPOT_PATCHES = 32 };

/* Control point (i, j), each 0..3, of a patch: i runs along u, j along v. */
void teapot_control_point(uint32_t patch, uint32_t i, uint32_t j, float point[3]);

#endif
