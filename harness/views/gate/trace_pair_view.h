/* SPDX-License-Identifier: MIT */
/* trace_pair_view.h: two traces side by side, as a sheet: a table of passes for each case. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_GATE_TRACE_PAIR_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_GATE_TRACE_PAIR_VIEW_H

#include "harness/analysis/gate/trace_pair.h"
#include "harness/views/sheet/sheet.h"

void trace_pair_view(struct sheet *sheet, const void *pair); /* struct trace_pair */

#endif
