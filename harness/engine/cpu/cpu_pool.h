/* SPDX-License-Identifier: MIT */
/*
 * cpu_pool.h: threads of the host. A pool's threads sleep between the jobs that they are given, so
 * that they take nothing from what else is measured.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_POOL_H
#define CLAIMCHECK_HARNESS_ENGINE_CPU_CPU_POOL_H

#include <stddef.h>
#include <stdint.h>

struct cpu_pool;

/*
 * Of so many threads, the caller among them; 0: one per CPU that the process may use. Fewer where
 * the system grants no more; cpu_pool_threads() says how many.
 */
struct cpu_pool *cpu_pool_create(uint32_t threads);
void cpu_pool_destroy(struct cpu_pool **pool);

uint32_t cpu_pool_threads(const struct cpu_pool *pool);

/* Elements begin..end-1, by thread number `thread`, from 0; the caller is 0. */
typedef void cpu_pool_fn(void *context, uint32_t thread, size_t begin, size_t end);

/*
 * Calls fn until each of the elements 0..count-1 was in one call, and returns then. With chunk 0,
 * thread i of n has the i-th n-th of them in one call, so it has the same ones each time; otherwise
 * threads take chunks of so many elements as they get to them, from the first on: who has a chunk
 * may wait for those before it. A thread without any is not called.
 * The pool is the caller's alone meanwhile; fn may not use it.
 */
void cpu_pool_run(struct cpu_pool *pool, size_t count, size_t chunk, cpu_pool_fn *fn,
                  void *context);

/*
 * For fn, between two looks at what another thread of the job will have written: looks counts from
 * 0. A thread that has looked often gives its CPU away, as the other may have none.
 */
void cpu_pool_pause(uint32_t looks);

/*
 * Holds each thread on a CPU of its own: thread i on the i-th of cpu_affinity_usable(), the same in
 * every pool, and beyond the last from the first on. Returns how many are held: 0 where the system
 * does not grant it, which is no error. The pool's own threads stay there from the first time on,
 * since they have nothing else to do.
 */
uint32_t cpu_pool_pin(struct cpu_pool *pool);

/* Lets the caller run again where it might when the pool was made. */
void cpu_pool_unpin(struct cpu_pool *pool);

#endif
