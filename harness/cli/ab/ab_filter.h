/* SPDX-License-Identifier: MIT */
/* ab_filter.h: expressions that select rows by their names. */
#ifndef CLAIMCHECK_HARNESS_CLI_AB_AB_FILTER_H
#define CLAIMCHECK_HARNESS_CLI_AB_AB_FILTER_H

#include "harness/analysis/gate/gate_rows.h"

#include <regex.h>

/* The user's expression, for regfree(). False with a one-line message where it is none. */
bool ab_filter_compile(const char *user, regex_t *expression);

/* Selects what has one of these names and nothing else; malloc'ed, NULL when memory runs out. */
char *ab_filter_names(const char *const *names, size_t count);

/*
 * *filter selects, of a session without any rows yet, what the user's expression does (NULL:
 * *filter is NULL, too) and the controls; later the rows that are open, by their whole names,
 * or where those would be too long for an argument, as at first. malloc'ed. False when memory runs
 * out.
 */
bool ab_filter_make(const char *user, const char *const *controls, const struct gate_rows *rows,
                    char **filter);

/* Selects the rows for which `is_wanted` says so, and nothing else; malloc'ed, NULL when memory
 * runs out, "" where there is none. */
char *ab_filter_rows(const struct gate_rows *rows, bool (*is_wanted)(const struct gate_row *row));

#endif
