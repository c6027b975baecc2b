/* SPDX-License-Identifier: MIT */
#include "harness/engine/cpu/cpu.h"
#include "tests/bench/stream_reduction/stream_loops_check.h"
#include "tests/sanitized.h"
#include "tests/unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = SANITIZED ? 2500 : 5000 };

TEST(test_each_set_of_instructions_compacts_all_sizes)
{
    char message[STREAM_LOOPS_CHECK_MESSAGE];
    for (size_t i = 0; i < stream_loops_count; i++) {
        const struct stream_loops *loops = stream_loops[i];
        if (loops->needs & ~cpu_features()) {
            print_message("%s: not on this host\n", loops->name);
            continue;
        }
        if (!stream_loops_check(loops, MOST, message))
            fail_msg("%s", message);
    }
}

TEST(test_the_widest_that_is_there_is_taken)
{
    assert_string_equal(stream_loops_best(0)->name, "plain");
    for (size_t i = 0; i < stream_loops_count; i++)
        assert_true(!(stream_loops_best(stream_loops[i]->needs)->needs & ~stream_loops[i]->needs));
#if defined(__x86_64__)
    const uint32_t avx2 = CPU_FEATURE_AVX2 | CPU_FEATURE_POPCNT;
    assert_string_equal(stream_loops_best(avx2)->name, "avx2");
    assert_string_equal(stream_loops_best(avx2 | CPU_FEATURE_AVX512F)->name, "avx512");
    assert_string_equal(stream_loops_best(CPU_FEATURE_AVX512F)->name, "plain");
#endif
}

/* Faults that the check must see, in the plain loops' place. */
static enum fault { LOSE_LAST, SWAP_TWO, WRITE_BEFORE, WRITE_BEYOND, COUNT_MORE } planted;

static size_t faulty_compact(uint32_t *to, size_t room, const uint32_t *from, size_t entries)
{
    if (planted == WRITE_BEFORE)
        to[-1] = 0;
    if (planted == WRITE_BEYOND)
        ((volatile uint32_t *)to)[room] = 0;
    const size_t count = stream_loops_best(0)->index.compact(to, room, from, entries);
    if (planted == SWAP_TWO && count > 100) {
        const uint32_t first = to[99];
        to[99] = to[100];
        to[100] = first;
    }
    return count - (planted == LOSE_LAST && count > 1000);
}

static size_t faulty_count(const uint32_t *from, size_t entries)
{
    return stream_loops_best(0)->index.count(from, entries) +
           (planted == COUNT_MORE && entries == 77);
}

static bool check_with(enum fault fault, size_t most, char *message)
{
    struct stream_loops loops = *stream_loops_best(0);
    loops.index.count = faulty_count;
    loops.index.compact = faulty_compact;
    planted = fault;
    return stream_loops_check(&loops, most, message);
}

TEST(test_the_check_sees_faults)
{
    static const struct {
        enum fault fault;
        const char *said;
    } faults[] = {
        { LOSE_LAST, "the count is wrong" },
        { SWAP_TWO, "the output is wrong" },
        { WRITE_BEFORE, "words before the output were written" },
        { COUNT_MORE, "the entries are counted wrongly" },
    };
    char message[STREAM_LOOPS_CHECK_MESSAGE];
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        assert_false(check_with(faults[i].fault, MOST, message));
        assert_holds(message, faults[i].said);
    }
}

/* Ends by the signal, whatever a sanitizer would make of it. */
TEST(test_a_write_beyond_the_room_ends_the_process)
{
    int status;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char message[STREAM_LOOPS_CHECK_MESSAGE];
        signal(SIGSEGV, SIG_DFL);
        check_with(WRITE_BEYOND, 100, message);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}
