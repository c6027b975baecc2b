/* SPDX-License-Identifier: MIT */
/* table_parts.h: parts of the run table. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_PARTS_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_PARTS_H

#include "harness/record/catalogue.h"
#include "harness/record/run/run.h"
#include "harness/record/run/run_case.h"
#include "harness/views/table/table.h"
#include "harness/views/table/table_text.h"

/* Labels of cases beside each other. */

enum { TABLE_LABEL_AXES_MAX = 12 };

/* Common parts of a group's cases, beyond those in the workload's name. */
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

/* Notes that a reader needs before trusting a row, and the meaning of their words. */

/* Notes that differ between places. */
struct table_note_options {
    bool outliers;  /* how many there are, as well */
    bool wall_said; /* the head of the group says that all are judged by wall time */
};

/*
 * "wall time, drift +3.1 %, only 7 samples" of a case that is ok, or nothing. `apart` is its ratio
 * between device and host, in the same words, or "". Of a run on a software device neither drift
 * nor two speeds: those table_note_software_view() tells once.
 */
void table_note(char cell[TABLE_CELL_BYTES], const struct run *run, const struct run_case *c,
                const char *apart, struct table_note_options options);

/* A line for each kind of note that one of the cases has, but for those in *explained, a bit each,
 * to which it adds them. `apart`: ratios between device and host are among them. */
void table_note_legend_view(struct sheet *sheet, const struct run *run,
                            const struct run_case *const *cases, size_t count, bool apart,
                            unsigned *explained);

/* On a software device, how many of the cases drift or have two speeds. */
void table_note_software_view(struct sheet *sheet, const struct run *run,
                              const struct run_case *const *cases, size_t count);

/* The cells of a case. */

enum table_column {
    TABLE_MEDIAN,
    TABLE_INTERVAL, /* half of it, in percent of the median */
    TABLE_SPEEDUP,
    TABLE_RATE,  /* of the work declared, where labels leave room */
    TABLE_ITEMS, /* of the items declared, likewise */
    TABLE_WALL,  /* from here on where there is room */
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
    char mark; /* of the best, see table_fastest_mark(); ' ': none */
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

/* The cases of one workload, and which of them is the fastest. */

/* True for cases that have a row: not those that the filter leaves out, nor twins that no file
 * concerns; nor, where there are `others`, ceilings that are well. */
bool table_group_shows(const struct table_options *options, const struct run_case *c, bool others);

/* Those that have one, and what their notes mean unless it is *explained; nothing without any. */
void table_group_view(struct sheet *sheet, const struct run *run, const char *workload,
                      const struct table_options *options, bool others, unsigned *explained);

/* The lines of a table that say which cases of a workload are the fastest. */

/*
 * Of each kind and cache mode that has a verified case; one host-driven case beside those of the
 * GPU is not the fastest of anything. One case is named, and set bold, only where paired ratios put
 * it before all others (analysis/limits/limits.h); else it says how many are within noise, and
 * names those that have too few rounds in common with it to tell. The time is the median of the
 * first. Cases of the host have a line of their own, where there are several, when the GPU has any.
 * `common` is not named, as in the rows. `catalogue` as in table.h.
 */
void table_fastest_view(struct sheet *sheet, const struct run *run, const char *workload,
                        const struct table_label_common *common, const struct catalogue *catalogue);

/* Marks the rows: '*' the one that is named, '~' those within noise. */
void table_fastest_mark(struct table_row *rows, size_t count, const struct run *run,
                        const char *workload, const struct catalogue *catalogue);

/* The lines of a table that say how kernels of the user's compare with those that they stand in
 * for. */

/*
 * For each twin of the workload its time over its original's, with the interval and what that says
 * (override.h), and below it what differs between the kernels, those that are alike in several
 * cases once. Nothing for a workload without twins.
 */
void table_override_view(struct sheet *sheet, const struct run *run, const char *workload,
                         const struct attempts *attempts);

/* Limits of a device, for people. */

/*
 * A few lines: bandwidth of the largest working set, and the highest of all; rates, costs of steps;
 * the same of threads of the host. `all`: a line per working set instead. Nothing of what was not
 * measured.
 */
void table_ceilings_view(struct sheet *sheet, const struct run_ceilings *ceilings, bool all);

/* Adds as data the numbers of `ceilings` of the run file, a row each. */
void table_limits_data_view(struct sheet *sheet, const struct run_ceilings *ceilings);

/* Writes "device limits, measured 3 h ago: about 3.00 TB/s of memory, 63.5 TFLOP/s";
 * "device limits: neither memory nor arithmetic" of others; nothing where none is known. */
void table_limits_text(char line[TABLE_CELL_BYTES], const struct run *run,
                       const struct run_ceilings *ceilings);

/* Adds ", measured 3 h ago" before the run began, where an earlier one has measured them. */
void table_ceilings_age(char line[TABLE_CELL_BYTES], const struct run *run);

#endif
