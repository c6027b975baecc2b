/* SPDX-License-Identifier: MIT */
/* run_options.h: the options of `run`, and of what plans as it does, as a request. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUN_OPTIONS_H
#define CLAIMCHECK_HARNESS_CLI_RUN_OPTIONS_H

#include "harness/cli/command.h"
#include "harness/cli/options.h"
#include "harness/cli/session/run_request.h"

/* The check of --profile, for a table of options. */
bool run_options_profile(const char *name);

/*
 * Of options that were checked. The arguments that they were read from outlive the request. Without
 * --seed the seed comes from the date. False with a one-line message.
 */
bool run_options_request(struct run_request *request, const struct options *options,
                         const struct technique *const *techniques);

/* Reads arguments as the command `run` takes them. */
struct run_reader run_options_reader(const struct command *run,
                                     const struct technique *const *techniques);

/* Whether the variable CI is set, and is neither 0 nor false. */
bool run_options_ci(void);

#endif
