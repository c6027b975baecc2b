/* SPDX-License-Identifier: MIT */
/*
 * stream_loops_arm.c: stream_loops_check() of the widest loops, in a program of its own: for
 * neon.sh, which builds it for another processor. Exit code: 0, 1.
 */
#include "tests/bench/stream_reduction/stream_loops_check.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char message[STREAM_LOOPS_CHECK_MESSAGE];
    if (!stream_loops_check(stream_loops[0], 5000, message)) {
        printf("%s\n", message);
        return EXIT_FAILURE;
    }
    printf("%s: all sizes to 5000\n", stream_loops[0]->name);
    return EXIT_SUCCESS;
}
