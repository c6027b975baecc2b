/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"

#include "harness/base/need.h"
#include "harness/os/os.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct worker_job {
    cpu_pool_fn *fn;
    void *context;
    size_t count, chunk;
};

struct worker {
    struct cpu_pool *pool;
    pthread_t thread;
    uint32_t number;
};

struct cpu_pool {
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    struct worker *workers; /* of threads 1.. */
    uint32_t threads;
    int *cpus;
    size_t cpu_count;
    bool pinned;             /* workers were tried, */
    uint32_t workers_pinned; /* and so many of them are */
    /* Under the mutex. */
    struct worker_job job;
    uint64_t jobs; /* begun so far */
    uint32_t busy; /* workers that have not ended the last of them */
    bool ending;
    atomic_size_t next; /* first element that no thread has taken */
};

static void job_work(struct cpu_pool *pool, const struct worker_job *job, uint32_t thread)
{
    if (job->chunk == 0) {
        const size_t whole = job->count / pool->threads, rest = job->count % pool->threads;
        const size_t begin = whole * thread + (thread < rest ? thread : rest);
        const size_t end = begin + whole + (thread < rest);
        if (begin < end)
            job->fn(job->context, thread, begin, end);
        return;
    }
    for (;;) {
        const size_t begin = atomic_fetch_add(&pool->next, job->chunk);
        if (begin >= job->count)
            return;
        const size_t left = job->count - begin;
        job->fn(job->context, thread, begin, begin + (left < job->chunk ? left : job->chunk));
    }
}

static void *worker_main(void *argument)
{
    const struct worker *worker = argument;
    struct cpu_pool *pool = worker->pool;
    uint64_t done = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (!pool->ending && pool->jobs == done)
            pthread_cond_wait(&pool->begin, &pool->mutex);
        if (pool->ending)
            break;
        const struct worker_job job = pool->job;
        done = pool->jobs;
        pthread_mutex_unlock(&pool->mutex);
        job_work(pool, &job, worker->number);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* The pool of all CPUs that was given back last. A comparison wants one thousands of times a run,
 * and starting sixteen threads takes longer than many of them do. */
static struct {
    pthread_mutex_t mutex;
    struct cpu_pool *pool;
} spare = { .mutex = PTHREAD_MUTEX_INITIALIZER };

/* Leaves `pool` there, which may be NULL, and returns the one that was. */
static struct cpu_pool *spare_swap(struct cpu_pool *pool)
{
    pthread_mutex_lock(&spare.mutex);
    struct cpu_pool *before = spare.pool;
    spare.pool = pool;
    pthread_mutex_unlock(&spare.mutex);
    return before;
}

static void pool_end(struct cpu_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->ending = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 1; i < pool->threads; i++)
        pthread_join(pool->workers[i - 1].thread, NULL);
    pthread_cond_destroy(&pool->end);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->mutex);
    free(pool->workers);
    free(pool->cpus);
    free(pool);
}

struct cpu_pool *cpu_pool_create(uint32_t threads)
{
    struct cpu_pool *pool = threads == 0 ? spare_swap(NULL) : NULL;
    size_t count;
    int *cpus = need(cpu_affinity_usable(&count));
    if (pool && pool->cpu_count == count && memcmp(pool->cpus, cpus, count * sizeof(*cpus)) == 0) {
        free(cpus);
        return pool;
    }
    pool_end(pool);
    pool = need_zeroed(1, sizeof(*pool));
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    pool->cpus = cpus;
    pool->cpu_count = count;
    threads = threads > 0 ? threads : (uint32_t)count;
    pool->workers = need_zeroed(threads, sizeof(*pool->workers));
    for (pool->threads = 1; pool->threads < threads; pool->threads++) {
        struct worker *worker = &pool->workers[pool->threads - 1];
        *worker = (struct worker){ .pool = pool, .number = pool->threads };
        if (os_thread_start(&worker->thread, worker_main, worker) != 0)
            break;
    }
    return pool;
}

void cpu_pool_destroy(struct cpu_pool **handle)
{
    struct cpu_pool *pool = *handle;
    *handle = NULL;
    if (pool && !pool->pinned && pool->threads > 1 && pool->threads == pool->cpu_count)
        pool = spare_swap(pool);
    pool_end(pool);
}

uint32_t cpu_pool_threads(const struct cpu_pool *pool)
{
    return pool->threads;
}

void cpu_pool_run(struct cpu_pool *pool, size_t count, size_t chunk, cpu_pool_fn *fn, void *context)
{
    const struct worker_job job = { .fn = fn, .context = context, .count = count, .chunk = chunk };
    if (!pool) {
        fn(context, 0, 0, count);
        return;
    }
    atomic_store(&pool->next, 0);
    if (pool->threads == 1) {
        job_work(pool, &job, 0);
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->job = job;
    pool->busy = pool->threads - 1;
    pool->jobs++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->mutex);
    job_work(pool, &job, 0);
    pthread_mutex_lock(&pool->mutex);
    while (pool->busy > 0)
        pthread_cond_wait(&pool->end, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

struct each_job {
    cpu_pool_each_fn *fn;
    void *context;
};

static void each_run(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct each_job *job = context;
    (void)thread;
    for (size_t at = begin; at < end; at++)
        job->fn(job->context, at);
}

void cpu_pool_each(struct cpu_pool *pool, size_t count, size_t chunk, cpu_pool_each_fn *fn,
                   void *context)
{
    struct each_job job = { fn, context };
    cpu_pool_run(pool, count, chunk, each_run, &job);
}

void cpu_pool_pause(uint32_t looks)
{
    enum { LOOKS_BEFORE_YIELD = 256 };
    if (looks >= LOOKS_BEFORE_YIELD)
        os_thread_yield();
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Thread number `number`; the caller is 0. */
static bool pin(const struct cpu_pool *pool, pthread_t thread, uint32_t number)
{
    return cpu_affinity_pin(thread, pool->cpus[number % pool->cpu_count]);
}

uint32_t cpu_pool_pin(struct cpu_pool *pool)
{
    for (uint32_t i = 1; i < pool->threads && !pool->pinned; i++)
        pool->workers_pinned += pin(pool, pool->workers[i - 1].thread, i);
    pool->pinned = true;
    return pool->workers_pinned + pin(pool, pthread_self(), 0);
}

void cpu_pool_unpin(struct cpu_pool *pool)
{
    cpu_affinity_release(pthread_self(), pool->cpus, pool->cpu_count);
}

size_t cpu_choice_fastest(size_t ways, cpu_choice_fn *fn, void *context)
{
    double least_ns[CPU_CHOICE_MAX];
    size_t fastest = 0;
    assert(ways > 0 && ways <= CPU_CHOICE_MAX);
    for (size_t way = 0; way < ways; way++) {
        least_ns[way] = INFINITY;
        fn(context, way);
    }
    for (int turn = 0; turn < CPU_CHOICE_TURNS; turn++) {
        for (size_t way = 0; way < ways; way++) {
            const double begin_ns = clock_now_ns();
            fn(context, way);
            least_ns[way] = fmin(least_ns[way], clock_now_ns() - begin_ns);
        }
    }
    for (size_t way = 1; way < ways; way++)
        if (least_ns[way] < least_ns[fastest])
            fastest = way;
    return fastest;
}
