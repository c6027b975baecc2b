/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_kernel.h"

#include "harness/record/head_fields.h"

#include <math.h>
#include <string.h>

static void value_read(const struct json_reader *part, void *record)
{
    struct run_statistic *statistic = record;
    const json_t *value = json_object_get(part->json, "value");
    statistic->json = field_json_text(part, "value");
    statistic->number = json_is_number(value) ? json_number_value(value) : NAN;
}

static json_t *value_json(const void *record)
{
    const struct run_statistic *statistic = record;
    return statistic->json ? json_loads(statistic->json, JSON_DECODE_ANY, NULL) : json_null();
}

static const struct field_own value = { value_read, value_json };

#define S run_statistic
static const struct field statistic_fields[] = {
    FIELD(TEXT, executable, 0),
    FIELD(TEXT, name, 0),
    FIELD_BY_ITSELF("value", &value, 0),
    FIELD_END,
};
#undef S

static void group_size_read(const struct json_reader *part, void *record)
{
    struct run_kernel *kernel = record;
    const struct json_reader sizes = json_reader_array(part, "group_size");
    const size_t count = json_reader_count(&sizes);
    kernel->group_size = field_json_text(part, "group_size");
    kernel->group_threads = count > 0 ? 1 : NAN;
    for (size_t i = 0; i < count && !part->reader->failed; i++)
        kernel->group_threads *= json_reader_value(&sizes, i, RUN_COUNT);
}

static json_t *group_size_json(const void *record)
{
    const struct run_kernel *kernel = record;
    return kernel->group_size ? json_loads(kernel->group_size, 0, NULL) : json_null();
}

static const struct field_own group_size = { group_size_read, group_size_json };

#define S run_kernel
const struct field run_kernel_fields[] = {
    FIELD(TEXT, id, FIELD_WANTED),
    FIELD(TEXT, name, 0),
    FIELD(TEXT, file, FIELD_NULL),
    FIELD(TEXT, sha256, FIELD_WANTED),
    FIELD(COUNT, bytes, 0),
    FIELD(COUNT, bindings, 0),
    FIELD(JSON, binding_kinds, FIELD_LATER),
    FIELD(COUNT, push_bytes, 0),
    FIELD(JSON, constants, 0),
    FIELD_BY_ITSELF("group_size", &group_size, 0),
    FIELD(COUNT, shared_bytes, 0),
    FIELD(COUNT, subgroup_size, 0),
    FIELD_SOME(LIST, "statistics", statistics, statistic_count, statistic_fields, FIELD_NULL),
    FIELD_END,
};
#undef S

const struct run_kernel *run_add_kernel(struct run *run, const json_t *entry)
{
    struct run_reading reader = run_reading_of(run, "kernel");
    const struct json_reader part = { .reader = &reader, .json = entry };
    struct run_kernel kernel;
    field_read(&part, run_kernel_fields, &kernel);
    if (reader.failed)
        return NULL;
    const struct run_kernel *there = run_kernel_find(run, kernel.id);
    if (there)
        return there;
    if (run->kernel_count >= run->kernel_room) {
        const size_t room = 2 * run->kernel_count + 8;
        struct run_kernel *all = json_reader_alloc(&reader, room, sizeof(*all));
        if (run->kernel_count > 0)
            memcpy(all, run->kernels, run->kernel_count * sizeof(*all));
        run->kernels = all;
        run->kernel_room = room;
    }
    run->kernels[run->kernel_count] = kernel;
    return &run->kernels[run->kernel_count++];
}

const struct run_kernel *run_kernel_find(const struct run *run, const char *id)
{
    for (size_t i = 0; i < run->kernel_count; i++)
        if (strcmp(run->kernels[i].id, id) == 0)
            return &run->kernels[i];
    return NULL;
}

const struct run_kernel *run_kernel_instead(const struct run *run, const struct run_case *c,
                                            size_t index, const struct run *other_run,
                                            const struct run_case *other, bool file)
{
    const struct run_kernel *own = run_kernel_find(run, c->kernels[index]);
    size_t before = 0;
    for (size_t i = 0; i < index && own; i++) {
        const struct run_kernel *kernel = run_kernel_find(run, c->kernels[i]);
        before += kernel && strcmp(kernel->name, own->name) == 0;
    }
    for (size_t i = 0; i < other->kernel_count && own; i++) {
        const struct run_kernel *kernel = run_kernel_find(other_run, other->kernels[i]);
        if (kernel && (!file || *kernel->file) && strcmp(kernel->name, own->name) == 0 &&
            before-- == 0)
            return kernel;
    }
    return NULL;
}

/* This build ---------------------------------------------------------------------------------- */

const char *(*run_kernel_built)(const char *name);

bool run_kernel_changed(const char *name, const char *sha256)
{
    const char *built = run_kernel_built ? run_kernel_built(name) : NULL;
    return built && (!*sha256 || strncmp(built, sha256, strlen(sha256)) != 0);
}
