/* SPDX-License-Identifier: MIT */
/* why_made.h: a device with round prices, and made cases of it, for tests of why.h. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_WHY_MADE_H
#define CLAIMCHECK_TESTS_ANALYSIS_WHY_MADE_H

#include "harness/analysis/why/why.h"
#include "tests/analysis/judged_run.h"

/*
 * A device with round prices: 1 TB/s, 1e12 operations per second, half of them where they must not
 * be fused; 1e9 atomics; a dispatch 2 µs, an indirect one 5 µs, a fill 1 µs, a copy 3 µs; loads 100
 * ns, rounds 50 ns.
 */
static inline struct run *device(void)
{
    struct run *run = run_of(json_array());
    const struct run_ceilings_curve curve = { .count = 1, .points = { { 1e6, 1e12 } } };
    run->device.multiprocessors = 100;
    run->ceilings = (struct run_ceilings){
        .copy = curve,
        .read = curve,
        .write = curve,
        .operations_per_s = 1e12,
        .single_per_s = 5e11,
        .atomics[BENCH_ATOMICS_ONE_WORD] = { 1e9, 1e9 },
        .latencies = { { 1e3, 100 } },
        .latency_count = 1,
        .dependent_ns = 2000,
        .indirect_ns = 5000,
        .fill_ns = 1000,
        .copy_ns = 3000,
        .round_ns = 50,
        .round_trip_ns = 1e6,
        .empty_ns = 2e5,
    };
    return run;
}

/* A case of 1 ms with these members. */
static inline struct run_case *of(struct run *run, const char *members)
{
    return add(run, 1e6, members);
}

#define WORK(members)                                                                              \
    "'work':{'bytes_read':0,'bytes_written':0,'operations':0,'chain':0" members "}"
#define COUNTERS(members)                                                                          \
    "'counters':{'dispatches':0,'indirect_dispatches':0,'copies':0,'fills':0,'barriers':0,"        \
    "'submits':1,'host_returns':0" members "}"
#define LITTLE ",'operations':3e7,'bytes_read':5e6" /* operations 3 %, bytes 0.5 % */

/* The sentence on a case of the run, lent until the next call. */
static inline const char *why_of(const struct run *run, const struct run_case *c)
{
    static struct why why;
    why_find(&why, run, c);
    return why.text;
}

static inline void assert_why(const char *members, const char *text)
{
    RUN_AUTO *run = device();
    assert_string_equal(why_of(run, of(run, members)), text);
}

#define FURTHER "; the file has no further evidence."
#define NOTHING "The declared work (operations 3 %, memory under 1 %) does not limit it" FURTHER
#define UNLIMITED "the declared work (operations 3 %, memory under 1 %) does not limit it"
#define DECLARED UNLIMITED "."
#define KERNEL(statistics)                                                                         \
    "'kernels':[{'id':'k:1','name':'t/"                                                            \
    "k','sha256':'0','group_size':[8,8,1],'statistics':[" statistics "]}],"

#endif
