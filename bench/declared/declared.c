/* SPDX-License-Identifier: MIT */
#include "bench/declared/declared.h"

#include "bench/declared/files.h"
#include "bench/declared/method.h"
#include "bench/declared/trust.h"
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All that a folder declares; the technique is its first member. */
struct declared {
    struct technique technique;
    struct technique_folder folder;
    struct declared_bench bench;
    struct declared_files files;
    struct bench description;
    const struct bench *benches[2];
};

static void declared_close(const struct technique **technique)
{
    struct declared *declared = (struct declared *)(uintptr_t)*technique;
    *technique = NULL;
    if (!declared)
        return;
    declared_kernels_finish(&declared->bench.kernels);
    declared_spec_finish(&declared->bench.spec);
    free(declared);
}

static bool spec_open(struct declared *declared, const char *folder, char *message,
                      size_t message_bytes)
{
    char *absolute = os_path_whole(folder), *text = NULL;
    size_t size = 0;
    if (!absolute) {
        snprintf(message, message_bytes, "cannot read the folder '%s': %s", folder,
                 strerror(errno));
        return false;
    }
    char *path = text_make("%s/technique.json", absolute);
    const bool good =
        (disk_load_said(path, &text, &size) || trouble_give(message, message_bytes)) &&
        declared_spec_read(&declared->bench.spec, text, size, absolute, message, message_bytes);
    free(text);
    free(path);
    free(absolute);
    return good;
}

/* Rows of the variants; one that gives none joins all points. NULL where none gives any. */
static const struct bench_join *joins_make(struct declared_spec *spec)
{
    struct text all = { 0 };
    size_t count = 0, given = 0;
    for (size_t i = 0; i < spec->variant_count; i++) {
        given += spec->variants[i].joins != NULL;
        count += spec->variants[i].joins ? spec->variants[i].join_count : 1;
    }
    if (given == 0)
        return NULL;
    for (size_t i = 0; i < spec->axis_count; i++)
        text_add_format(&all, "%s%s", i > 0 ? " " : "", spec->axes[i].axis.name);
    const char *whole = arena_text(&spec->arena, text_string(&all));
    struct bench_join *joins = arena_alloc(&spec->arena, (count + 1) * sizeof(*joins));
    struct bench_join *join = joins;
    for (size_t i = 0; i < spec->variant_count; i++) {
        const struct declared_variant *variant = &spec->variants[i];
        if (!variant->joins)
            *join++ = (struct bench_join){ variant->name, whole, "all points" };
        for (size_t k = 0; k < variant->join_count; k++)
            *join++ = (struct bench_join){ variant->name, variant->joins[k], "joins" };
    }
    *join = (struct bench_join){ 0 };
    text_finish(&all);
    return joins;
}

static const struct bench_axis *axes_make(struct declared_spec *spec,
                                          const struct declared_axis *axes, size_t count)
{
    struct bench_axis *made = arena_alloc(&spec->arena, (count + 1) * sizeof(*made));
    for (size_t i = 0; i < count; i++)
        made[i] = axes[i].axis;
    return count > 0 ? made : NULL;
}

/* Axes and variants as bench.h has them. */
static void tables_make(struct declared *declared)
{
    static const struct bench_method none = { .setup = NULL };
    struct declared_spec *spec = &declared->bench.spec;
    struct bench_variant *variants =
        arena_alloc(&spec->arena, (spec->variant_count + 1) * sizeof(*variants));
    for (size_t i = 0; i < spec->variant_count; i++)
        variants[i] = (struct bench_variant){
            .name = spec->variants[i].name,
            .summary = spec->variants[i].summary,
            .source = spec->variants[i].source,
            .kind = spec->variants[i].api         ? BENCH_CPU
                    : spec->variants[i].is_driven ? BENCH_HOST_DRIVEN
                                                  : BENCH_GPU,
            .axes = axes_make(spec, spec->variants[i].axes, spec->variants[i].axis_count),
            .api = spec->variants[i].api,
            .needs = declared_kernels_needs(&declared->bench.kernels, &spec->variants[i]),
            .yardstick = spec->variants[i].is_yardstick,
            .method = spec->variants[i].api            ? &declared_program_method
                      : spec->variants[i].before_count ? &declared_before_method
                                                       : &none,
            .data = &spec->variants[i],
        };
    declared->description.axes = axes_make(spec, spec->axes, spec->axis_count);
    declared->description.joins = joins_make(spec);
    declared->description.variants = variants;
}

/* Names that checks and loops give; NULL where a program may print others. */
static const char *const *metrics_make(struct declared_spec *spec)
{
    static const char *const errors[] = { "wrong_share", "max_error", "rms_error" };
    const char **names = arena_alloc(&spec->arena, (3 * spec->output_count + 3) * sizeof(*names));
    size_t count = 0;
    names[count++] = "turns";
    names[count++] = "untimed_steps";
    for (size_t i = 0; i < 3 * spec->output_count; i++) {
        char *own = text_make("%s_%s", spec->outputs[i / 3].name, errors[i % 3]);
        names[count++] = spec->output_count > 1 ? arena_text(&spec->arena, own) : errors[i % 3];
        free(own);
    }
    names[count] = NULL;
    for (size_t i = 0; i < spec->command_count; i++)
        if (strcmp(spec->commands[i].role, "program") == 0)
            return NULL;
    return names;
}

static void technique_make(struct declared *declared)
{
    struct declared_spec *spec = &declared->bench.spec;
    struct bench *bench = &declared->description;
    bench->name = spec->bench;
    bench->question = spec->question;
    bench->data = &declared->bench;
    bench->sizes_fixed = true;
    bench->workload_bytes = sizeof(struct declared_workload);
    for (size_t i = 0; i < spec->input_count; i++)
        bench->alters = bench->alters || spec->inputs[i].takes_any;
    bench->workload = declared_workload;
    bench->upload = declared_upload;
    bench->method = declared_method;
    declared->benches[0] = bench;
    declared->folder = (struct technique_folder){ .path = spec->folder,
                                                  .files = declared->files.files,
                                                  .file_count = declared->files.count,
                                                  .kernels = declared->bench.kernels.described,
                                                  .kernel_count = declared->bench.kernels.count,
                                                  .metrics = metrics_make(spec) };
    declared->technique = (struct technique){ .name = spec->technique,
                                              .alias = spec->technique,
                                              .question = spec->question,
                                              .paper = spec->paper,
                                              .benches = declared->benches,
                                              .folder = &declared->folder };
}

static const char *path_make(struct declared *declared, const char *name)
{
    struct declared_spec *spec = &declared->bench.spec;
    char *path = text_make("%s/%s", spec->folder, name);
    const char *kept = arena_text(&spec->arena, path);
    free(path);
    return kept;
}

/* Makes a published file without claims, for its figures alone. */
static json_t *paper_make(const struct declared_spec *spec)
{
    json_t *paper =
        json_pack("{s:s, s:s, s:[s], s:s, s:n, s:n}", "id", spec->technique, "title", spec->paper,
                  "authors", "unknown", "kind", "technique.json", "year", "doi");
    return json_pack("{s:i, s:o, s:s, s:s, s:[], s:[], s:[]}", "schema_version", 2, "paper", paper,
                     "technique", spec->technique, "recorded", "1970-01-01", "hardware", "figures",
                     "claims");
}

/* The figures of technique.json go among the plots. False with a message. */
static bool figures_add(struct declared *declared, char **text, char *message, size_t message_bytes)
{
    const struct declared_spec *spec = &declared->bench.spec;
    json_error_t error;
    json_t *document = *text ? json_loads(*text, JSON_REJECT_DUPLICATES, &error) : paper_make(spec);
    if (!document) {
        snprintf(message, message_bytes, "%s/claims.json:%d:%d: is not valid JSON: %s",
                 spec->folder, error.line, error.column, error.text);
        return false;
    }
    json_t *plots = json_object_get(document, "plots");
    if (json_is_array(plots))
        json_array_extend(plots, (json_t *)(uintptr_t)spec->figures);
    else
        json_object_set(document, "plots", (json_t *)(uintptr_t)spec->figures);
    free(*text);
    *text = json_dumps(document, JSON_INDENT(2));
    json_decref(document);
    return true;
}

/* Reads claims.json and the paths that other modules need. False with a message. */
static bool folder_complete(struct declared *declared, char *message, size_t message_bytes)
{
    struct declared_spec *spec = &declared->bench.spec;
    struct technique_folder *folder = &declared->folder;
    const char *claims = NULL;
    char *text = NULL;
    size_t size = 0;
    for (size_t i = 0; i < declared->files.count; i++)
        if (strcmp(declared->files.files[i].name, "claims.json") == 0)
            claims = path_make(declared, "claims.json");
    if (claims && !disk_load_said(claims, &text, &size))
        return trouble_give(message, message_bytes);
    const bool good = !spec->figures || figures_add(declared, &text, message, message_bytes);
    folder->published_path = claims ? claims : path_make(declared, "technique.json");
    folder->published = good && text ? arena_text(&spec->arena, text) : NULL;
    folder->picture = spec->picture ? path_make(declared, spec->picture) : NULL;
    free(text);
    return good;
}

static const struct technique *declared_open(const char *folder, bool kernels, char **log,
                                             char *message, size_t message_bytes)
{
    struct declared *declared = need_zeroed(1, sizeof(*declared));
    *log = NULL;
    const struct technique *technique = &declared->technique;
    bool good =
        spec_open(declared, folder, message, message_bytes) &&
        declared_files_collect(&declared->files, &declared->bench.spec, message, message_bytes) &&
        (!kernels || declared_kernels_init(&declared->bench.kernels, &declared->bench.spec, log,
                                           message, message_bytes));
    if (good) {
        tables_make(declared);
        technique_make(declared);
        good = folder_complete(declared, message, message_bytes);
    }
    if (!good)
        declared_close(&technique);
    return technique;
}

static bool declared_trust(const struct technique *technique, bool given, char *message,
                           size_t message_bytes)
{
    const struct declared *declared = (const struct declared *)technique;
    return declared_trust_ask(&declared->bench.spec, given, message, message_bytes);
}

const struct technique_door declared_door = { declared_open, declared_close, declared_trust };
