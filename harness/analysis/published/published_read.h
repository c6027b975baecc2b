/* SPDX-License-Identifier: MIT */
/* published_read.h: parts of a published document, for this folder; faults go to the reader. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_READ_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_READ_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/json_reader.h"

#include <jansson.h>
#include <stdbool.h>

/* Hardware and figures in which something is wrong stay NULL: that nothing has the name of one of
 * them is no fault then. */
void published_document_read(const struct json_reader *document, struct published *published);

/* Members that claims take from the file where they leave them out; NULL where it has none, or
 * where something is wrong with them. `published` has its hardware and its figures. */
const json_t *published_defaults_read(const struct json_reader *document,
                                      const struct published *published);

/* `published` has its hardware and its figures; the file's defaults are in `part`. */
void published_claim_read(const struct json_reader *part, const struct published *published,
                          struct published_claim *claim);

/* `published` has its technique and its figures. */
void published_plot_read(const struct json_reader *part, const struct published *published,
                         struct published_plot *plot);

/* False where the text is no measure. */
bool published_measure_find(const char *text, struct published_measure *measure);

/* The hardware that a member names; NULL for null, and for a name that there is not, a fault. */
const struct published_hardware *published_hardware_read(const struct json_reader *part,
                                                         const struct published *published);

/* Words of a claim in the file, and what each of them needs. */

/* Reads says, who, of, denies, margin, number, word and evidence. False where says is missing or
 * no such word. */
bool published_words_read(const struct json_reader *part, struct published_claim *claim);

/* Holds a claim whose members are read against what its words need. */
void published_words_check(const struct json_reader *part, const struct published_claim *claim);

/* Holds a claim's observations against what its words need. */
void published_observed_check(const struct json_reader *part, const struct published_claim *claim);

/* The index of a word; a fault with the nearest one where it is none, and then `otherwise`. */
int published_word_read(const struct json_reader *part, const char *key, const char *const *words,
                        int count, int otherwise);

#endif
