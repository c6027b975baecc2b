/* SPDX-License-Identifier: MIT */
/* card_find.h: the card of a run among the kept cards of its model. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_CARD_FIND_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_CARD_FIND_H

#include "harness/views/card/card_view.h"

/* Reads the kept rows of the model, in the folder that belongs to the executable. False with a
 * one-line message where they cannot be read; without rows, there are no other cards. */
bool card_find_kept(const struct run *run, struct card_shown *card);

/* Adds the sentence on the card, "" of a software device and of a run that measured no unit.
 * Warns of rows that cannot be read. */
void card_find_say(const struct run *run, struct text *text);

#endif
