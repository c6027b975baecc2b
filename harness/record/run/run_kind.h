/* SPDX-License-Identifier: MIT */
/* run_kind.h: what a document is that is no run. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_KIND_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_KIND_H

#include <jansson.h>

/* "it is a trace: ...", with the command that takes it; NULL where that cannot be told. */
const char *run_kind_other(const json_t *document);

#endif
