/* SPDX-License-Identifier: MIT */
/* report_page.h: the pages that sections are written into; for the files of report/ alone. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_PAGE_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_PAGE_H

#include "harness/analysis/limits/limits.h"
#include "harness/base/text.h"
#include "harness/record/run/run_latest.h"
#include "harness/views/report/report.h"
#include "harness/views/sheet/sheet_escape.h"
#include "harness/views/svg/svg_chart.h"

#include <stdio.h>

/* Runs of one device, and each case of theirs once. */
struct report_device {
    const char *name;
    const struct claims_device *judged;
    const struct run *newest;
    struct run_latest latest;
    bool *claimed;                     /* of each of those: a verdict rests on it */
    struct recommendation_list advice; /* of the newest run */
    bool software, host_time;          /* host_time: its queue has no timestamps */
};

/* A claim that some run has a case of. */
struct report_row {
    size_t index;             /* of its entry, on every device */
    enum verdict_class class; /* the most surprising of the devices' */
    bool differs;             /* two devices have different words, both decided */
    double distance;          /* from the zone that confirms it, as a logarithm */
    enum claims_origin origin;
    const char *technique;
};

struct report_page {
    FILE *out;
    const struct text *written; /* what `out` has added so far, but for its buffer */
    const struct report_source *source;
    enum report_part part;
    enum report_detail detail;
    int moved;                     /* details of claims on the second page: 0 none, 1 of what is
                                      CONFIRMED, 2 of all */
    struct report_device *devices; /* in the order of the claims */
    size_t device_count;
    const char **techniques; /* names, in the order in which they are met */
    size_t technique_count, technique_room;
    struct report_row *rows; /* surprises first; what is not testable last */
    size_t row_count;
};

/* Links and cells of a page. Texts of files go through these, sheet_escape.h or markup_text(). */

/* The address of an id as sheet_escape_id() writes it, malloc'ed: cases and kernels are on the
 * second page, claims on the first. */
char *report_html_href(const struct report_page *page, const char *kind, const char *name);

/* A link to it, with the name as its words. */
void report_html_link(const struct report_page *page, const char *kind, const char *name,
                      const char *words);

/* The id as an attribute. */
void report_html_id(FILE *out, const char *kind, const char *name);

/* A cell of a terminal's table, without its marks. */
void report_html_cell(FILE *out, const char *cell);

/* Lines of a text for people, those joined that were broken to fit a terminal. */
void report_html_lines(FILE *out, const char *text);

/* A sentence, whose numbers stay with their signs. */
void report_html_say(FILE *out, const char *text);

/* Says a text, and empties it; nothing, `before` neither, where it is empty. */
void report_html_part(FILE *out, const char *before, struct text *text, const char *after);

/* The technique's title; its name where it has none. */
void report_html_title(const struct report_page *page, const char *technique);

void report_html_base64(FILE *out, const unsigned char *bytes, size_t count);

/* A note on times of a software device where one is among them; NULL. */
const char *report_page_stamp(const struct report_page *page);
bool report_page_is_software(const struct report_page *page);

/* True where the second page is too large already and will be written with less detail: the rest
 * of it need not be written. */
bool report_page_is_full(const struct report_page *page);

/* Names of devices, or how many, where that is shorter. */
void report_page_title(const struct report_page *page, void (*print)(FILE *, const char *));

/* Up to the first section, and behind the last. */
void report_page_begin(const struct report_page *page);
void report_page_end(const struct report_page *page);

/* Words, glyphs and meanings of verdicts. */
struct report_word {
    const char *style, *glyph, *means;
};
extern const struct report_word report_words[VERDICT_CLASS_COUNT];

/* Classes from good to bad, as bars have them, and surprises first, as lists do. */
enum { REPORT_WORDS_TOLD = VERDICT_CLASS_NOT_TESTABLE };
extern const enum verdict_class report_bar_order[REPORT_WORDS_TOLD];
extern const enum verdict_class report_list_order[REPORT_WORDS_TOLD];

/* "✓ CONFIRMED" */
void report_word_print(FILE *out, struct verdict verdict);

/* Prints the measured number, bold; `whole`: with its interval, its times and the other
 * stopwatch. */
void report_measured_print(FILE *out, const struct claims_entry *entry, bool whole);

/* Counts of each class as a bar, to a scale of `total`. */
void report_bar_print(FILE *out, const size_t counts[VERDICT_CLASS_COUNT], size_t total,
                      const char *label);

/* Rows of the page. */
void report_rows_make(struct report_page *page);
const struct claims_entry *report_entry(const struct report_page *page, size_t device,
                                        size_t index);

/* True for claims that a paper makes, by its own number or our reading, and that are testable. */
bool report_row_counts(const struct report_row *row);

/* True where a claim of the paper is about the technique. */
bool report_has_paper(const struct report_page *page, const char *technique,
                      const struct published *paper);

/* "Tokuyoshi 2014", "Lastra et al." */
void report_cite(FILE *out, const struct published *paper);

/* The small figure of a claim on a device: zones, the paper's number, each case with its interval;
 * `words` adds what the device has. Nothing where there is none. */
void report_zones_print(FILE *out, const struct claims_entry *entry, bool words);

/* The figure that explains the others. */
void report_zones_example(FILE *out);

/* Sections of the first page. */
void report_overview_print(const struct report_page *page);
void report_cards_print(const struct report_page *page);
void report_claims_print(const struct report_page *page);
void report_untested_print(const struct report_page *page);
void report_techniques_print(const struct report_page *page);

/* Sections of the second. */
void report_moved_print(const struct report_page *page);
void report_devices_print(const struct report_page *page);
void report_technique_print(const struct report_page *page, const char *technique);
void report_roofline_print(const struct report_page *page);
void report_against_print(const struct report_page *page);
void report_cases_print(const struct report_page *page);

/* A claim, which opens. */
void report_row_print(const struct report_page *page, const struct report_row *row);

/* Within a technique: the rows of its cases. */
void report_table_print(const struct report_page *page, const char *technique);

/* Within a technique: the rate of its best variant over sizes, with the knee, where a run of the
 * profile `scale` is there; on the second page with a row for each size. */
void report_growth_print(const struct report_page *page, const char *technique);

/*
 * Adds the limit `curve`, bytes a second over bytes, to `series` as a line without marks; nothing
 * below two points. Fills `points`, which has room for RUN_CEILINGS_POINTS_MAX and outlives the
 * series, as `name` does.
 */
void report_limit_add(struct svg_series *series, size_t *count, struct svg_point *points,
                      const struct run_ceilings_curve *curve, const char *name, bool dashed);

/* The picture of what a technique computes; NULL. */
const struct view_picture *report_picture_of(const struct report_page *page, const char *technique);

/* Within a technique: passes of its cases over time, where there is a trace of them. */
void report_pipeline_print(const struct report_page *page, const char *technique);

/* Within a bench: which kernels a variant has, and how often it asks what of the device. */
void report_passes_print(const struct report_page *page, const char *technique, const char *bench);

/* Kernels of all runs that a case with a place of its own has, each with an anchor. */
void report_kernels_print(const struct report_page *page);

/* The kernel of that id; NULL. */
const struct run_kernel *report_kernel_find(const struct run *run, const char *id);

/* The kernel of that id, as a link to its place. */
void report_kernel_link(const struct report_page *page, const struct run *run, const char *id);

/* True where the second page has a place of its own for the case. */
bool report_case_has_place(const struct report_page *page, const struct run_case *c);

/* Samples in order with the clock, and how often they lie where. */
void report_samples_print(FILE *out, const struct run_case *c);

#endif
