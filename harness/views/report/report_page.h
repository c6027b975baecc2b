/* SPDX-License-Identifier: MIT */
/* report_page.h: the page that sections are written into; for the files of report/ alone. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_PAGE_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_PAGE_H

#include "harness/analysis/compare/compare.h"
#include "harness/record/run/run_latest.h"
#include "harness/views/report/report.h"
#include "harness/views/sheet/sheet_escape.h"

#include <stdio.h>

/* Links and cells of a page. Texts of files go through these, sheet_escape.h or markup_text(). */

/* "#" and an id as sheet_escape_id() writes it, malloc'ed; NULL when memory runs out, for `out`
 * then, too (text.h). */
char *report_html_href(FILE *out, const char *kind, const char *name);

/* A link to it, with the name as its words. */
void report_html_link(FILE *out, const char *kind, const char *name, const char *words);

/* What a table of a terminal has in a cell, without its marks. */
void report_html_cell(FILE *out, const char *cell);

/* Lines of a text for people, those joined that were broken to fit a terminal. */
void report_html_lines(FILE *out, const char *text);

/* The page that sections are written into; for the files of report/ alone. */

/* Runs of one device, and each case of theirs once. */
struct report_device {
    const char *name;
    const struct claims_device *judged;
    const struct run *newest;
    struct run_latest latest;
    bool *claimed; /* of each of those: a verdict rests on it */
    bool software;
};

struct report_page {
    FILE *out;
    const struct report_source *source;
    enum report_detail detail;
    struct report_device *devices; /* in the order of the claims */
    size_t device_count;
    const char **techniques; /* names, in the order in which they are met */
    size_t technique_count;
};

/* "software device: times are artefacts" where it is one; NULL. */
const char *report_page_stamp(const struct report_page *page);

/* Up to the first section, and behind the last. */
void report_page_begin(const struct report_page *page);
void report_page_end(const struct report_page *page);

/* A section each. */
void report_verdicts_print(const struct report_page *page);
void report_devices_print(const struct report_page *page);
void report_technique_print(const struct report_page *page, const char *technique);
void report_roofline_print(const struct report_page *page);
void report_against_print(const struct report_page *page);
void report_cases_print(const struct report_page *page);

/* Within a technique: its figures, and the rows of its cases. */
void report_figures_print(const struct report_page *page, const char *technique);
void report_table_print(const struct report_page *page, const char *technique);

/* Within a technique: the picture of what it computes, where there is one. */
void report_picture_print(const struct report_page *page, const char *technique);

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

/* True where the page has a place of its own for the case. */
bool report_case_has_place(const struct report_page *page, const struct run_case *c);

/* Samples in order with the clock, and how often they lie where. */
void report_samples_print(FILE *out, const struct run_case *c);

/* The first device and each other, compared; for the files of this section. */

struct report_against {
    const struct report_device *b; /* against the first */
    const struct run *runs[2];     /* NULL: no two runs have a case in common */
    struct compare compare;        /* of these; empty where there are none */
};

/* A picture per clock: each technique's mean ratio, with the least and the greatest, of all
 * devices. */
void report_against_means(const struct report_page *page, const struct report_against *all,
                          size_t count);

#endif
