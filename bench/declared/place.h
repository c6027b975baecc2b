/* SPDX-License-Identifier: MIT */
/* place.h: lines of a JSON text. */
#ifndef CLAIMCHECK_BENCH_DECLARED_PLACE_H
#define CLAIMCHECK_BENCH_DECLARED_PLACE_H

#include <stddef.h>

enum { DECLARED_PLACE_DEPTH = 20 };

/* The way to a value: keys of objects, indices of arrays where the key is NULL. */
struct declared_place {
    struct declared_step_into {
        const char *key;
        size_t index;
    } steps[DECLARED_PLACE_DEPTH];
    size_t depth;
};

/* The value that was looked up last in a text; zeroed at first. What is read next is mostly near,
 * and a long text is not gone through anew for each value. */
struct declared_found {
    struct declared_place place;
    const char *at[DECLARED_PLACE_DEPTH]; /* where the value of each step begins */
    const char *counted;                  /* the newlines before it are: */
    int newlines;
};

/* The line, from 1, that the value begins on, in JSON that was read; that of what holds it where it
 * is not there. */
int declared_place_line(const struct declared_place *place, const char *text, size_t size,
                        struct declared_found *last);

/* "variants.look_back.steps[2].bind[1]", cut where it does not fit. */
void declared_place_print(const struct declared_place *place, char *text, size_t bytes);

#endif
