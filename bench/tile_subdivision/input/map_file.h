/* SPDX-License-Identifier: MIT */
/*
 * map_file.h: an importance map from a grey picture (PGM or PNG).
 *
 * The importance of a pixel is its grey level as it stands in the file: an integer, exact in
 * float32. The picture lies at the top left of a square whose side is the next power of two; the
 * padding has importance 0.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MAP_FILE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MAP_FILE_H

#include "harness/image.h"

struct map_file {
    struct grey_map grey;
    uint32_t top; /* of the padded square; 0..TILE_TOP_MAX */
};

/* False with a one-line message when the file cannot be read or a side exceeds 4096 pixels. */
bool tiles_map_file_read(struct map_file *file, const char *path, char *message,
                         size_t message_bytes);

/* Accepts NULL and a zeroed struct. */
void tiles_map_file_finish(struct map_file *file);

/* Fills 4^top values, row-major. */
void tiles_map_file_fill(const struct map_file *file, float *values);

/* Pixels of the padding: 4^top - width * height. */
uint64_t tiles_map_file_padding(const struct map_file *file);

#endif
