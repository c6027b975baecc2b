/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/claims.h"
#include "harness/views/table/table.h"

#include <string.h>

/* Adds the variant, and the axes of its own where they are part of the advice. */
static void label_add(struct text *text, const struct run *run, const struct run_case *c,
                      bool with_axes)
{
    text_add_format(text, "%.60s", c->variant);
    for (size_t i = 0; i < c->axis_count && with_axes; i++)
        if (recommendation_axis_own(run, c, i))
            text_add_format(text, " %.30s:%.30s", c->axes[i].name, c->axes[i].value);
}

static void choice_add(struct text *text, const struct run *run,
                       const struct recommendation *advice, bool with_axes)
{
    const bool split = advice->rule == RECOMMENDATION_SPLIT;
    label_add(text, run, advice->fastest, with_axes && advice->everywhere && !split);
    if (advice->rule == RECOMMENDATION_MOST)
        text_add_format(text, " in %zu of %zu input%s", advice->wins, COUNTED(advice->inputs));
    if (split) {
        text_add_format(text, " up to %.30s:%.30s, ", advice->axis, advice->limit);
        label_add(text, run, advice->other, false);
        text_add(text, " above");
    }
}

/* Adds nothing where one range cannot express it. */
static void gain_add(struct text *text, const struct recommendation *advice, bool in_full)
{
    const bool known = advice->baseline && isfinite(advice->least);
    const double ends[2] = { advice->least, advice->most };
    char times[2][16];
    for (int i = 0; i < 2; i++)
        snprintf(times[i], sizeof(times[i]),
                 ends[i] < 10    ? "%.2f"
                 : ends[i] < 100 ? "%.1f"
                                 : "%.0f",
                 ends[i]);
    const bool range = strcmp(times[0], times[1]) != 0;
    if (advice->rule == RECOMMENDATION_SPLIT || (advice->rule == RECOMMENDATION_MOST && !known))
        return;
    if (advice->baseline && strcmp(advice->fastest->variant, advice->baseline->variant) == 0)
        text_add(text, ", the baseline");
    else if (!known)
        text_add(text, " is the fastest");
    else
        text_add_format(text, ", %s%s%s × %s%.60s", times[0], range ? " to " : "",
                        range ? times[1] : "", in_full ? "as fast as " : "",
                        advice->baseline->variant);
}

static void accord_add(struct text *text, const struct recommendation *advice)
{
    if (advice->contradicted == 1)
        text_add_format(text, "; contradicts %.60s", advice->claim);
    else if (advice->contradicted > 1)
        text_add_format(text, "; contradicts %zu claims", advice->contradicted);
    else if (advice->consistent > 0)
        text_add_format(text, "; consistent with %zu claim%s", COUNTED(advice->consistent));
}

void recommendation_words(const struct run *whole, const struct recommendation *advice,
                          struct text *text)
{
    choice_add(text, whole, advice, true);
    gain_add(text, advice, true);
    accord_add(text, advice);
}

static bool fits(const char *head, const struct text *text, const struct text *more)
{
    return wrap_width(head, SIZE_MAX) + wrap_width(text_string(text), SIZE_MAX) +
               wrap_width(text_string(more), SIZE_MAX) <=
           TABLE_TEXT_COLUMNS;
}

/* Prints what fits of it on a line: the axes, then the words of the gain are left out first. */
static void line_print(FILE *out, const struct run *run, const struct recommendation *advice)
{
    OWNED_TEXT struct text text = { 0 }, gain = { 0 }, accord = { 0 };
    char head[160];
    snprintf(head, sizeof(head), "  %.60s.%.60s: ", advice->technique, advice->bench);
    choice_add(&text, run, advice, true);
    if (!fits(head, &text, &gain)) {
        text_finish(&text);
        choice_add(&text, run, advice, false);
    }
    gain_add(&gain, advice, true);
    if (!fits(head, &text, &gain)) {
        text_finish(&gain);
        gain_add(&gain, advice, false);
    }
    accord_add(&accord, advice);
    if (fits(head, &text, &gain))
        text_add(&text, text_string(&gain));
    if (fits(head, &text, &accord))
        text_add(&text, text_string(&accord));
    table_text_print(out, head, text_string(&text));
}

/* The gain that is certain in all inputs; 0 where none is known. */
static double gain_of(const struct recommendation *advice)
{
    const bool known = advice->baseline && isfinite(advice->least);
    return known && advice->rule != RECOMMENDATION_SPLIT ? advice->least : 0;
}

void recommendation_print(FILE *out, const struct recommendation_list *advice, size_t most,
                          const char *file)
{
    char command[TERMINAL_COLUMNS + 1];
    const size_t all = advice->count, shown = most == 0 || all <= most ? all : most - 1;
    if (all == 0)
        return;
    fprintf(out, "on this device:\n");
    for (size_t i = 0; i < all; i++) {
        const double gain = gain_of(&advice->list[i]);
        size_t before = 0; /* that gain more, or as much and stand before it */
        for (size_t k = 0; k < all; k++) {
            const double other = gain_of(&advice->list[k]);
            before += other > gain || (other == gain && k < i);
        }
        if (before < shown)
            line_print(out, &advice->whole, &advice->list[i]);
    }
    if (shown == all)
        return;
    const int bytes = snprintf(command, sizeof(command), "  and %zu more: claimcheck show%s%s",
                               all - shown, file ? " " : "", file ? file : "");
    const bool whole = bytes < (int)sizeof(command); /* a command that breaks cannot be pasted */
    fprintf(out, "%.*s\n", whole ? bytes : (int)strcspn(command, ":"), command);
}
