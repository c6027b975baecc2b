/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"
#include "harness/os/os.h"
#include "tests/unit.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ELEMENTS_MAX = 10000, THREADS_MAX = 64 };

/* How often an element was had, and by which thread. */
struct record {
    uint8_t times[ELEMENTS_MAX];
    uint32_t thread[ELEMENTS_MAX];
    atomic_uint calls;
    size_t longest[THREADS_MAX];
};

static void mark(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct record *record = context;
    atomic_fetch_add(&record->calls, 1);
    if (record->longest[thread] < end - begin)
        record->longest[thread] = end - begin;
    for (size_t i = begin; i < end; i++) {
        record->times[i]++;
        record->thread[i] = thread;
    }
}

static void assert_each_once(const struct record *record, size_t count)
{
    for (size_t i = 0; i < ELEMENTS_MAX; i++)
        assert_int_equal(record->times[i], i < count ? 1 : 0);
}

TEST(test_static_shares_are_each_threads_own)
{
    static const size_t counts[] = { 0, 1, 3, 4, 7, 1000, ELEMENTS_MAX };
    for (uint32_t threads = 1; threads <= 5; threads++) {
        struct cpu_pool *pool = cpu_pool_create(threads);
        assert_int_equal(cpu_pool_threads(pool), threads);
        for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++) {
            CLEANUP(free_pointer) struct record *record = calloc(1, sizeof(*record));
            const size_t count = counts[k];
            cpu_pool_run(pool, count, 0, mark, record);
            assert_each_once(record, count);
            assert_int_equal(record->calls, count < threads ? count : threads);
            for (size_t i = 1; i < count; i++)
                assert_true(record->thread[i] == record->thread[i - 1] ||
                            record->thread[i] == record->thread[i - 1] + 1);
        }
        cpu_pool_destroy(&pool);
        assert_null(pool);
    }
}

TEST(test_chunks_cover_all_elements_once)
{
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(4);
    for (size_t chunk = 1; chunk < 40; chunk += 6) {
        CLEANUP(free_pointer) struct record *record = calloc(1, sizeof(*record));
        cpu_pool_run(pool, 1001, chunk, mark, record);
        assert_each_once(record, 1001);
        assert_int_equal(record->calls, (1001 + chunk - 1) / chunk);
        for (int i = 0; i < 4; i++)
            assert_true(record->longest[i] <= chunk);
    }
}

static void mark_one(void *context, size_t at)
{
    ((struct record *)context)->times[at]++;
}

TEST(test_each_element_has_a_call)
{
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(3);
    for (size_t chunk = 0; chunk < 9; chunk += 4) {
        CLEANUP(free_pointer) struct record *record = calloc(1, sizeof(*record));
        cpu_pool_each(chunk == 8 ? NULL : pool, 1001, chunk, mark_one, record);
        assert_each_once(record, 1001);
    }
}

static void add(void *context, uint32_t thread, size_t begin, size_t end)
{
    uint64_t *sums = context;
    for (size_t i = begin; i < end; i++)
        sums[8 * thread] += i;
}

TEST(test_many_jobs_follow_each_other)
{
    uint64_t sums[8 * 3] = { 0 };
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(3);
    for (int i = 0; i < 2000; i++)
        cpu_pool_run(pool, 100, i % 2 ? 7 : 0, add, sums);
    assert_int_equal(sums[0] + sums[8] + sums[16], 2000 * 4950);
    cpu_pool_destroy(&pool); /* and NULL at the end */
}

static void block_sigint(void *context, uint32_t thread, size_t begin, size_t end)
{
    sigset_t mask;
    atomic_uint *blocked = context;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    if (thread > 0 && sigismember(&mask, SIGINT))
        atomic_fetch_add(blocked, 1);
}

TEST(test_signals_are_for_the_caller)
{
    atomic_uint blocked = 0;
    sigset_t mask;
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(3);
    cpu_pool_run(pool, 3, 0, block_sigint, &blocked);
    assert_int_equal(blocked, 2);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    assert_false(sigismember(&mask, SIGINT));
}

/* Affinity ------------------------------------------------------------------------------------- */

struct masks {
    cpu_set_t of[THREADS_MAX];
};

static void mask_read(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct masks *masks = context;
    sched_getaffinity(0, sizeof(masks->of[thread]), &masks->of[thread]);
}

/* So many CPUs are the caller's, one is each of the others'. */
static void assert_masks(struct cpu_pool *pool, int of_the_caller)
{
    struct masks masks;
    cpu_set_t all;
    CPU_ZERO(&all);
    cpu_pool_run(pool, cpu_pool_threads(pool), 0, mask_read, &masks);
    for (uint32_t i = 0; i < cpu_pool_threads(pool); i++) {
        assert_int_equal(CPU_COUNT(&masks.of[i]), i == 0 ? of_the_caller : 1);
        CPU_OR(&all, &all, &masks.of[i]);
    }
    assert_int_equal(CPU_COUNT(&all), cpu_pool_threads(pool));
}

TEST(test_pinned_threads_have_a_cpu_each)
{
    size_t usable;
    CLEANUP(free_pointer) int *cpus = cpu_affinity_usable(&usable);
    if (usable > THREADS_MAX || cpus[0] < 0)
        skip();
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(0);
    assert_int_equal(cpu_pool_threads(pool), usable);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cpu_pool_pin(pool), usable);
        assert_masks(pool, 1);
        cpu_pool_unpin(pool);
        assert_masks(pool, (int)usable);
    }
}

/* Runs the function in a process of its own, whose masks and rights are its own. */
static void in_a_child(bool (*run)(void))
{
    int status;
    const pid_t child = fork();
    if (child == 0)
        _exit(run() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static bool mask_of_one(void)
{
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET((size_t)sched_getcpu(), &mask);
    if (sched_setaffinity(0, sizeof(mask), &mask) != 0)
        return false;
    struct cpu_pool *pool = cpu_pool_create(0), *three = cpu_pool_create(3);
    uint64_t sums[8 * 3] = { 0 };
    const bool one = cpu_pool_threads(pool) == 1 && cpu_pool_pin(pool) == 1;
    const bool shared = cpu_pool_threads(three) == 3 && cpu_pool_pin(three) == 3;
    cpu_pool_run(pool, 100, 0, add, sums);
    cpu_pool_run(three, 100, 0, add, sums);
    cpu_pool_destroy(&pool);
    cpu_pool_destroy(&three);
    return one && shared && sums[0] + sums[8] + sums[16] == 2 * 4950;
}

TEST(test_one_cpu_in_the_mask_is_one_thread)
{
    in_a_child(mask_of_one);
}

/* From here on the kernel refuses a system call to this process, as sandboxes do. */
static bool refuse(int call)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static bool pins_refused(void)
{
    uint64_t sums[8 * 2] = { 0 };
    struct cpu_pool *pool = cpu_pool_create(2);
    if (!refuse(SYS_sched_setaffinity))
        return true; /* no such filters here */
    const bool none = cpu_pool_pin(pool) == 0;
    cpu_pool_run(pool, 100, 0, add, sums);
    cpu_pool_unpin(pool);
    cpu_pool_destroy(&pool);
    return none && sums[0] + sums[8] == 4950;
}

static bool mask_unknown(void)
{
    size_t usable;
    if (!refuse(SYS_sched_getaffinity))
        return true;
    CLEANUP(free_pointer) int *cpus = cpu_affinity_usable(&usable);
    CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(0);
    const bool one = usable == 1 && cpus[0] == -1 && cpu_pool_threads(pool) == 1;
    const bool none = cpu_pool_pin(pool) == 0;
    cpu_pool_unpin(pool);
    return one && none;
}

TEST(test_a_system_that_pins_nothing_is_no_error)
{
    in_a_child(pins_refused);
    in_a_child(mask_unknown);
}

struct chain {
    atomic_size_t done; /* chunks whose turn is over */
    size_t chunk;
};

/* Each chunk waits for those before it. */
static void wait_for_before(void *context, uint32_t thread, size_t begin, size_t end)
{
    struct chain *chain = context;
    for (uint32_t looks = 0; atomic_load(&chain->done) != begin / chain->chunk; looks++)
        cpu_pool_pause(looks);
    atomic_fetch_add(&chain->done, 1);
}

/* More threads than there are CPUs, too. */
TEST(test_a_chunk_may_wait_for_those_before_it)
{
    for (uint32_t threads = 1; threads <= 16; threads *= 4) {
        CLEANUP(cpu_pool_destroy) struct cpu_pool *pool = cpu_pool_create(threads);
        struct chain chain = { .chunk = 3 };
        cpu_pool_pin(pool);
        cpu_pool_run(pool, 1000, chain.chunk, wait_for_before, &chain);
        cpu_pool_unpin(pool);
        assert_int_equal(chain.done, 334);
    }
}
