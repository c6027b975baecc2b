/* SPDX-License-Identifier: MIT */
/* table_row.h: the cells of a case. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_ROW_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_ROW_H

#include "harness/record/run/run.h"
#include "harness/views/table/table_label.h"
#include "harness/views/table/table_note.h"

enum table_column {
    TABLE_MEDIAN,
    TABLE_INTERVAL, /* half of it, in percent of the median */
    TABLE_SPEEDUP,
    TABLE_WALL, /* from here on where there is room */
    TABLE_FLOOR,
    TABLE_PROBE,
    TABLE_CHECK,
    TABLE_UNIT, /* in wide tables alone */
    TABLE_COLUMN_COUNT,
};

extern const char *const table_row_titles[TABLE_COLUMN_COUNT];

enum { TABLE_NUMBER_BYTES = 64 };

struct table_row {
    const struct run_case *c;
    char label[TABLE_CELL_BYTES];
    char cells[TABLE_COLUMN_COUNT][TABLE_NUMBER_BYTES]; /* "" where there is nothing to say */
    char note[TABLE_CELL_BYTES];                        /* the reason, of a case that is not ok */
};

/* True when one of the two is of the device and one of the host: then the ratio is no speed-up of a
 * method, and stands in the notes. */
bool table_row_is_apart(const struct run *run, const struct run_case *c);

/* common: of its group. */
void table_row_init(struct table_row *row, const struct run *run, const struct run_case *c,
                    const struct table_label_common *common, struct table_note_options notes);

#endif
