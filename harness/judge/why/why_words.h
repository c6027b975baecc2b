/* SPDX-License-Identifier: MIT */
/* why_words.h: the sentence. */
#ifndef CLAIMCHECK_HARNESS_JUDGE_WHY_WHY_WORDS_H
#define CLAIMCHECK_HARNESS_JUDGE_WHY_WHY_WORDS_H

#include "harness/judge/why/why.h"

/* Fills in why->text, from all else of it. */
void why_words_write(struct why *why);

#endif
