/* SPDX-License-Identifier: MIT */
/*
 * claims.h: verdicts as a sheet, a row for each claim.
 *
 *   text     of each device what was measured and is testable, with what the paper has; what is not
 *            testable is counted. Nothing where nothing was measured
 *   pages    of each device all claims of papers some of which was measured
 *   CSV      all claims of all devices; r, value, low, high and the names of a and b are those of
 *            the pair that decides
 *
 * JSON has more: views/formats/export.h.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_H

#include "harness/analysis/claims/claims.h"
#include "harness/analysis/limits/limits.h"
#include "harness/analysis/published/published.h"
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"
#include "harness/views/sheet/sheet.h"

/* Writes the days of its first run and of its last. */
void claims_view_dates(const struct claims_device *device, char dates[2][11]);

/* Adds "18 runs of 12 cards, 2026-11-20 to 2026-11-25; verdicts are of the model". */
void claims_view_pool(const struct claims_device *device, struct text *text);

/* Adds how many of the papers' own claims hold: "2 papers state 9 claims, as a number or an order,
 * that were tested here. 7 hold; 2 are contradicted." */
void claims_view_lead(const struct claims_device *device, struct text *text);

/* The newest run of the device. */
const struct run *claims_view_newest(const struct claims_device *device);

/* "paper", "reading" or "ours". */
const char *claims_number_name(enum published_number number);

void claims_view(struct sheet *sheet, const void *claims); /* struct claims */

/* ---------------------------------------------------------------------------------------------- */

/* Prints, at most 80 columns wide, device by device and paper by paper, of each paper some of which
 * was measured all claims: verdict, statement, what the paper has, what the device has; how many of
 * each verdict. `verbose` adds the paper's words, all pairs with the names of their cases, which
 * may be wider, and known deviations. Where that takes more than `most` lines, what surprises most,
 * and the counts; 0: as many as there are. */
void claims_print(FILE *out, const struct claims *claims, bool verbose, size_t most);

/* ---------------------------------------------------------------------------------------------- */

/* A claim and its verdict as one sentence, the same in every output:
 *
 *   LOCAL is slower than BREADTH on HAIR · 2.56 × slower [2.49, 2.67] (3.31 ms against 1.3 ms)
 *   · paper 2.84 × · CONFIRMED (from 1.05 ×)
 *
 * A ratio is printed at or above 1 with its own word: 0.92 of «faster» reads «1.09 × slower». Each
 * function adds its part to the text, and nothing where there is none.
 */

typedef void claims_part(const struct claims_entry *entry, struct text *text);

/* A part by itself: malloc'ed. */
char *claims_part_words(const struct claims_entry *entry, claims_part *part);

/* All parts, with " · " between them. */
void claims_sentence(const struct claims_entry *entry, struct text *text);

/* The sentence below a head with the verdict; of a claim that is not testable only why. */
void claims_sentence_headed(const struct claims_entry *entry, struct text *text);

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

/* How a sentence joins that text: it "says" a number or a word, "gives" one for each case or none;
 * NULL: it makes no such claim. */
const char *claims_sentence_verb(const struct claims_entry *entry);

/* "2.84 ×", "90 %", "\"significantly\"", "no number"; "no number in this sentence" where figures of
 * the paper stand beside it. */
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

/* ---------------------------------------------------------------------------------------------- */

/* Ratios of claims in words: at or above 1, each with the word of its side, those
 * that are read together in one unit. 0.92 of "faster" reads "1.09 × slower", 1 reads "as fast".
 */

/* "1.2 % faster [0.5, 12]", "1.02 × faster [1.04 × slower, 1.2 × faster]". */
void ratio_words_measured(struct text *text, enum published_says says, double r,
                          struct stats_interval interval);

/* ---------------------------------------------------------------------------------------------- */

/* Prints "on this device:", and a line for each question, at most 80 columns wide: what does not
 * fit is left out from the end. With `most` no more lines than that behind the first, those that
 * gain most, and how many more `show` has of this file, as run_end has it; 0: all. Nothing without
 * advice. */
void recommendation_print(FILE *out, const struct recommendation_list *advice, size_t most,
                          const char *file);

/* Adds "single_launch, 17.7 to 20.9 x as fast as per_level; consistent with 2 claims". `whole` is
 * that of the list. */
void recommendation_words(const struct run *whole, const struct recommendation *advice,
                          struct text *text);

/* ---------------------------------------------------------------------------------------------- */

struct run_end {
    const struct run *run;
    const struct published_list *published;
    const struct catalogue *catalogue; /* as for recommendation_find() */
    const char *before;                /* a sentence on an earlier run; NULL or "": none */
    const char *file;                  /* words of a shell: the run file, a folder; NULL: the last
                                          run's */
    unsigned columns;
    unsigned lines; /* at most; 0: as many as there are */
};

/*
 * Prints what was asked for by name, whatever its verdict, then what is surprising, in sentences
 * of above: claims that are contradicted or stronger, the papers' own of the GPU first,
 * by their distance from the paper, and all of them where there are few.
 * Then recommendations, how many claims agree, and the sentence on an earlier run. Of a software
 * device it says once that times are not judged. Nothing of claims that the run has no verdict on,
 * nor in a run with kernels of the user's, which papers say nothing about.
 */
void run_end_print(FILE *out, const struct run_end *end);

/* Prints the run in at most twenty lines of Markdown, for an issue or a chat: device, build, rates,
 * the sentence on the card where it is not "", and three surprises. Of `end` it reads the run and
 * `published`. */
void run_end_paste(FILE *out, const struct run_end *end, const char *card);

/* Judges one run, by itself. */
struct claims *run_end_judge(const struct run *const *run, const struct published_list *published);

/* Orders for qsort(): a lower rank first, and of one rank what lies farther off. */
struct claims_ranked {
    int rank;
    double distance;
    const void *of;
};
int claims_ranked_compare(const void *a, const void *b);

/* Ranks an entry: what surprises most first, the papers' own first; of the run (NULL: of any), what
 * was asked for by its name before all. */
struct claims_ranked run_end_surprise(const struct run *run, const struct claims_entry *entry);

/* ---------------------------------------------------------------------------------------------- */

/* Returns the pair that an entry shows of its first reading; one without numbers for none. */
const struct claims_pair *claims_view_pair(const struct claims_entry *entry);

/* Writes for each device how many agree, then the claims, with a row for the verdict of each run
 * alone. */
void stability_view(struct sheet *sheet, const void *each); /* struct claims_each */

/* All claims that some run has a case of. A new reference. */
json_t *stability_json(const struct claims_each *each);

#endif
