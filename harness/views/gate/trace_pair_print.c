/* SPDX-License-Identifier: MIT */
#include "harness/views/gate/trace_pair_print.h"

#include "harness/base/printable.h"
#include "harness/base/units.h"

#include <math.h>
#include <string.h>

enum { NAME_COLUMNS = 41, TIME_COLUMNS = 11, NAME_BYTES = 512 };

/* Names are a file's. */
static void clean_copy(const char *name, char text[NAME_BYTES])
{
    snprintf(text, NAME_BYTES, "%s", name);
    printable_clean(text);
}

/* A name that is too long has a line of its own. */
static void print_name(FILE *out, const char *of)
{
    char name[NAME_BYTES];
    clean_copy(of, name);
    if (strlen(name) > NAME_COLUMNS)
        fprintf(out, "  %s\n  %-*s", name, NAME_COLUMNS, "");
    else
        fprintf(out, "  %-*s", NAME_COLUMNS, name);
}

static void print_time(FILE *out, double us, bool there)
{
    char text[32] = "-";
    if (there)
        units_format_ns(1000 * us, text);
    fprintf(out, " %*s", TIME_COLUMNS, text);
}

static void print_change(FILE *out, double us)
{
    char text[32], signed_text[40];
    units_format_ns(1000 * fabs(us), text);
    snprintf(signed_text, sizeof(signed_text), "%s%s", us > 0 ? "+" : us < 0 ? "-" : "", text);
    fprintf(out, " %*s\n", TIME_COLUMNS, signed_text);
}

static void print_pass(FILE *out, const struct trace_pair_pass *pass)
{
    print_name(out, strcmp(pass->kind, "barrier") == 0 ? "gaps (barriers)" : pass->name);
    for (int i = 0; i < TRACE_SIDES; i++)
        print_time(out, pass->us[i], pass->there[i]);
    print_change(out, trace_pair_growth(pass));
    if (pass->there[TRACE_A] && pass->there[TRACE_B] &&
        pass->count[TRACE_A] != pass->count[TRACE_B])
        fprintf(out, "    %.0f times in A, %.0f in B\n", pass->count[TRACE_A],
                pass->count[TRACE_B]);
}

static void print_grown(FILE *out, const struct trace_pair_case *c)
{
    const struct trace_pair_pass *grown = trace_pair_grown(c);
    char text[32], name[NAME_BYTES];
    if (!grown) {
        fprintf(out, "  no pass has grown\n\n");
        return;
    }
    clean_copy(strcmp(grown->kind, "barrier") == 0 ? "the gaps" : grown->name, name);
    units_format_ns(1000 * trace_pair_growth(grown), text);
    fprintf(out, "  grown most: %s, by %s\n\n", name, text);
}

static void print_case(FILE *out, const struct trace_pair_case *c)
{
    char name[NAME_BYTES];
    clean_copy(c->name, name);
    fprintf(out, "%s\n  %-*s %*s %*s %*s\n", name, NAME_COLUMNS, "pass", TIME_COLUMNS, "A",
            TIME_COLUMNS, "B", TIME_COLUMNS, "B - A");
    for (size_t i = 0; i < c->pass_count; i++)
        print_pass(out, &c->passes[i]);
    print_name(out, "total, GPU time");
    for (int i = 0; i < TRACE_SIDES; i++)
        print_time(out, c->us[i], c->pass_count > 0);
    print_change(out, c->us[TRACE_B] - c->us[TRACE_A]);
    print_name(out, "without stamps");
    for (int i = 0; i < TRACE_SIDES; i++)
        print_time(out, c->unstamped_us[i], c->unstamped_us[i] > 0);
    print_change(out, c->unstamped_us[TRACE_B] - c->unstamped_us[TRACE_A]);
    print_grown(out, c);
}

void trace_pair_print(FILE *out, const struct trace_pair *pair)
{
    for (size_t i = 0; i < pair->case_count; i++)
        print_case(out, &pair->cases[i]);
    if (pair->alone > 0)
        fprintf(out, "%zu case%s not in both, or not ok in both\n", pair->alone,
                pair->alone == 1 ? " is" : "s are");
}
