/* SPDX-License-Identifier: MIT */
#include "harness/views/history/history_view.h"

/* A text has groups by case and device, whose rows are by date, as movements are found. */
enum { GROUPED = SHEET_IN(SHEET_TEXT), BROAD = 120 };

static void point_view(struct sheet *sheet, const struct run_history_point *it)
{
    SHEET_ROW(sheet, sheet_words(it->date), sheet_words(it->commit), sheet_words(it->device),
              sheet_words(it->driver), sheet_words(it->name), sheet_number(it->median_ns),
              sheet_number(it->low_ns), sheet_number(it->high_ns), sheet_count(it->samples),
              sheet_words(it->card), sheet_words(it->kernels), sheet_number(it->launches),
              sheet_words(it->profile), sheet_words(it->mark), sheet_words(it->moved));
}

void history_view(struct sheet *sheet, const void *of)
{
    const struct run_history *history = of;
    static const struct sheet_column columns[] = {
        { .key = "date", .title = "date" },
        { .key = "commit", .title = "commit" },
        { .key = "device", .title = "device", .in = ~GROUPED },
        { .key = "driver", .title = "driver", .from = BROAD },
        { .key = "case", .title = "case", .in = ~GROUPED },
        { .key = "median_ns", .title = "median", .type = SHEET_NS },
        { .key = "low_ns", .title = "low", .type = SHEET_NS, .from = BROAD },
        { .key = "high_ns", .title = "high", .type = SHEET_NS, .from = BROAD },
        { .key = "n", .title = "samples", .type = SHEET_COUNT, .from = BROAD },
        { .key = "card", .title = "card" },
        { .key = "kernels", .title = "kernels", .from = BROAD },
        { .key = "launches", .title = "launches", .type = SHEET_COUNT, .from = BROAD },
        { .key = "profile", .title = "profile", .from = BROAD },
        { .key = "mark", .title = "mark", .from = BROAD },
        { .key = "moved", .title = "moved" },
    };
    SHEET_TABLE(sheet, columns, .name = "points", .main = true, .indent = 2, .gap = 2);
    size_t moved = 0;
    for (size_t i = 0; i < history->point_count; i++) {
        moved += *history->points[i].moved ? 1 : 0;
        if (sheet->look.style != SHEET_TEXT)
            point_view(sheet, &history->points[i]);
    }
    for (size_t i = 0; i < history->line_count && sheet->look.style == SHEET_TEXT; i++) {
        const struct run_history_line *line = &history->lines[i];
        sheet_group(sheet, "%s, %s", line->points[0]->name, line->points[0]->device);
        for (size_t k = 0; k < line->count; k++)
            point_view(sheet, line->points[k]);
    }
    if (moved > 0)
        sheet_foot(sheet, "%zu movement%s, each from the row that names it on", COUNTED(moved));
    else
        sheet_foot(sheet, "no movement was found; fewer than 14 sittings cannot show one");
}
