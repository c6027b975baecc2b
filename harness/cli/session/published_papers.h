/* SPDX-License-Identifier: MIT */
/* published_papers.h: the papers that a command is about: those of --published and of folders that
 * declare techniques, or else those of results/published/. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_PUBLISHED_PAPERS_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_PUBLISHED_PAPERS_H

#include "harness/analysis/published/published.h"
#include "harness/bench.h"

/* True where a folder among the techniques has a paper. NULL: there are none. */
bool published_papers_in_folders(const struct technique *const *techniques);

/* Reads them. False with a message, as published_list_open(); the list is to be finished either
 * way. */
bool published_papers_open(struct published_list *list, const char *const *files, size_t count,
                           const struct technique *const *techniques);

#endif
