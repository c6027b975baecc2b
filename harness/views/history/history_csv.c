/* SPDX-License-Identifier: MIT */
#include "harness/views/history/history_csv.h"

#include "harness/views/sheet/sheet_escape.h"

bool history_csv(FILE *out, const struct run_history *history)
{
    fputs("date,commit,device,driver,case,median_ns,low_ns,high_ns,n\r\n", out);
    for (size_t i = 0; i < history->point_count; i++) {
        const struct run_history_point *point = &history->points[i];
        const char *const texts[] = { point->date, point->commit, point->device, point->driver,
                                      point->name };
        const double numbers[] = { point->median_ns, point->low_ns, point->high_ns };
        for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++) {
            sheet_escape_csv(out, texts[k]);
            fputc(',', out);
        }
        for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++) {
            sheet_escape_csv_number(out, numbers[k]);
            fputc(',', out);
        }
        fprintf(out, "%zu\r\n", point->samples);
    }
    return !ferror(out);
}
