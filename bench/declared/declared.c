/* SPDX-License-Identifier: MIT */
#include "bench/declared/declared.h"

#include "bench/declared/files.h"
#include "bench/declared/method.h"
#include "harness/base/disk.h"
#include "harness/base/text.h"

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
    char *absolute = realpath(folder, NULL), *path = NULL, *text = NULL;
    size_t size = 0;
    if (!absolute)
        snprintf(message, message_bytes, "cannot read the folder '%s': %s", folder,
                 strerror(errno));
    else if (!(path = text_make("%s/technique.json", absolute)))
        snprintf(message, message_bytes, "no memory is left");
    const bool good =
        path && disk_load_said(path, &text, &size, message, message_bytes) &&
        declared_spec_read(&declared->bench.spec, text, size, absolute, message, message_bytes);
    free(text);
    free(path);
    free(absolute);
    return good;
}

/* Axes and variants as bench.h has them. False when memory runs out. */
static bool tables_make(struct declared *declared)
{
    static const struct bench_method none = { .setup = NULL };
    struct declared_spec *spec = &declared->bench.spec;
    struct bench_axis *axes = arena_alloc(&spec->arena, (spec->axis_count + 1) * sizeof(*axes));
    struct bench_variant *variants =
        arena_alloc(&spec->arena, (spec->variant_count + 1) * sizeof(*variants));
    if (!axes || !variants)
        return false;
    for (size_t i = 0; i < spec->axis_count; i++)
        axes[i] = spec->axes[i].axis;
    for (size_t i = 0; i < spec->variant_count; i++)
        variants[i] = (struct bench_variant){
            .name = spec->variants[i].name,
            .summary = spec->variants[i].summary,
            .source = spec->variants[i].source,
            .kind = BENCH_GPU,
            .needs = declared_kernels_needs(&declared->bench.kernels, &spec->variants[i]),
            .method = &none,
            .data = &spec->variants[i],
        };
    declared->description.axes = axes;
    declared->description.variants = variants;
    return true;
}

static void technique_make(struct declared *declared)
{
    const struct declared_spec *spec = &declared->bench.spec;
    struct bench *bench = &declared->description;
    bench->name = spec->bench;
    bench->question = spec->question;
    bench->data = &declared->bench;
    bench->workload_bytes = sizeof(struct declared_workload);
    bench->workload = declared_workload;
    bench->upload = declared_upload;
    bench->method = declared_method;
    declared->benches[0] = bench;
    declared->folder = (struct technique_folder){ .path = spec->folder,
                                                  .files = declared->files.files,
                                                  .file_count = declared->files.count };
    declared->technique = (struct technique){ .name = spec->technique,
                                              .alias = spec->technique,
                                              .question = spec->question,
                                              .paper = spec->paper,
                                              .benches = declared->benches,
                                              .folder = &declared->folder };
}

/* Paths of the files that others read. False when memory runs out. */
static bool folder_paths(struct declared *declared)
{
    struct declared_spec *spec = &declared->bench.spec;
    const char *const names[] = { "claims.json", spec->picture };
    const char **const paths[] = { &declared->folder.claims, &declared->folder.picture };
    for (size_t i = 0; i < declared->files.count; i++)
        for (size_t k = 0; k < 2; k++) {
            if (!names[k] || strcmp(declared->files.files[i].name, names[k]) != 0)
                continue;
            char *path = text_make("%s/%s", spec->folder, names[k]);
            *paths[k] = path ? arena_text(&spec->arena, path) : NULL;
            free(path);
            if (!*paths[k])
                return false;
        }
    return true;
}

static const struct technique *declared_open(const char *folder, bool kernels, char **log,
                                             char *message, size_t message_bytes)
{
    struct declared *declared = calloc(1, sizeof(*declared));
    *log = NULL;
    snprintf(message, message_bytes, "no memory is left");
    if (!declared)
        return NULL;
    const struct technique *technique = &declared->technique;
    bool good =
        spec_open(declared, folder, message, message_bytes) &&
        declared_files_collect(&declared->files, &declared->bench.spec, message, message_bytes) &&
        (!kernels || declared_kernels_init(&declared->bench.kernels, &declared->bench.spec, log,
                                           message, message_bytes));
    if (good) {
        snprintf(message, message_bytes, "no memory is left");
        good = tables_make(declared);
        technique_make(declared);
        good = good && folder_paths(declared);
    }
    if (!good)
        declared_close(&technique);
    return technique;
}

const struct technique_door declared_door = { declared_open, declared_close };
