/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 4, DEEP_INDENT = 4 };

/* Device and host-driven cases with hot caches, then with cold ones, then those of the host. */
enum { FIELDS = 6 };

/* The best of each field that has one; of the others `first` is NULL. */
struct bests {
    struct fastest fields[FIELDS];
    bool device; /* one of those before the host's has one */
    /* All cases by wall time, where programs work by other APIs: they stand for those of the
     * host. No cases where none does. */
    struct run by_wall;
};

static enum bench_kind field_kind(int field)
{
    return field >= 4 ? BENCH_CPU : field % 2 == 0 ? BENCH_GPU : BENCH_HOST_DRIVEN;
}

/* Copies the run with the wall time as the one that judges. */
static struct run by_wall_make(const struct run *run)
{
    const struct stats_interval none = { NAN, NAN };
    struct run copy = *run;
    copy.cases = need_zeroed(run->case_count, sizeof(*copy.cases));
    for (size_t i = 0; i < run->case_count; i++) {
        struct run_case *c = &copy.cases[i];
        *c = run->cases[i];
        c->kind = BENCH_CPU;
        c->by_wall = true;
        c->baseline = false; /* ratios to it may be of the device's time */
        c->ratio.interval = c->ratio_between.interval = none;
        c->time_between.median = c->wall.median;
    }
    return copy;
}

static void bests_find(struct bests *bests, const struct run *run, const char *workload,
                       const struct catalogue *catalogue)
{
    *bests = (struct bests){ .device = false };
    for (size_t i = 0; i < run->case_count && !bests->by_wall.cases; i++) {
        const struct run_case *c = &run->cases[i];
        if (strcmp(c->workload, workload) == 0 && *c->api && strcmp(c->api, "host") != 0)
            bests->by_wall = by_wall_make(run);
    }
    for (int i = 0; i < FIELDS; i++) {
        const enum bench_kind kind = field_kind(i);
        const bool cold = i >= 4 ? i == 5 : i >= 2;
        const struct fastest_field field = { workload, kind, cold, catalogue };
        struct fastest *best = &bests->fields[i];
        const bool beside = kind == BENCH_CPU
                                ? bests->device
                                : kind == BENCH_HOST_DRIVEN && bests->fields[i - 1].first;
        fastest_find(kind == BENCH_CPU && bests->by_wall.cases ? &bests->by_wall : run, &field,
                     best);
        if (!best->first || best->candidate_count < (beside ? 2 : 1))
            fastest_finish(best);
        bests->device = bests->device || (kind != BENCH_CPU && best->first);
    }
}

static void bests_finish(struct bests *bests)
{
    for (int i = 0; i < FIELDS; i++)
        fastest_finish(&bests->fields[i]);
    free(bests->by_wall.cases);
}

static void name_add(struct text *line, const char *before, const struct run_case *c,
                     const struct table_label_common *common)
{
    text_add_format(line, "%s%s", before, table_label(TABLE_ROOM, c, common));
}

static bool is_alone(const struct fastest *best)
{
    return best->tie_count + best->unpaired_count == 0;
}

/* Adds "fastest verified: a, 1.00 µs", without the title behind another, or "no winner: 3 within
 * noise (~), from 1.00 µs". */
static void best_add(struct text *line, const struct fastest *best, const char *title,
                     const char *clock, const struct table_label_common *common)
{
    text_add(line, line->length > 0 ? "; " : best->tie_count > 0 ? "" : title);
    if (best->tie_count > 0) {
        text_add_format(line, "no winner: %zu within noise (~), from ", best->tie_count + 1);
    } else {
        name_add(line, is_alone(best) ? TABLE_BOLD : "", best->first, common);
        text_add(line, is_alone(best) ? TABLE_PLAIN ", " : ", ");
    }
    text_add_format(line, "%s%s", units_format_ns(run_case_median_ns(best->first), UNITS_ROOM),
                    clock);
    for (size_t i = 0; i < best->unpaired_count && i < NAMES_MAX; i++)
        name_add(line, i > 0 ? ", " : " (too few common rounds to tell from ", best->unpaired[i],
                 common);
    if (best->unpaired_count > NAMES_MAX)
        text_add_format(line, " and %zu more", best->unpaired_count - NAMES_MAX);
    text_add(line, best->unpaired_count > 0 ? ")" : "");
}

void table_fastest_view(struct sheet *sheet, const struct run *run, const char *workload,
                        const struct table_label_common *common, const struct catalogue *catalogue)
{
    static const char *const clocks[] = {
        [BENCH_GPU] = "", [BENCH_HOST_DRIVEN] = " wall time", [BENCH_CPU] = " wall time of the host"
    };
    static const char title[] = "fastest verified: ";
    OWNED_TEXT struct text own = { 0 }, of_host = { 0 };
    struct text *const lines[2] = { &own, &of_host };
    OWNED_BY(bests_finish) struct bests bests;
    bests_find(&bests, run, workload, catalogue);
    const bool programs = bests.by_wall.cases;
    for (int i = 0; i < FIELDS; i++) {
        const bool host = field_kind(i) == BENCH_CPU;
        if (bests.fields[i].first)
            best_add(lines[host], &bests.fields[i],
                     !host || !bests.device ? title
                     : programs             ? "fastest by wall time, of all APIs: "
                                            : "fastest on the host: ",
                     clocks[host && programs ? BENCH_HOST_DRIVEN : field_kind(i)], common);
    }
    if (own.length + of_host.length == 0)
        text_add(&own, "fastest verified: none");
    for (int host = 0; host < 2; host++)
        if (lines[host]->length > 0)
            sheet_line(sheet, SHEET_FOOT, "  ", DEEP_INDENT, text_string(lines[host]));
}

static char mark_of(const struct fastest *best, const struct run_case *c)
{
    if (best->first == c)
        return best->tie_count > 0 ? '~' : is_alone(best) ? '*' : ' ';
    for (size_t i = 0; i < best->tie_count; i++)
        if (best->ties[i] == c)
            return '~';
    return ' ';
}

void table_fastest_mark(struct table_row *rows, size_t count, const struct run *run,
                        const char *workload, const struct catalogue *catalogue)
{
    OWNED_BY(bests_finish) struct bests bests;
    bests_find(&bests, run, workload, catalogue);
    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < FIELDS && rows[k].mark == ' '; i++)
            rows[k].mark =
                mark_of(&bests.fields[i], field_kind(i) == BENCH_CPU && bests.by_wall.cases
                                              ? &bests.by_wall.cases[rows[k].c - run->cases]
                                              : rows[k].c);
}
