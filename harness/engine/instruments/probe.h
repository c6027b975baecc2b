/* SPDX-License-Identifier: MIT */
/*
 * probe.h: the yardstick of a case: a kernel that reads and writes as many bytes as the case says
 * that it must, between stamps as the case has them, and does nothing else. What the case takes
 * above that it takes for something other than its bytes.
 *
 * What is not checked has no time: a probe is executed over poison before its samples and after
 * them, and what is then looked at, of a large destination many places, is what it reads summed up.
 * Of what it reads for nothing that it writes no check can tell.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_PROBE_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_PROBE_H

#include "harness/engine/gpu/gpu.h"

struct cache; /* harness/engine/instruments/cache.h */

/* Which cases of kind GPU have one beside them. */
enum probe_wanted { PROBE_NONE, PROBE_COLD, PROBE_HOT, PROBE_BOTH, PROBE_WANTED_COUNT };

enum { PROBE_WORD_BYTES = 16 };

/* Bytes that a case declares, in whole words of PROBE_WORD_BYTES. */
struct probe_bytes {
    uint64_t read, written;
};

struct probe_bytes probe_bytes_of(double read, double written);

/* Bytes that a device is not asked to have for probes alone, of either kind: an eighth of its
 * memory, or what one binding holds. */
uint64_t probe_bytes_max(const struct gpu_info *info);

/* Memory that probes read and write one after the other; it has the size that the largest needs. */
struct probe_memory;

/* NULL on a failed device, or without the memory: gpu_failure() then says why. */
struct probe_memory *probe_memory_create(struct gpu *gpu, struct probe_bytes most);
void probe_memory_destroy(struct probe_memory **memory);

/* The scope that owns its buffers and the kernels of its probes. */
struct gpu_scope *probe_memory_scope(struct probe_memory *memory);

struct probe;

/*
 * At most as many bytes as the memory has; both outlive it. With a cache that is swept before each
 * execution, as for a cold case; NULL: an execution in no time comes before, as for a hot one.
 * Nothing is executed yet. NULL as probe_memory_create().
 */
struct probe *probe_create(struct probe_memory *memory, struct cache *cache,
                           struct probe_bytes bytes);
void probe_destroy(struct probe **probe);

bool probe_is_cold(const struct probe *probe);

/* One execution over poison, by the very commands that are sampled. False with what is wrong; on a
 * failed device with "". */
bool probe_check(struct probe *probe, char message[GPU_MESSAGE_BYTES]);

/* One execution. False on a failed device. */
bool probe_sample(struct probe *probe, double *ns);

#endif
