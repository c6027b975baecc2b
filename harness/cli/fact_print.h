/* SPDX-License-Identifier: MIT */
/* fact_print.h: facts for people, and as a table. */
#ifndef CLAIMCHECK_HARNESS_CLI_FACT_PRINT_H
#define CLAIMCHECK_HARNESS_CLI_FACT_PRINT_H

#include "harness/base/facts.h"
#include "harness/views/sheet/sheet.h"

/* On stdout: one line each, "name value"; a table has a line per row. */
void fact_print_all(const struct facts *facts);

/* A row each, of a table one for each cell; what lines say is in tables. */
void fact_view(struct sheet *sheet, const void *facts); /* struct facts */

#endif
