/* SPDX-License-Identifier: MIT */
/* view_parts.h: parts of a document; for the files of view/ alone. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_VIEW_VIEW_PARTS_H
#define CLAIMCHECK_HARNESS_VIEWS_VIEW_VIEW_PARTS_H

#include "harness/analysis/limits/limits.h"
#include "harness/base/base.h"
#include "harness/record/run/run.h"
#include "harness/views/view/view.h"

/* A claim that some run has a case of. */
struct view_claim {
    const struct claims_entry *entry;
    enum verdict_class class;
    enum claims_origin origin;
    double distance;  /* from the zone that confirms it, as a logarithm */
    double surprise;  /* from the paper's number; NAN */
    const char *on;   /* "gpu", "cpu", "both"; NULL */
    size_t technique; /* an index of view.techniques; as many as there are: none */
};

struct view {
    const struct view_source *source;
    const struct claims_device *device;
    const struct run *newest;
    struct run_latest latest;
    const char **techniques; /* names, in the order in which they are met; device limits last */
    size_t technique_count;
    struct view_claim *claims; /* in the order of files and claims */
    size_t claim_count;
    const struct run_kernel **kernels; /* each program once */
    size_t kernel_count, kernel_room;
    bool software;
};

/* The index of a case; -1 where the runs have none of the name. */
json_int_t view_case_index(const struct view *view, const char *name);

/* An index as JSON, or the name where there is no such case; null for "". */
json_t *view_case_json(const struct view *view, const char *name);

/* The index of a technique; technique_count where there is none. */
size_t view_technique_index(const struct view *view, const char *name);

/* Finds claims, and sorts none. */
void view_claims_find(struct view *view);

/* Parts of the document: new references. */
json_t *view_claims_json(const struct view *view);
json_t *view_papers_json(const struct view *view);
json_t *view_figures_json(const struct view *view);
json_t *view_passes_json(const struct view *view);

/* Times of the cases that the headlines of techniques show, run by run. */
json_t *view_history_json(const struct view *view, const json_t *techniques);

/* Sets words and marks with what they mean, and claims in groups, by their surprise, and by the
 * reason why they are not tested. */
void view_lists_set(json_t **document, const struct view *view);

/* Sets cases, the workloads that they name by their places, and their kernels. */
void view_cases_set(json_t **document, struct view *view);

#endif
