/* SPDX-License-Identifier: MIT */
/* table_label.h: what cases are called beside each other. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_LABEL_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_LABEL_H

#include "harness/record/run/run_case.h"
#include "harness/views/table/table_text.h"

enum { TABLE_LABEL_AXES_MAX = 12 };

/* What the cases of a group have in common, beside what the workload's name holds. */
struct table_label_common {
    const char *variant; /* of all; NULL: they differ */
    bool cold;           /* all of them */
    const struct run_axis
        *axes[TABLE_LABEL_AXES_MAX]; /* of all that have this axis, and two have */
    size_t axis_count;
};

void table_label_common(struct table_label_common *common, const struct run_case *const *cases,
                        size_t count);

/* "packed images:no cold"; empty when nothing is common. */
void table_label_common_text(char cell[TABLE_CELL_BYTES], const struct table_label_common *common);

/*
 * What a case is called beside others of its workload: its variant, the axes of its name that the
 * workload's name does not hold, and the cache mode unless it is hot; without what is common (NULL:
 * nothing is). The variant where nothing is left.
 */
void table_label(char cell[TABLE_CELL_BYTES], const struct run_case *c,
                 const struct table_label_common *common);

#endif
