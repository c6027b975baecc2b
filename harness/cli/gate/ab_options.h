/* SPDX-License-Identifier: MIT */
/* ab_options.h: what was asked of `ab`, in numbers. */
#ifndef CLAIMCHECK_HARNESS_CLI_GATE_AB_OPTIONS_H
#define CLAIMCHECK_HARNESS_CLI_GATE_AB_OPTIONS_H

#include "harness/cli/options.h"
#include "harness/session/ab/ab_session.h"

/* False with a one-line message where an option's value is none. Strings are those of the options;
 * without kernels, which are to be read. */
bool ab_options_take(const struct options *options, struct ab_params *params,
                     struct gate_exit *rule);

#endif
