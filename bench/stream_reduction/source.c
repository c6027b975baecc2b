/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/source.h"

#include "bench/common/hash.h"

#include <string.h>

enum { SEED_VALIDITY = 201, SEED_EDGES, SEED_VALUES };

struct stream_source stream_source_of(uint64_t seed, double probability, uint32_t cluster)
{
    return (struct stream_source){
        .validity = hash_seed(seed, SEED_VALIDITY),
        .edges = hash_seed(seed, SEED_EDGES),
        .values = hash_seed(seed, SEED_VALUES),
        .cluster = cluster,
        .limit = (uint64_t)(probability * 4294967296.0),
    };
}

bool stream_source_is_valid(const struct stream_source *source, uint32_t entry)
{
    const uint32_t block = entry / source->cluster, place = entry % source->cluster;
    const uint32_t run = block + (place >= hash_triple(source->edges, block, 0) % source->cluster);
    return hash_triple(source->validity, run, 0) < source->limit;
}

void stream_source_tuple(const struct stream_source *source, uint32_t entry,
                         uint32_t words[STREAM_TUPLE_WORDS])
{
    const bool valid = stream_source_is_valid(source, entry);
    const uint32_t mask = valid ? hash_triple(source->values, entry, 4) : 0;
    const bool masked = mask >> 28 == 0 && (mask & 15) != 15;
    for (uint32_t j = 0; j < STREAM_TUPLE_WORDS; j++) {
        float component = -1;
        if (valid && !(masked && (mask >> j & 1) != 0))
            component = (float)(hash_triple(source->values, entry, j) >> 8) * 0x1p-24f;
        memcpy(&words[j], &component, sizeof(component));
    }
}

uint32_t stream_source_index(const struct stream_source *source, uint32_t entry)
{
    return stream_source_is_valid(source, entry) ? entry : STREAM_NULL_INDEX;
}
