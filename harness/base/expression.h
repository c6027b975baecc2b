/* SPDX-License-Identifier: MIT */
/* expression.h: regular expressions of files, which are not to take all time and memory. */
#ifndef CLAIMCHECK_HARNESS_BASE_EXPRESSION_H
#define CLAIMCHECK_HARNESS_BASE_EXPRESSION_H

enum { EXPRESSION_SIZE_MAX = 4096, EXPRESSION_DEPTH_MAX = 32 };

/*
 * NULL, or why an extended regular expression is not to be compiled: it has, with all that {n,m}
 * repeats written out, more than EXPRESSION_SIZE_MAX characters, groups deeper than
 * EXPRESSION_DEPTH_MAX, or refers back to a group, for which there is no bound of the time. Whether
 * it is one at all is for regcomp() to say.
 */
const char *expression_refuse(const char *text);

#endif
