/* SPDX-License-Identifier: MIT */
/* compare_several_rows.h: what stands in one line of tables of several runs. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SEVERAL_ROWS_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_SEVERAL_ROWS_H

#include "harness/views/compare/compare_several_view.h"

/* A case of A and its row of each comparison; NULL where that has none. */
struct compare_several_row {
    const struct run_case *a;
    const struct compare_row *rows[COMPARE_SEVERAL_MAX];
};

/* Begins as zero. The next case of A of which any comparison has a row; false at the end. */
struct compare_several_walk {
    size_t next;                         /* case of A */
    size_t cursors[COMPARE_SEVERAL_MAX]; /* row of each comparison */
};
bool compare_several_next(const struct compare_several *several, struct compare_several_walk *walk,
                          struct compare_several_row *row);

/* That of the technique and clock of another one's; NULL where a comparison has none with rows. */
const struct compare_technique *compare_several_technique(const struct compare *compare,
                                                          const struct compare_technique *like);

/* The first comparison's that is neither in it nor in those before; see above. */
bool compare_several_is_first(const struct compare_several *several, size_t compare,
                              const struct compare_technique *technique);

/* Claim i of each run, A first; false where no run tells anything of it. */
bool compare_several_claim(const struct compare_several *several, size_t i,
                           const struct claims_entry *entries[COMPARE_SEVERAL_MAX]);
size_t compare_several_claim_count(const struct compare_several *several);

#endif
