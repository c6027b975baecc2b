/* SPDX-License-Identifier: MIT */
/* expression.h: regular expressions, which are not to take all time and memory. */
#ifndef CLAIMCHECK_HARNESS_BASE_EXPRESSION_H
#define CLAIMCHECK_HARNESS_BASE_EXPRESSION_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

enum { EXPRESSION_SIZE_MAX = 4096, EXPRESSION_DEPTH_MAX = 32 };

enum { EXPRESSION_BEGIN_BYTES = 96 };

/*
 * NULL, or why an extended regular expression is not to be compiled: it has, with all that is
 * repeated written out, more than EXPRESSION_SIZE_MAX characters, groups deeper than
 * EXPRESSION_DEPTH_MAX, what is repeated more than thrice in a row, or refers back to a group, for
 * which there is no bound of the time. Whether it is one at all is for regcomp() to say.
 */
const char *expression_refuse(const char *text);

/*
 * Compiles one of a command line, extended and without places, by further flags of regcomp(): it
 * may be as long as a line is, and what is repeated adds EXPRESSION_SIZE_MAX at most. False with a
 * message of trouble.h, which begins with `what`, such as "the filter "; there is nothing to free
 * then.
 */
bool expression_compile(regex_t *expression, const char *what, const char *text, int flags);

/*
 * An extended expression that many names are held against, in two parts: the characters that all of
 * its matches begin with, and what follows them. Names without the former need no regexec(), and
 * that of the C library keeps 2 KiB for each character that it comes by.
 */
struct expression {
    regex_t rest;
    size_t begin_length; /* 0: the rest is the whole */
    char begin[EXPRESSION_BEGIN_BYTES];
};

/* Compiles it, without places. Returns what regcomp() does; only at 0 is it to be finished. */
int expression_init(struct expression *expression, const char *text);
bool expression_matches(const struct expression *expression, const char *name);
void expression_finish(struct expression *expression);

#endif
