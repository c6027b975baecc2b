/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/keep/keep.h"
#include "harness/base/need.h"

#include <math.h>
#include <string.h>

enum { TEXT_BYTES = 512, UNIT_DIGITS = 8 };

/* Texts of both runs; a text is "" where its file does not say. */
struct side {
    const struct run *run;
    char text[TEXT_BYTES];
};

#define side_set(side, ...) snprintf((side)->text, sizeof((side)->text), __VA_ARGS__)

/* Parts that may differ ----------------------------------------------------------------------- */

static void unit_set(struct side *side)
{
    side_set(side, "%.*s", UNIT_DIGITS, side->run->device.uuid);
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

static void commit_set(struct side *side)
{
    const struct run_tool *tool = &side->run->tool;
    side_set(side, "%s", *tool->commit ? tool->commit : tool->version);
}

static void cache_set(struct side *side)
{
    bool hot = false, cold = false;
    foreach (const struct run_case, c, side->run->cases, side->run->case_count) {
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
    if (isfinite(side->run->session.launches))
        side_set(side, "%.17g", side->run->session.launches);
}

/* How a run was narrowed, which says what its groups were measured beside. What has a line of its
 * own is left out, and what changes nothing that is measured. */
static void plan_set(struct side *side)
{
    static const char *const others[] = { "--profile",     "--seed",       "--launches",
                                          "--isolate",     "--cache",      "--ceilings",
                                          "--no-ceilings", "--no-isolate", "--validate" };
    const struct run_session *session = &side->run->session;
    for (size_t i = 0; i < session->plan_argument_count; i++) {
        bool other = false;
        for (size_t k = 0; k < COUNT_OF(others); k++)
            other = other || strncmp(session->plan_arguments[i], others[k], strlen(others[k])) == 0;
        if (!other)
            text_join_cut(side->text, TEXT_BYTES, " ", "%s", session->plan_arguments[i]);
    }
    if (!*side->text)
        side_set(side, "all of the profile");
}

static void summary_set(struct side *side)
{
    const struct run_summary *summary = &side->run->summary;
    side_set(side, "all");
    if (summary->of > 0)
        side_set(side, "%zu of %zu", summary->samples, summary->of);
}

#define TEXT(member_) offsetof(struct run, member_)
static const struct {
    const char *what;
    void (*set)(struct side *side); /* NULL: the text of a run at `member`, or a word of a flag */
    bool configuration;
    size_t member;
    const char *words[2]; /* where the flag is not set, and where it is */
    size_t more;          /* another text, which stands behind `between` */
    const char *between;
} aspects[] = {
    { "device", NULL, false, TEXT(device.name) },
    { "unit", unit_set, true, 0 },
    { "memory", memory_set, true, 0 },
    { "driver", NULL, true, TEXT(device.driver_name), .more = TEXT(device.driver_info),
      .between = " " },
    { "Vulkan", NULL, true, TEXT(device.api_version) },
    { "loader", NULL, true, TEXT(context.loader) },
    { "host", cpu_set, true, 0 },
    { "governor", NULL, true, TEXT(context.processor.governor) },
    { "OS", NULL, true, TEXT(context.os), .more = TEXT(context.kernel), .between = ", " },
    { "tool", commit_set, false, 0 },
    { "build", NULL, false, TEXT(tool.slow), { "optimised", "without optimisation" } },
    { "validation", NULL, false, TEXT(session.validate), { "off", "on" } },
    { "planted fault", NULL, false, TEXT(context.fault) },
    { "profile", NULL, false, TEXT(session.profile) },
    { "asked for", plan_set, false, 0 },
    { "caches", cache_set, false, 0 },
    { "seed", seed_set, false, 0 },
    { "launches", launches_set, false, 0 },
    { "samples", summary_set, false, 0 },
    { "complete", NULL, false, TEXT(session.complete), { "no", "yes" } },
};
#undef TEXT

static void aspect_set(struct side *side, size_t index)
{
    const void *member = (const char *)side->run + aspects[index].member;
    if (aspects[index].set)
        aspects[index].set(side);
    else if (aspects[index].words[0])
        side_set(side, "%s", aspects[index].words[*(const bool *)member]);
    else {
        const void *behind = (const char *)side->run + aspects[index].more;
        const char *text = *(const char *const *)member;
        const char *more = aspects[index].between ? *(const char *const *)behind : "";
        side_set(side, "%s%s%s", text, *text && *more ? aspects[index].between : "", more);
    }
}

static void differences_find(struct compare *compare)
{
    enum { COUNT = COUNT_OF(aspects) };
    compare->differences = arena_alloc(&compare->rows.arena, COUNT * sizeof(*compare->differences));
    for (size_t i = 0; i < COUNT; i++) {
        struct side a = { .run = compare->a }, b = { .run = compare->b };
        aspect_set(&a, i);
        aspect_set(&b, i);
        if (strcmp(a.text, b.text) == 0 || (compare->models && aspects[i].set == unit_set))
            continue;
        compare->differences[compare->difference_count++] =
            (struct compare_difference){ aspects[i].what, arena_text(&compare->rows.arena, a.text),
                                         arena_text(&compare->rows.arena, b.text),
                                         aspects[i].configuration };
    }
}

/* Kernels ------------------------------------------------------------------------------------- */

/* Finds the shipped kernels of both. The first entry of a name stands for all: the hash is that of
 * the SPIR-V, and the entries differ only in constants. */
static void kernels_find(struct compare *compare)
{
    const struct run *a = compare->a, *b = compare->b;
    compare->kernels =
        arena_alloc(&compare->rows.arena, a->kernel_count * sizeof(*compare->kernels));
    for (size_t i = 0; i < a->kernel_count; i++) {
        const struct run_kernel *kernel = &a->kernels[i];
        bool again = false, has_name = false, has_hash = false;
        for (size_t k = 0; k < i; k++)
            again =
                again || (strcmp(a->kernels[k].name, kernel->name) == 0 && !*a->kernels[k].file);
        foreach (const struct run_kernel, other, b->kernels, b->kernel_count) {
            if (strcmp(other->name, kernel->name) != 0 || *other->file)
                continue;
            has_name = true;
            has_hash = has_hash || strcmp(other->sha256, kernel->sha256) == 0;
        }
        if (again || *kernel->file || !has_name)
            continue;
        compare->kernels_common++;
        if (!has_hash)
            compare->kernels[compare->kernel_count++] = a->kernels[i].name;
    }
}

/* Whether a side of the row has a kernel that the other lacks, by id or by hash. */
static bool kernels_differ(const struct compare *compare, const struct gate_row *row, bool by_hash)
{
    const struct run *const runs[] = { compare->a, compare->b };
    const struct run_case *const sides[] = { row->old, row->new };
    bool differ = false;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->kernel_count && !differ; i++) {
            const struct run_case *other = sides[!side];
            const char *id = sides[side]->kernels[i];
            const struct run_kernel *own = by_hash ? run_kernel_find(runs[side], id) : NULL;
            differ = by_hash || !NAMED(other->kernels, other->kernel_count, id);
            for (size_t k = 0; own && k < other->kernel_count && differ; k++) {
                const struct run_kernel *there = run_kernel_find(runs[!side], other->kernels[k]);
                differ = !there || strcmp(own->sha256, there->sha256) != 0;
            }
        }
    return differ;
}

const double compare_threshold = 0.10, compare_threshold_other = 0.15;

const char *compare_clock_name(enum compare_clock clock)
{
    static const char *const names[COMPARE_CLOCK_COUNT] = { "GPU time", "wall time", "host" };
    return names[clock];
}

enum compare_clock compare_clock_of(const struct run_case *c)
{
    return c->kind == BENCH_CPU ? COMPARE_HOST : c->by_wall ? COMPARE_WALL : COMPARE_GPU;
}

/* Rows ----------------------------------------------------------------------------------------- */

static bool other_model(const struct compare *compare, const struct run_case *c)
{
    return compare->models || (c->kind == BENCH_CPU && compare->hosts);
}

const char *compare_setting_between(const struct compare *compare, const struct run_case *a,
                                    const struct run_case *b)
{
    const bool models = other_model(compare, a);
    if (a->kind != b->kind)
        return "kind";
    if (a->by_wall != b->by_wall)
        return "clock";
    if ((foreign_is(a) || foreign_is(b)) && strcmp(a->mark, b->mark) != 0)
        return "tool or unit";
    if ((a->cache == RUN_CACHE_COLD) != (b->cache == RUN_CACHE_COLD))
        return "cache mode";
    if (compare->a->session.validate != compare->b->session.validate)
        return "validation layers";
    /* An older file does not say what precedes a sample, nor how it is stamped. */
    if (a->preceded_by != RUN_PRECEDED_NONE && b->preceded_by != RUN_PRECEDED_NONE) {
        if (a->stamps_each != b->stamps_each)
            return "reset";
        if (a->preceded_by != b->preceded_by)
            return "preceding sample";
    }
    if (models)
        return "";
    if (a->kind == BENCH_CPU && a->threads != b->threads && !isnan(a->threads + b->threads))
        return "threads";
    if (a->inner_repetitions != b->inner_repetitions)
        return "inner repetitions";
    return strcmp(compare->a->session.profile, compare->b->session.profile) != 0 ? "profile" : "";
}

/*
 * The change r that shows with a probability of 80 %: the interval of log r is that of both runs
 * together, h = h_a + h_b to either side, and all of it must lie beyond the threshold; the estimate
 * in its middle varies by s = sqrt(h_a^2 + h_b^2) / z_.9875, so log r = log(1 + threshold) + h +
 * z_.8 s.
 */
static double smallest_change(const struct run_case *a, const struct run_case *b, double threshold)
{
    static const double z_interval = 2.2414, z_power = 0.8416;
    const struct stats_interval of_a = unpaired_interval(a, a->by_wall, UNPAIRED_CONFIDENCE);
    const struct stats_interval of_b = unpaired_interval(b, b->by_wall, UNPAIRED_CONFIDENCE);
    const double half_a = log(of_a.high / of_a.low) / 2, half_b = log(of_b.high / of_b.low) / 2;
    return exp(log1p(threshold) + half_a + half_b +
               z_power / z_interval * sqrt(half_a * half_a + half_b * half_b)) -
           1;
}

static void kernels_compare(const struct compare *compare, struct gate_row *row)
{
    const bool differ = kernels_differ(compare, row, false);
    row->kernel = differ && kernels_differ(compare, row, true);
    row->constants = differ && !row->kernel;
}

void compare_row_close(const struct compare *compare, struct gate_rows *rows, struct gate_row *row,
                       double theta)
{
    const struct run_case *a = row->old, *b = row->new;
    const bool models = other_model(compare, a);
    kernels_compare(compare, row);
    if (!run_case_judged(a) || !run_case_judged(b)) {
        gate_row_close(rows, row, JUDGE_INCOMPARABLE, "no time");
        return;
    }
    row->setting = compare_setting_between(compare, a, b);
    const struct stats_ratio ratio = unpaired_ratio(b, a);
    if (*row->setting || isnan(ratio.ratio)) {
        gate_row_close(rows, row, JUDGE_INCOMPARABLE, "%s%s",
                       *row->setting ? "settings: " : "no time", row->setting);
        return;
    }
    /* No file says which host it was. */
    bool other = a->kind == BENCH_CPU;
    for (size_t i = 0; i < compare->difference_count; i++)
        other = other || compare->differences[i].configuration;
    const double threshold = models  ? (double)NAN
                             : other ? compare_threshold_other
                                     : compare_threshold;
    if (!row->limit)
        row->theta = theta > 0 ? theta : threshold;
    row->first.found = (struct gate_found){
        .bounds = { ratio.ratio, ratio.interval.low, ratio.interval.high },
        .whole = true,
        .launches = 1,
        .smallest = row->theta == threshold ? smallest_change(a, b, threshold) : NAN,
    };
    gate_row_close(rows, row,
                   models ? JUDGE_RATIO : judge_values(row->first.found.bounds, row->theta, false),
                   "%s", row->kernel ? "by another kernel" : "");
}

/* Joining -------------------------------------------------------------------------------------- */

/* Adds a row of both runs to those of its technique, and to all of its clock: means are sums of
 * logarithms until all rows are there. */
static void row_sum(struct compare *compare, const struct gate_row *row,
                    struct compare_overall overall[COMPARE_CLOCK_COUNT])
{
    const enum compare_clock clock = compare_clock_of(row->old);
    const double ratio = row->first.found.bounds.ratio;
    struct compare_technique *technique = compare->techniques;
    while (technique < compare->techniques + compare->technique_count &&
           (technique->clock != clock || strcmp(technique->name, row->old->technique) != 0))
        technique++;
    if (technique == compare->techniques + compare->technique_count) {
        compare->technique_count++;
        *technique = (struct compare_technique){
            .name = row->old->technique, .clock = clock, .least = INFINITY, .greatest = -INFINITY
        };
    }
    if (isnan(ratio))
        return;
    technique->rows++;
    technique->mean += log(ratio);
    technique->least = fmin(technique->least, ratio);
    technique->greatest = fmax(technique->greatest, ratio);
    if (row->old->ceiling != BENCH_CEILING_NONE)
        return;
    overall[clock].rows++;
    overall[clock].faster += row->verdict == JUDGE_FASTER;
    overall[clock].slower += row->verdict == JUDGE_SLOWER;
    overall[clock].speed -= log(ratio);
}

static void sums_end(struct compare *compare,
                     const struct compare_overall overall[COMPARE_CLOCK_COUNT])
{
    int clock = 0;
    foreach (struct compare_technique, technique, compare->techniques, compare->technique_count) {
        technique->mean =
            technique->rows > 0 ? exp(technique->mean / (double)technique->rows) : NAN;
        if (technique->rows == 0)
            technique->least = technique->greatest = NAN;
    }
    while (clock + 1 < COMPARE_CLOCK_COUNT && overall[clock].rows == 0)
        clock++;
    compare->overall = overall[clock];
    compare->overall.clock = (enum compare_clock)clock;
    compare->overall.speed =
        overall[clock].rows > 0 ? exp(overall[clock].speed / (double)overall[clock].rows) : NAN;
}

void compare_heads(struct compare *compare, const struct run *a, const struct run *b)
{
    *compare = (struct compare){ .a = a, .b = b };
    compare->hosts = strcmp(a->context.cpu, b->context.cpu) != 0 ||
                     strcmp(a->context.architecture, b->context.architecture) != 0;
    /* Where the device is software, it is the host. */
    compare->models = strcmp(a->device.name, b->device.name) != 0 ||
                      a->device.software != b->device.software ||
                      (a->device.software && compare->hosts);
    differences_find(compare);
}

/* Adds what else is to be known of a row that has a time in both. */
static void remarks_add(struct compare *compare, struct gate_row *row)
{
    const struct run_case *a = row->old;
    const bool moved = row->verdict == JUDGE_FASTER || row->verdict == JUDGE_SLOWER;
    const char *mark = *a->mark ? a->mark : row->new->mark;
    OWNED_TEXT struct text text = { 0 };
    text_add(&text, row->reason);
    if (row->constants)
        text_join(&text, ", ", "by other constants");
    if (moved && compare_clock_of(a) != COMPARE_GPU)
        text_join(&text, ", ", "%s", compare_clock_name(compare_clock_of(a)));
    if (*mark)
        text_join(&text, ", ", "%s", mark);
    row->reason = arena_text(&compare->rows.arena, text_string(&text));
}

void compare_runs(struct compare *compare, const struct run *a, const struct run *b,
                  bool (*only)(const void *context, const char *name), const void *context)
{
    struct compare_overall overall[COMPARE_CLOCK_COUNT] = { { 0 } };
    size_t count = 0;
    compare_heads(compare, a, b);
    compare->rows.rule.theta = NAN;
    kernels_find(compare);
    gate_rows_pair(&compare->rows, a, b, 0, only, context);
    compare->techniques =
        arena_alloc(&compare->rows.arena, compare->rows.count * sizeof(*compare->techniques));
    OWNED double *values = stats_numbers(compare->rows.count);
    foreach (struct gate_row, row, compare->rows.rows, compare->rows.count) {
        if (!row->open) /* of one run alone */
            continue;
        compare->joined++;
        if (gate_row_tell(&compare->rows, row, row->old, row->new)) {
            kernels_compare(compare, row);
        } else {
            compare_row_close(compare, &compare->rows, row, 0);
            remarks_add(compare, row);
        }
        if (!isnan(row->first.found.smallest))
            values[count++] = row->first.found.smallest;
        row_sum(compare, row, overall);
    }
    compare->tally = gate_rows_tally(&compare->rows);
    sums_end(compare, overall);
    stats_sort(values, count);
    compare->smallest_half = stats_quantile_sorted(values, count, 0.5);
    compare->smallest_most = stats_quantile_sorted(values, count, 0.9);
}

void compare_finish(struct compare *compare)
{
    claims_destroy(&compare->of_a);
    claims_destroy(&compare->of_b);
    gate_rows_finish(&compare->rows);
    *compare = (struct compare){ .joined = 0 };
}

static bool is_told(const struct claims_entry *entry)
{
    return entry->measured && entry->verdict.kind != VERDICT_NOT_TESTABLE;
}

void compare_claims(struct compare *compare, const struct published_list *published)
{
    struct claims_request request = { .runs = &compare->a,
                                      .run_count = 1,
                                      .published = published->files,
                                      .published_count = published->count };
    compare->of_a = claims_judge(&request);
    request.runs = &compare->b;
    compare->of_b = claims_judge(&request);
    if (compare->of_a->device_count == 0 || compare->of_b->device_count == 0)
        return;
    const struct claims_device *a = &compare->of_a->devices[0], *b = &compare->of_b->devices[0];
    compare->claims = arena_alloc(&compare->rows.arena, a->entry_count * sizeof(*compare->claims));
    /* Entries of both are in the order of the files and their claims. */
    for (size_t i = 0; i < a->entry_count && i < b->entry_count; i++) {
        const struct compare_claim claim = { &a->entries[i], &b->entries[i] };
        if (!is_told(claim.a) && !is_told(claim.b)) {
            compare->claims_untestable += claim.a->measured && claim.b->measured;
            continue;
        }
        compare->claims[compare->claim_count++] = claim;
        compare->claims_decided +=
            verdict_is_decided(claim.a->verdict) && verdict_is_decided(claim.b->verdict);
        compare->claims_changed += verdict_differs(claim.a->verdict, claim.b->verdict);
    }
}
