/* SPDX-License-Identifier: MIT */
/* published_says.h: words of a claim in the file, and what each of them needs. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_SAYS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_PUBLISHED_PUBLISHED_SAYS_H

#include "harness/analysis/published/published.h"
#include "harness/record/run/json_reader.h"

/* Reads says, who, of, denies, margin, number, word and evidence. False where says is missing or
 * no such word. */
bool published_words_read(const struct json_reader *part, struct published_claim *claim);

/* Holds a claim whose members are read against what its words need. */
void published_words_check(const struct json_reader *part, const struct published_claim *claim);

/* Holds a claim's observations against what its words need. */
void published_observed_check(const struct json_reader *part, const struct published_claim *claim);

/* True where no run file tests it: its sides may be missing. */
bool published_claim_unmeasured(const struct published_claim *claim);

/* The index of a word; a fault with the nearest one where it is none, and then `otherwise`. */
int published_word_read(const struct json_reader *part, const char *key, const char *const *words,
                        int count, int otherwise);

#endif
