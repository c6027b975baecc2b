/* SPDX-License-Identifier: MIT */
/* text_kind.h: what a file holds that was given in place of a run, a kernel or a picture. */
#ifndef CLAIMCHECK_HARNESS_BASE_TEXT_KIND_H
#define CLAIMCHECK_HARNESS_BASE_TEXT_KIND_H

#include <stddef.h>

/* A phrase that goes behind "is ": "a Git LFS pointer: fetch the file with git lfs pull". NULL for
 * what has no mark of another kind. Static storage. */
const char *text_kind(const char *text, size_t size);

/* text_kind() of what is to be a shader's source: other languages, too. */
const char *text_kind_source(const char *text, size_t size);

#endif
