/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_kernel.h"

#include <math.h>
#include <string.h>

/* Numbers alone are read: what a driver says in other ways is for people. */
static void statistics_read(const struct json_reader *part, struct run_kernel *kernel)
{
    const struct json_reader list = json_reader_array(part, "statistics");
    const size_t count = json_reader_count(&list);
    struct run_statistic *read = json_reader_alloc(part->reader, count, sizeof(*read));
    for (size_t i = 0; i < count && !part->reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&list, i);
        const bool known = json_is_number(json_object_get(entry.json, "value"));
        read[i] = (struct run_statistic){
            .name = json_reader_text(&entry, "name"),
            .number = known ? json_reader_number(&entry, "value", RUN_ANY) : NAN,
        };
    }
    kernel->statistics = read;
    kernel->statistic_count = read ? count : 0;
}

/* NAN where the file does not say. */
static double group_threads_read(const struct json_reader *part)
{
    const struct json_reader sizes = json_reader_array(part, "group_size");
    const size_t count = json_reader_count(&sizes);
    double threads = count > 0 ? 1 : NAN;
    for (size_t i = 0; i < count && !part->reader->failed; i++)
        threads *= json_reader_value(&sizes, i, RUN_COUNT);
    return threads;
}

static void kernel_read(const struct json_reader *part, struct run_kernel *kernel)
{
    *kernel = (struct run_kernel){
        .id = json_reader_name(part, "id"),
        .name = json_reader_text(part, "name"),
        .file = json_reader_text(part, "file"),
        .sha256 = json_reader_name(part, "sha256"),
        .bytes = json_reader_number(part, "bytes", RUN_COUNT),
        .bindings = json_reader_number(part, "bindings", RUN_COUNT),
        .push_bytes = json_reader_number(part, "push_bytes", RUN_COUNT),
        .shared_bytes = json_reader_number(part, "shared_bytes", RUN_COUNT),
        .subgroup_size = json_reader_number(part, "subgroup_size", RUN_COUNT),
    };
    kernel->group_threads = group_threads_read(part);
    statistics_read(part, kernel);
}

void run_kernels_read(const struct json_reader *document, struct run *run)
{
    const struct json_reader kernels = json_reader_array(document, "kernels");
    const size_t count = json_reader_count(&kernels);
    run->kernels = json_reader_alloc(document->reader, count, sizeof(*run->kernels));
    while (!document->reader->failed && run->kernel_count < count) {
        const struct json_reader part = json_reader_entry(&kernels, run->kernel_count);
        kernel_read(&part, &run->kernels[run->kernel_count++]);
    }
}

/* Of the entries of a case, those that the run does not have. */
static size_t unknown_count(const struct json_reader *kernels, const struct run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < json_reader_count(kernels); i++) {
        const json_t *entry = json_array_get(kernels->json, i);
        const char *id = json_string_value(json_object_get(entry, "id"));
        count += id && !run_kernel_find(run, id);
    }
    return count;
}

void run_kernels_add(const struct json_reader *part, struct run *run)
{
    const struct json_reader kernels = json_reader_array(part, "kernels");
    const size_t count = json_reader_count(&kernels), unknown = unknown_count(&kernels, run);
    if (unknown == 0)
        return;
    struct run_kernel *all =
        json_reader_alloc(part->reader, run->kernel_count + count, sizeof(*all));
    if (!all)
        return;
    if (run->kernel_count > 0)
        memcpy(all, run->kernels, run->kernel_count * sizeof(*all));
    run->kernels = all;
    for (size_t i = 0; i < count && !part->reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&kernels, i);
        struct run_kernel *kernel = &all[run->kernel_count];
        kernel_read(&entry, kernel);
        run->kernel_count += !part->reader->failed && !run_kernel_find(run, kernel->id);
    }
}

const struct run_kernel *run_kernel_find(const struct run *run, const char *id)
{
    for (size_t i = 0; i < run->kernel_count; i++)
        if (strcmp(run->kernels[i].id, id) == 0)
            return &run->kernels[i];
    return NULL;
}
