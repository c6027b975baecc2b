/* SPDX-License-Identifier: MIT */
/* content.h: what a folder holds, as a text that changes with it. */
#ifndef CLAIMCHECK_BENCH_DECLARED_CONTENT_H
#define CLAIMCHECK_BENCH_DECLARED_CONTENT_H

#include "bench/declared/spec.h"
#include "harness/base/base.h"

/*
 * Adds "NAME SHA256" of each file in the folder and below it, in order, links followed, and of
 * files elsewhere that a command's word names by its whole path; ".git" is left out, and so are
 * kernels that steps name: the compiler alone reads them. With `programs` technique.json and
 * claims.json are left out, too. False where a file cannot be read, or there are more than 4096.
 */
bool declared_content_add(struct text *text, const struct declared_spec *spec, bool programs);

#endif
