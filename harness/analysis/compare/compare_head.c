/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare_head.h"

#include "harness/record/run/run_kernel.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 512, UNIT_DIGITS = 8 };

/* Texts of both runs; a text is "" where its file does not say. */
struct side {
    const struct run *run;
    char text[TEXT_BYTES];
};

static void side_set(struct side *side, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void side_set(struct side *side, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(side->text, sizeof(side->text), format, values);
    va_end(values);
}

static void number_set(struct side *side, double number)
{
    if (isfinite(number))
        side_set(side, "%.17g", number);
}

/* Parts that may differ ----------------------------------------------------------------------- */

static void unit_set(struct side *side)
{
    side_set(side, "%.*s", UNIT_DIGITS, side->run->device.uuid);
}

static void driver_set(struct side *side)
{
    const struct run_device *device = &side->run->device;
    side_set(side, "%s%s%s", device->driver_name,
             *device->driver_name && *device->driver_info ? " " : "", device->driver_info);
}

static void memory_set(struct side *side)
{
    const double bytes = side->run->device.memory_bytes;
    if (isfinite(bytes))
        side_set(side, "%.1f GiB", bytes / 0x1p30);
}

static void cpu_set(struct side *side)
{
    const struct run_context *context = &side->run->context;
    side_set(side, "%s", context->cpu);
    if (*context->cpu && isfinite(context->cores))
        side_set(side, "%s, %.0f CPUs", context->cpu, context->cores);
}

static void os_set(struct side *side)
{
    const struct run_context *context = &side->run->context;
    side_set(side, "%s%s%s", context->os, *context->os && *context->kernel ? ", " : "",
             context->kernel);
}

static void commit_set(struct side *side)
{
    const struct run_tool *tool = &side->run->tool;
    side_set(side, "%s", *tool->commit ? tool->commit : tool->version);
}

static void build_set(struct side *side)
{
    side_set(side, "%s", side->run->tool.slow ? "without optimisation" : "optimised");
}

static void validate_set(struct side *side)
{
    side_set(side, "%s", side->run->session.validate ? "on" : "off");
}

static void cache_set(struct side *side)
{
    bool hot = false, cold = false;
    for (size_t i = 0; i < side->run->case_count; i++) {
        const struct run_case *c = &side->run->cases[i];
        cold = cold || c->cache == RUN_CACHE_COLD;
        hot = hot || (c->cache != RUN_CACHE_COLD && c->kind != BENCH_CPU);
    }
    side_set(side, "%s%s%s", hot ? "hot" : "", hot && cold ? " and " : "", cold ? "cold" : "");
}

static void seed_set(struct side *side)
{
    side_set(side, "%llu", (unsigned long long)side->run->session.seed);
}

static void launches_set(struct side *side)
{
    number_set(side, side->run->session.launches);
}

/* How a run was narrowed, which says what its groups were measured beside. What has a line of its
 * own is left out, and what changes nothing that is measured. */
static bool is_told(const char *argument)
{
    static const char *const others[] = { "--profile",     "--seed",       "--launches",
                                          "--isolate",     "--cache",      "--ceilings",
                                          "--no-ceilings", "--no-isolate", "--validate" };
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strncmp(argument, others[i], strlen(others[i])) == 0)
            return false;
    return true;
}

static void plan_set(struct side *side)
{
    const struct run_session *session = &side->run->session;
    size_t used = 0;
    side_set(side, "%s", "all of the profile");
    for (size_t i = 0; i < session->plan_argument_count; i++)
        if (is_told(session->plan_arguments[i]) && used + 1 < TEXT_BYTES)
            used += (size_t)snprintf(side->text + used, TEXT_BYTES - used, "%s%s",
                                     used > 0 ? " " : "", session->plan_arguments[i]);
}

static void summary_set(struct side *side)
{
    const struct run_summary *summary = &side->run->summary;
    side_set(side, "all");
    if (summary->of > 0)
        side_set(side, "%zu of %zu", summary->samples, summary->of);
}

static void complete_set(struct side *side)
{
    side_set(side, "%s", side->run->session.complete ? "yes" : "no");
}

#define TEXT(member_) offsetof(struct run, member_)
static const struct {
    const char *what;
    void (*set)(struct side *side); /* NULL: the text of a run at `text` */
    bool configuration;
    size_t text;
} aspects[] = {
    { "device", NULL, false, TEXT(device.name) },
    { "unit", unit_set, true, 0 },
    { "memory", memory_set, true, 0 },
    { "driver", driver_set, true, 0 },
    { "Vulkan", NULL, true, TEXT(device.api_version) },
    { "loader", NULL, true, TEXT(context.loader) },
    { "host", cpu_set, true, 0 },
    { "governor", NULL, true, TEXT(context.processor.governor) },
    { "OS", os_set, true, 0 },
    { "tool", commit_set, false, 0 },
    { "build", build_set, false, 0 },
    { "validation", validate_set, false, 0 },
    { "planted fault", NULL, false, TEXT(context.fault) },
    { "profile", NULL, false, TEXT(session.profile) },
    { "asked for", plan_set, false, 0 },
    { "caches", cache_set, false, 0 },
    { "seed", seed_set, false, 0 },
    { "launches", launches_set, false, 0 },
    { "samples", summary_set, false, 0 },
    { "complete", complete_set, false, 0 },
};
#undef TEXT

static void aspect_set(struct side *side, size_t index)
{
    if (aspects[index].set)
        aspects[index].set(side);
    else
        side_set(side, "%s", *(const char *const *)((const char *)side->run + aspects[index].text));
}

static void differences_find(struct compare *compare)
{
    enum { COUNT = sizeof(aspects) / sizeof(aspects[0]) };
    compare->differences = arena_alloc(&compare->arena, COUNT * sizeof(*compare->differences));
    for (size_t i = 0; i < COUNT; i++) {
        struct side a = { .run = compare->a }, b = { .run = compare->b };
        aspect_set(&a, i);
        aspect_set(&b, i);
        if (strcmp(a.text, b.text) == 0 || (compare->models && aspects[i].set == unit_set))
            continue;
        compare->differences[compare->difference_count++] =
            (struct compare_difference){ aspects[i].what, arena_text(&compare->arena, a.text),
                                         arena_text(&compare->arena, b.text),
                                         aspects[i].configuration };
    }
}

/* Kernels ------------------------------------------------------------------------------------- */

/* Whether the run has a shipped kernel of that name, and one with that hash. */
static bool has_name(const struct run *run, const struct run_kernel *kernel, bool *has_hash)
{
    bool found = false;
    *has_hash = false;
    for (size_t i = 0; i < run->kernel_count; i++) {
        const struct run_kernel *other = &run->kernels[i];
        if (strcmp(other->name, kernel->name) != 0 || *other->file)
            continue;
        found = true;
        *has_hash = *has_hash || strcmp(other->sha256, kernel->sha256) == 0;
    }
    return found;
}

/* Says whether an entry is the first of its name, which stands for all. The hash is that of the
 * SPIR-V, and the entries differ only in constants. */
static bool is_first(const struct run *run, const struct run_kernel *kernel)
{
    for (const struct run_kernel *k = run->kernels; k < kernel; k++)
        if (strcmp(k->name, kernel->name) == 0 && !*k->file)
            return false;
    return !*kernel->file;
}

static void kernels_find(struct compare *compare)
{
    const struct run *a = compare->a;
    compare->kernels = arena_alloc(&compare->arena, a->kernel_count * sizeof(*compare->kernels));
    for (size_t i = 0; i < a->kernel_count; i++) {
        bool has_hash;
        if (!is_first(a, &a->kernels[i]) || !has_name(compare->b, &a->kernels[i], &has_hash))
            continue;
        compare->kernels_common++;
        if (!has_hash)
            compare->kernels[compare->kernel_count++] = a->kernels[i].name;
    }
}

/* How many of the kernels of `of` the other case has not, by id or by hash. */
static size_t kernels_missing(const struct run *run, const struct run_case *of,
                              const struct run *other_run, const struct run_case *other,
                              bool by_hash)
{
    size_t missing = 0;
    for (size_t i = 0; i < of->kernel_count; i++) {
        const struct run_kernel *own = by_hash ? run_kernel_find(run, of->kernels[i]) : NULL;
        bool found = false;
        for (size_t k = 0; k < other->kernel_count && !found; k++) {
            const struct run_kernel *there =
                by_hash ? run_kernel_find(other_run, other->kernels[k]) : NULL;
            found = by_hash ? own && there && strcmp(own->sha256, there->sha256) == 0
                            : strcmp(of->kernels[i], other->kernels[k]) == 0;
        }
        missing += !found;
    }
    return missing;
}

void compare_head_kernels_of(const struct compare *compare, struct compare_row *row)
{
    const struct run *a = compare->a, *b = compare->b;
    if (kernels_missing(a, row->a, b, row->b, false) +
            kernels_missing(b, row->b, a, row->a, false) ==
        0)
        return;
    row->kernel =
        kernels_missing(a, row->a, b, row->b, true) + kernels_missing(b, row->b, a, row->a, true) >
        0;
    row->constants = !row->kernel;
}

/* ---------------------------------------------------------------------------------------------- */

static bool hosts_differ(const struct run *a, const struct run *b)
{
    return strcmp(a->context.cpu, b->context.cpu) != 0 ||
           strcmp(a->context.architecture, b->context.architecture) != 0;
}

void compare_head(struct compare *compare)
{
    const struct run *a = compare->a, *b = compare->b;
    compare->hosts = hosts_differ(a, b);
    /* Where the device is software, it is the host. */
    compare->models = strcmp(a->device.name, b->device.name) != 0 ||
                      a->device.software != b->device.software ||
                      (a->device.software && compare->hosts);
    differences_find(compare);
    kernels_find(compare);
}
