/* SPDX-License-Identifier: MIT */
#include "harness/views/claims/recommendation_print.h"

#include "harness/base/plural.h"
#include "harness/base/terminal.h"
#include "harness/base/wrap.h"
#include "harness/views/table/table_text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 512, PART_BYTES = 160 };

/* The variant, and the axes of its own where they are part of the advice. */
static void label_text(char text[PART_BYTES], const struct run *run, const struct run_case *c,
                       bool with_axes)
{
    size_t used = (size_t)snprintf(text, PART_BYTES, "%.60s", c->variant);
    for (size_t i = 0; i < c->axis_count && with_axes && used < PART_BYTES; i++)
        if (recommendation_axis_own(run, c, i))
            used += (size_t)snprintf(text + used, PART_BYTES - used, " %.30s:%.30s",
                                     c->axes[i].name, c->axes[i].value);
}

static void times_text(char text[16], double times)
{
    snprintf(text, 16, times < 10 ? "%.2f" : times < 100 ? "%.1f" : "%.0f", times);
}

/* Writes the choice. */
static void choice_text(char text[TEXT_BYTES], const struct run *run,
                        const struct recommendation *advice, bool with_axes)
{
    char label[PART_BYTES], other[PART_BYTES];
    label_text(label, run, advice->fastest,
               with_axes && advice->everywhere && advice->rule != RECOMMENDATION_SPLIT);
    switch (advice->rule) {
    case RECOMMENDATION_ONE: snprintf(text, TEXT_BYTES, "%s", label); break;
    case RECOMMENDATION_MOST:
        snprintf(text, TEXT_BYTES, "%s in %zu of %zu input%s", label, advice->wins, advice->inputs,
                 plural(advice->inputs, "", "s"));
        break;
    case RECOMMENDATION_SPLIT:
        label_text(other, run, advice->other, false);
        snprintf(text, TEXT_BYTES, "%s up to %.30s:%.30s, %s above", label, advice->axis,
                 advice->limit, other);
        break;
    }
}

/* Writes the gain; empty where one range cannot express it. */
static void gain_text(char text[TEXT_BYTES], const struct recommendation *advice, bool in_full)
{
    char least[16], most[16];
    const bool baseline =
        advice->baseline && strcmp(advice->fastest->variant, advice->baseline->variant) == 0;
    times_text(least, advice->least);
    times_text(most, advice->most);
    text[0] = 0;
    const bool known = advice->baseline && isfinite(advice->least);
    if (advice->rule == RECOMMENDATION_SPLIT || (advice->rule == RECOMMENDATION_MOST && !known))
        return;
    if (baseline)
        snprintf(text, TEXT_BYTES, ", the baseline");
    else if (!known)
        snprintf(text, TEXT_BYTES, " is the fastest");
    else
        snprintf(text, TEXT_BYTES, ", %s%s%s × %s%.60s", least,
                 strcmp(least, most) != 0 ? " to " : "", strcmp(least, most) != 0 ? most : "",
                 in_full ? "as fast as " : "", advice->baseline->variant);
}

/* Writes the verdicts. */
static void accord_text(char text[TEXT_BYTES], const struct recommendation *advice)
{
    text[0] = 0;
    if (advice->contradicted == 1)
        snprintf(text, TEXT_BYTES, "; contradicts %.60s", advice->claim);
    else if (advice->contradicted > 1)
        snprintf(text, TEXT_BYTES, "; contradicts %zu claims", advice->contradicted);
    else if (advice->consistent > 0)
        snprintf(text, TEXT_BYTES, "; consistent with %zu claim%s", advice->consistent,
                 plural(advice->consistent, "", "s"));
}

static bool fits(const char *head, const char *text, const char *more)
{
    return wrap_width(head, SIZE_MAX) + wrap_width(text, SIZE_MAX) + wrap_width(more, SIZE_MAX) <=
           TABLE_TEXT_COLUMNS;
}

static void line_print(FILE *out, const struct run *run, const struct recommendation *advice)
{
    char head[PART_BYTES], text[4 * TEXT_BYTES] = "";
    char parts[3][TEXT_BYTES];
    size_t used = 0;
    snprintf(head, sizeof(head), "  %.60s.%.60s: ", advice->technique, advice->bench);
    choice_text(parts[0], run, advice, true);
    if (!fits(head, parts[0], ""))
        choice_text(parts[0], run, advice, false);
    gain_text(parts[1], advice, true);
    if (!fits(head, parts[0], parts[1]))
        gain_text(parts[1], advice, false);
    accord_text(parts[2], advice);
    for (size_t i = 0; i < 3; i++)
        if (i == 0 || fits(head, text, parts[i]))
            used += (size_t)snprintf(text + used, sizeof(text) - used, "%s", parts[i]);
    table_text_print(out, head, text);
}

void recommendation_words(const struct run *whole, const struct recommendation *advice,
                          struct text *text)
{
    char part[TEXT_BYTES];
    choice_text(part, whole, advice, true);
    text_add(text, part);
    gain_text(part, advice, true);
    text_add(text, part);
    accord_text(part, advice);
    text_add(text, part);
}

/* The gain that is certain in all inputs; 0 where none is known. */
static double gain_of(const struct recommendation *advice)
{
    const bool known = advice->baseline && isfinite(advice->least);
    return known && advice->rule != RECOMMENDATION_SPLIT ? advice->least : 0;
}

/* True where at most so many gain more, or as much and stand before it. */
static bool is_among(const struct recommendation_list *advice, size_t index, size_t most)
{
    const double gain = gain_of(&advice->list[index]);
    size_t before = 0;
    for (size_t i = 0; i < advice->count; i++) {
        const double other = gain_of(&advice->list[i]);
        before += other > gain || (other == gain && i < index);
    }
    return before < most;
}

void recommendation_print(FILE *out, const struct recommendation_list *advice, size_t most,
                          const char *file)
{
    char command[TERMINAL_COLUMNS + 1];
    const size_t all = advice->count, shown = most == 0 || all <= most ? all : most - 1;
    if (all == 0)
        return;
    fprintf(out, "on this device:\n");
    for (size_t i = 0; i < all; i++)
        if (is_among(advice, i, shown))
            line_print(out, &advice->whole, &advice->list[i]);
    if (shown == all)
        return;
    const int bytes = snprintf(command, sizeof(command), "  and %zu more: claimcheck show%s%s",
                               all - shown, file ? " " : "", file ? file : "");
    const bool whole = bytes < (int)sizeof(command); /* a command that breaks cannot be pasted */
    fprintf(out, "%.*s\n", whole ? bytes : (int)strcspn(command, ":"), command);
}
