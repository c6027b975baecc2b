/* SPDX-License-Identifier: MIT */
/*
 * stream_loops_check.h: loops of host/loops.h against a walk in plain C. Apart from the unit test,
 * so that what another processor emulates needs no library for it.
 */
#ifndef CLAIMCHECK_TESTS_BENCH_STREAM_REDUCTION_STREAM_LOOPS_CHECK_H
#define CLAIMCHECK_TESTS_BENCH_STREAM_REDUCTION_STREAM_LOOPS_CHECK_H

#include "bench/stream_reduction/host/loops.h"

#include <stdbool.h>

enum { STREAM_LOOPS_CHECK_MESSAGE = 256 };

/*
 * Of every size from 0 to `most`, of both kinds of entries: input and output end where the next
 * page may not be touched, words before the output must stay, room is exact or that of all entries.
 * False with what was wrong in `message`; what reads or writes too far ends the process.
 */
bool stream_loops_check(const struct stream_loops *loops, size_t most,
                        char message[STREAM_LOOPS_CHECK_MESSAGE]);

#endif
