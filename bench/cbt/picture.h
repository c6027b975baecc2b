/* SPDX-License-Identifier: MIT */
/* picture.h: the mesh of a tree's leaves, coloured by depth. */
#ifndef CLAIMCHECK_BENCH_CBT_PICTURE_H
#define CLAIMCHECK_BENCH_CBT_PICTURE_H

#include "bench/cbt/tree/heap.h"

struct image; /* harness/image.h */

/* Draws into an empty image. The heap is reduced and its leaves cover the square. False when there
 * is no memory. */
bool cbt_picture_mesh(struct image *image, const struct heap *heap);

#endif
