/* SPDX-License-Identifier: MIT */
/* fact_print.h: facts as plain lines on stdout. */
#ifndef CLAIMCHECK_HARNESS_CLI_FACT_PRINT_H
#define CLAIMCHECK_HARNESS_CLI_FACT_PRINT_H

#include "harness/base/facts.h"

/* One line each, "name value"; a table has a line per row. */
void fact_print_all(const struct facts *facts);

#endif
