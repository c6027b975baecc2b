/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_tidy.h"

#include "harness/analysis/compare/paired.h"
#include "harness/views/formats/export_axes.h"
#include "harness/views/formats/export_rows.h"
#include "harness/views/sheet/sheet_escape.h"

#include <math.h>
#include <string.h>

static const char titles[] =
    "run,name,workload,technique,bench,variant,kind,cache,baseline,time,launch,round,sample,order,"
    "gpu_ns,wall_ns,inner_repetitions,canary_ns,core_hz,host_canary_ns,host_hz,throttled,counts,"
    "device,driver,started,commit";

static void texts_write(FILE *out, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            fputc(',', out);
        sheet_escape_csv(out, texts[i]);
    }
}

static void case_write(FILE *out, const struct run *run, const struct run_case *c)
{
    static const char *const caches[] = { "", "hot", "cold" };
    const char *slash = strrchr(run->path, '/');
    const char *const texts[] = {
        slash ? slash + 1 : run->path,
        c->name,
        c->workload,
        c->technique,
        c->bench,
        c->variant,
        bench_kind_name(c->kind),
        caches[c->cache],
        c->baseline ? "true" : "false",
        c->by_wall ? "wall" : "gpu",
    };
    texts_write(out, texts, sizeof(texts) / sizeof(*texts));
}

static void sample_write(FILE *out, const struct run_case *c, size_t index)
{
    const struct run_sample *sample = &c->samples[index];
    const double numbers[] = {
        sample->gpu_ns > 0 ? sample->gpu_ns : NAN,
        sample->wall_ns,
        c->inner_repetitions,
        sample->canary_ns,
        sample->core_hz,
        sample->host_canary_ns,
        sample->host_hz,
    };
    fprintf(out, ",%u,%u,%zu,%u", sample->launch, sample->round, index, sample->order);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        fputc(',', out);
        sheet_escape_csv_number(out, numbers[i]);
    }
    fprintf(out, ",%s,%s", sample->throttled ? "true" : "false",
            paired_counts(c, sample) ? "true" : "false");
}

static void run_write(FILE *out, const struct run *run)
{
    fputc(',', out);
    sheet_escape_csv(out, run->device.name);
    fputc(',', out);
    export_axes_driver(out, &run->device);
    const char *const texts[] = { "", run->session.started, run->tool.commit };
    texts_write(out, texts, sizeof(texts) / sizeof(*texts));
}

bool export_tidy(FILE *out, const struct run *const *runs, size_t run_count)
{
    struct name_list axes = { 0 };
    const bool complete = export_axes_collect(runs, run_count, &axes);
    fputs(titles, out);
    export_axes_titles(out, &axes);
    fputs("\r\n", out);
    for (size_t r = 0; r < run_count && complete; r++)
        for (size_t i = 0; i < runs[r]->case_count; i++) {
            const struct run_case *c = &runs[r]->cases[i];
            for (size_t k = 0; k < c->sample_count && export_rows_has(c); k++) {
                case_write(out, runs[r], c);
                sample_write(out, c, k);
                run_write(out, runs[r]);
                export_axes_cells(out, &axes, c);
                fputs("\r\n", out);
            }
        }
    name_list_finish(&axes);
    return complete && fflush(out) == 0 && !ferror(out);
}
