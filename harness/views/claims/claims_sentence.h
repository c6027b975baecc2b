/* SPDX-License-Identifier: MIT */
/*
 * claims_sentence.h: a claim and its verdict as one sentence, the same in every output:
 *
 *   LOCAL is slower than BREADTH on HAIR · 2.56 × slower [2.49, 2.67] (3.31 ms against 1.3 ms)
 *   · paper 2.84 × · CONFIRMED (from 1.05 ×)
 *
 * A ratio is printed at or above 1 with its own word: 0.92 of «faster» reads «1.09 × slower». Each
 * function adds its part to the text, and nothing where there is none.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_SENTENCE_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_SENTENCE_H

#include "harness/analysis/claims/claims.h"
#include "harness/base/text.h"

/* All parts, with " · " between them. */
void claims_sentence(const struct claims_entry *entry, struct text *text);

/* "LOCAL is slower than BREADTH on HAIR"; the claim's statement where it has no names. */
void claims_sentence_statement(const struct claims_entry *entry, struct text *text);

/* "2.56 × slower [2.49, 2.67] (3.31 ms against 1.3 ms)", of several cases "3 of 4 cases, 1.9 × to
 * 2.6 × faster". Both stopwatches where the host is in the loop; ", by a trace" of other evidence
 * than runs. */
void claims_sentence_measured(const struct claims_entry *entry, struct text *text);

/* "2.56 × slower [2.49, 2.67]" of one pair. */
void claims_sentence_pair(const struct published_claim *claim, const struct claims_pair *pair,
                          struct text *text);

/* Adds how observation i comes about, and the path of its record; nothing where an earlier one says
 * the same. */
void claims_sentence_observed(const struct published_claim *claim, size_t i, struct text *text);

/* "2.84 ×", "90 %", "\"significantly\"", "no number". */
void claims_sentence_paper(const struct claims_entry *entry, struct text *text);

/* "paper 2.84 ×", "paper gives no number"; "paper -" of a claim that it does not make. */
void claims_sentence_gives(const struct claims_entry *entry, struct text *text);

/* The words of the verdict, and the zone that decides: "WEAKER (10 to 21 would be the same)". */
void claims_sentence_verdict(const struct claims_entry *entry, struct text *text);

/* "53 runs of 36 cards, single cards 2.4 × to 2.7 × faster", and the marks. The text is empty. */
void claims_sentence_rests(const struct claims_entry *entry, struct text *text);

/* The marks, "; " between them. */
void claims_sentence_marks(const struct claims_entry *entry, struct text *text);

/* "Tokuyoshi 2014", "Lastra et al. 2008"; the id in words where many or no authors are known. */
void claims_sentence_cite(const struct published *paper, struct text *text);

#endif
