/* SPDX-License-Identifier: MIT */
/*
 * profile.h: what the model assumes of a device, from a file that states all of it. A line is
 * `key = 123` or `key = "text"`, `#` begins a comment, so that readers of TOML read it, too. Each
 * key stands there once:
 *
 *   name, kind          kind: "prediction", made before anything was measured and never adjusted;
 *                       "device", what is published of one; "fit", adjusted to published numbers
 *   units               with a cache each
 *   unit_groups         that are resident on a unit, of 64 threads; larger groups are fewer, so
 *                       that threads are as many, and one at least
 *   unit_cache_bytes    a multiple of 128 * ways; 0: there is none
 *   unit_cache_ways
 *   cache_bytes         of the shared cache that a group sees; a multiple of 128 * ways
 *   cache_bytes_reported  what is said of the device, which the model does not use; 0: nothing
 *   cache_ways          0: one set of all lines, for "lru"
 *   replacement         of the shared cache, "lru" or "random"; the units' are LRU
 *   index               how a line finds its set: "modulo" or "hashed", in both caches
 *   fetch_bytes         read from memory at a time: 32 or 64
 *   launch_window       launches within so many stand in a random order; 1: none
 *   drift               a turn of a group takes 1 to so many rounds; 1: in step
 *   writes              "allocate": the output goes through the shared cache; "none"
 *   seed                of both
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_PROFILE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_PROFILE_H

#include "bench/thread_group_tiling/model/machine.h"

enum { TILING_PROFILE_TEXT = 64, TILING_PROFILE_MESSAGE = 512 };

enum tiling_profile_kind { TILING_PREDICTION, TILING_DEVICE, TILING_FIT };

struct tiling_profile {
    char name[TILING_PROFILE_TEXT];
    enum tiling_profile_kind kind;
    struct tiling_machine machine;   /* unit_groups: of 64 threads */
    struct tiling_cache_shape cache; /* written_from: UINT32_MAX */
    uint64_t cache_bytes_reported;
    enum tiling_fetch fetch;
    bool writes;
};

/* False, with a line that names the file, its line and what is wanted there. */
bool tiling_profile_read(struct tiling_profile *profile, const char *path,
                         char message[TILING_PROFILE_MESSAGE]);

/* Parses the bytes of a file, which messages call `path`; they stay unchanged. */
bool tiling_profile_parse(struct tiling_profile *profile, char *text, size_t size, const char *path,
                          char message[TILING_PROFILE_MESSAGE]);

#endif
