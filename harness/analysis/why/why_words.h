/* SPDX-License-Identifier: MIT */
/* why_words.h: the sentence of why.h; for why.c alone. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_WHY_WHY_WORDS_H
#define CLAIMCHECK_HARNESS_ANALYSIS_WHY_WHY_WORDS_H

#include "harness/analysis/why/why.h"

/* Fills in why->text, from all else of it. */
void why_words_write(struct why *why);

#endif
