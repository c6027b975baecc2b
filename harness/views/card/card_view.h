/* SPDX-License-Identifier: MIT */
/* card_view.h: a card's place among the kept cards of its model, as a sentence and as a sheet. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CARD_CARD_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_CARD_CARD_VIEW_H

#include "harness/analysis/card/card.h"
#include "harness/base/base.h"
#include "harness/views/sheet/sheet.h"

struct card_shown {
    const char *device; /* its name */
    struct card_place places[CARD_UNITS];
};

/* False where the run measured no unit. */
bool card_measured(const struct card_shown *card);

/* Adds "card: normal for its model, by 57 kept cards: clock 100.0 %, ... of their median", or which
 * unit is off and where single cards are; or how many cards are missing to say so. No full stop. */
void card_sentence(const struct card_shown *card, struct text *text);

/* of: a struct card_shown. */
void card_view(struct sheet *sheet, const void *of);

#endif
