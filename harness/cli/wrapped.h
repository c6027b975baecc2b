/* SPDX-License-Identifier: MIT */
/* wrapped.h: standard output of a part of the program, in lines of so many columns: wrap.h. */
#ifndef CLAIMCHECK_HARNESS_CLI_WRAPPED_H
#define CLAIMCHECK_HARNESS_CLI_WRAPPED_H

#include <stdbool.h>
#include <stdio.h>

struct wrapped {
    FILE *out; /* standard output as it was; NULL: nothing is wrapped */
    char *text;
    size_t bytes;
    unsigned columns;
};

/* Until wrapped_end(), stdout takes what is printed in memory. columns 0: it is as it was. False
 * when memory runs out; nothing is wrapped then. */
bool wrapped_begin(struct wrapped *wrapped, unsigned columns);
void wrapped_end(struct wrapped *wrapped);

#endif
