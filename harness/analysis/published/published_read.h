/* SPDX-License-Identifier: MIT */
/* published_read.h: parts of a published document, for this folder; faults go to the reader. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_READ_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_READ_H

#include "harness/analysis/published/published.h"
#include "harness/record/record.h"

/* A document while it is read; `of` of its reader. */
struct published_reading {
    struct published *published;
    const json_t *defaults; /* members that claims take from it where they leave them out; NULL */
    const struct json_reader *plot; /* whose rows are read */
    enum published_plotted plotted; /* by them */
};

static inline struct published_reading *published_reading_of(const struct json_reader *part)
{
    return part->reader->of;
}

static inline const struct published *published_of(const struct json_reader *part)
{
    return published_reading_of(part)->published;
}

void published_document_read(const struct json_reader *document, struct published *published);

/* The figure of that id; NULL. */
const struct published_figure *published_figure_find(const struct json_reader *part,
                                                     const char *id);

/* False where the text is no measure. */
bool published_measure_find(const char *text, struct published_measure *measure);

/* Readers for tables: of an entry's id, and of a plot. */
field_make published_id_read, published_plot_read;

/* Words of a claim in the file, and what each of them needs. */

extern const char *const published_of_words[3], *const published_number_words[3];
extern const char *const published_margin_words[PUBLISHED_MARGIN_COUNT];
field_make published_denies_read, published_who_read, published_says_read;

/* Fills in what the words of a claim say without saying it. False where `says` is no such word. */
bool published_words_settle(const struct json_reader *part, struct published_claim *claim);

/* Holds a claim whose members are read against what its words need. */
void published_words_check(const struct json_reader *part, const struct published_claim *claim);

/* Holds a claim's observations against what its words need. */
void published_observed_check(const struct json_reader *part, const struct published_claim *claim);

/* ---------------------------------------------------------------------------------------------- */

/* The texts of results/published/, made by embed.sh. */

struct published_shipped {
    const char *name; /* "results/published/weber.json"; NULL ends the list */
    const char *text;
    size_t bytes;
};

extern const struct published_shipped published_shipped[];

#endif
