/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_head.h"

#include "harness/record/results.h"
#include "harness/record/run/run_kernel.h"
#include "harness/record/run/run_kind.h"

#include <math.h>
#include <string.h>

static void version_check(const struct run_part *document)
{
    char text[RESULTS_FAULT_BYTES];
    const char *fault =
        results_version_fault(json_object_get(document->json, "schema_version"), text);
    const char *other = fault ? run_kind_other(document->json) : NULL;
    if (other)
        run_part_fault(document, NULL, "%s", other);
    else if (fault)
        run_part_fault(document, "schema_version", " %s", fault);
}

/* An object that must be there. */
static struct run_part wanted(const struct run_part *document, const char *key)
{
    const struct run_part found = run_part_object(document, key);
    if (!found.json)
        run_part_fault(document, key, " is missing");
    return found;
}

static void session_read(const struct run_part *document, struct run *run)
{
    const struct run_part session = wanted(document, "session");
    const struct run_part arguments = run_part_array(&session, "arguments");
    const struct run_part plan_arguments = run_part_array(&session, "plan_arguments");
    struct run_session *read = &run->session;
    if (!plan_arguments.json)
        run_part_fault(&session, "plan_arguments", " is missing");
    *read = (struct run_session){
        .seed = run_part_seed(&session, "seed"),
        .profile = run_part_text(&session, "profile"),
        .started = run_part_text(&session, "started"),
        .ended = run_part_text(&session, "ended"),
        .validate = run_part_flag(&session, "validate"),
        .complete = run_part_flag(&session, "complete"),
    };
    read->launches = run_part_number(&session, "launches", RUN_COUNT);
    if (isnan(read->launches))
        read->launches = 1;
    read->arguments = run_part_texts(&arguments, &read->argument_count);
    read->plan_arguments = run_part_texts(&plan_arguments, &read->plan_argument_count);
}

static void where_read(const struct run_part *document, struct run *run)
{
    const struct run_part context = run_part_object(document, "context");
    const struct run_part processor = run_part_object(&context, "processor");
    const struct run_part environment = run_part_object(&context, "environment");
    run->context = (struct run_context){
        .os = run_part_text(&context, "os"),
        .kernel = run_part_text(&context, "kernel"),
        .architecture = run_part_text(&context, "architecture"),
        .cpu = run_part_text(&context, "cpu"),
        .loader = run_part_text(&context, "loader"),
        .cores = run_part_number(&context, "cores", RUN_COUNT),
        .load_average = run_part_number(&context, "load_average", RUN_AMOUNT),
        .governor = run_part_text(&processor, "governor"),
        .fault = run_part_text(&environment, "CLAIMCHECK_FAULT"),
        .layers = run_part_text(&environment, "VK_INSTANCE_LAYERS"),
    };
    if (!*run->context.layers)
        run->context.layers = run_part_text(&environment, "VK_LOADER_LAYERS_ENABLE");
}

static void device_read(const struct run_part *document, struct run *run)
{
    const struct run_part device = wanted(document, "device");
    const struct run_part limits = run_part_object(&device, "limits");
    run->device = (struct run_device){
        .name = run_part_text(&device, "name"),
        .kind = run_part_text(&device, "kind"),
        .uuid = run_part_name(&device, "uuid"),
        .driver_uuid = run_part_text(&device, "driver_uuid"),
        .driver_name = run_part_text(&device, "driver_name"),
        .driver_info = run_part_text(&device, "driver_info"),
        .api_version = run_part_text(&device, "api_version"),
        .driver_version = run_part_number(&device, "driver_version", RUN_COUNT),
        .subgroup_size = run_part_number(&device, "subgroup_size", RUN_COUNT),
        .multiprocessors = run_part_number(&device, "multiprocessors", RUN_COUNT),
        .timestamp_period_ns = run_part_number(&device, "timestamp_period_ns", RUN_AMOUNT),
        .memory_bytes = run_part_number(&limits, "memory_bytes", RUN_COUNT),
        .software = run_part_flag(&device, "software"),
    };
}

static void summary_read(const struct run_part *document, struct run_summary *summary)
{
    const struct run_part part = run_part_object(document, "summary");
    *summary = (struct run_summary){
        .samples_max = run_part_total(&part, "samples_max"),
        .samples = run_part_total(&part, "samples"),
        .of = run_part_total(&part, "of"),
    };
}

/* Ceilings ------------------------------------------------------------------------------------ */

/* 0 where it is not known. */
static double ceiling(const struct run_part *part, const char *key)
{
    const double number = run_part_number(part, key, RUN_TIME);
    return number > 0 ? number : 0;
}

static void curve_read(const struct run_part *bandwidth, const char *key,
                       struct run_ceilings_curve *curve)
{
    const struct run_part points = run_part_array(bandwidth, key);
    const size_t count = run_part_count(&points);
    *curve = (struct run_ceilings_curve){ .count = 0 };
    if (count > RUN_CEILINGS_POINTS_MAX)
        run_part_fault(&points, NULL, " has %zu points, and %d is the most", count,
                       RUN_CEILINGS_POINTS_MAX);
    for (size_t i = 0; i < count && !points.reader->failed; i++) {
        const struct run_part point = run_part_entry(&points, i);
        curve->points[curve->count++] =
            (struct run_ceilings_point){ ceiling(&point, "bytes"), ceiling(&point, "bytes_per_s") };
    }
}

static void curves_read(const struct run_part *part, struct run_ceilings_curve *copy,
                        struct run_ceilings_curve *read, struct run_ceilings_curve *write)
{
    const struct run_part bandwidth = run_part_object(part, "bandwidth");
    curve_read(&bandwidth, "copy", copy);
    curve_read(&bandwidth, "read", read);
    curve_read(&bandwidth, "write", write);
}

/* Of the host: as many entries as there is room for. */
static void threads_read(const struct run_part *part, struct run_ceilings *ceilings)
{
    const struct run_part list = run_part_array(part, "host");
    const size_t count = run_part_count(&list);
    for (size_t i = 0; i < count && i < RUN_CEILINGS_THREADS_MAX && !list.reader->failed; i++) {
        const struct run_part entry = run_part_entry(&list, i);
        struct run_ceilings_threads *threads = &ceilings->threads[ceilings->threads_count++];
        *threads = (struct run_ceilings_threads){
            .count = ceiling(&entry, "threads"),
            .operations_per_s = ceiling(&entry, "operations_per_s"),
        };
        curves_read(&entry, &threads->copy, &threads->read, &threads->write);
    }
}

/* As many entries as there is room for; absent in old files. */
static void textures_read(const struct run_part *part, struct run_ceilings *ceilings)
{
    const struct run_part list = run_part_array(part, "textures");
    const size_t count = run_part_count(&list);
    for (size_t i = 0; i < count && i < RUN_CEILINGS_TEXTURES_MAX && !list.reader->failed; i++) {
        const struct run_part entry = run_part_entry(&list, i);
        struct run_ceilings_texture *texture = &ceilings->textures[ceilings->texture_count++];
        texture->texel_bytes = ceiling(&entry, "texel_bytes");
        curve_read(&entry, "points", &texture->curve);
    }
}

/* As many entries as there is room for; absent in old files. */
static void latencies_read(const struct run_part *part, struct run_ceilings *ceilings)
{
    const struct run_part list = run_part_array(part, "latency");
    const size_t count = run_part_count(&list);
    for (size_t i = 0; i < count && i < RUN_CEILINGS_LATENCIES_MAX && !list.reader->failed; i++) {
        const struct run_part entry = run_part_entry(&list, i);
        ceilings->latencies[ceilings->latency_count++] =
            (struct run_ceilings_latency){ ceiling(&entry, "bytes"), ceiling(&entry, "ns") };
    }
}

/* By pattern; absent in old files. */
static void patterns_read(const struct run_part *atomics, struct run_ceilings *ceilings)
{
    const struct run_part dropped = run_part_object(atomics, "dropped");
    const struct run_part returned = run_part_object(atomics, "returned");
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++) {
        const char *name = bench_atomics_name((enum bench_atomics)i);
        ceilings->atomics[i].dropped_per_s = ceiling(&dropped, name);
        ceilings->atomics[i].returned_per_s = ceiling(&returned, name);
    }
}

static void ceilings_read(const struct run_part *document, struct run_ceilings *ceilings)
{
    const struct run_part part = run_part_object(document, "ceilings");
    const struct run_part atomics = run_part_object(&part, "atomics_per_s");
    const struct run_part steps = run_part_object(&part, "step_ns");
    const struct run_part timer = run_part_object(&part, "timer");
    const struct run_part kinds = run_part_object(&part, "kinds_per_s");
    const struct run_part launches = run_part_object(&part, "launches_per_s");
    *ceilings = (struct run_ceilings){
        .operations_per_s = ceiling(&part, "operations_per_s"),
        .single_per_s = ceiling(&kinds, "single"),
        .integer_per_s = ceiling(&kinds, "integer"),
        .special_per_s = ceiling(&kinds, "special"),
        .atomic_one_per_s = ceiling(&atomics, "one_address"),
        .atomic_many_per_s = ceiling(&atomics, "many_addresses"),
        .atomic_shared_per_s = ceiling(&atomics, "shared_memory"),
        .dispatch_ns = ceiling(&steps, "dispatch"),
        .dependent_ns = ceiling(&steps, "dependent"),
        .indirect_ns = ceiling(&steps, "indirect"),
        .fill_ns = ceiling(&steps, "fill"),
        .copy_ns = ceiling(&steps, "copy"),
        .round_ns = ceiling(&steps, "round"),
        .groups_per_s = ceiling(&launches, "groups"),
        .vertices_per_s = ceiling(&launches, "vertices"),
        .pixels_per_s = ceiling(&launches, "pixels"),
        .round_trip_ns = ceiling(&steps, "round_trip"),
        .tick_ns = ceiling(&timer, "tick_ns"),
        .empty_ns = ceiling(&timer, "empty_ns"),
    };
    if (run_part_flag(&part, "cached"))
        ceilings->measured = run_part_name(&part, "measured");
    curves_read(&part, &ceilings->copy, &ceilings->read, &ceilings->write);
    textures_read(&part, ceilings);
    latencies_read(&part, ceilings);
    patterns_read(&atomics, ceilings);
    threads_read(&part, ceilings);
}

/* Lists --------------------------------------------------------------------------------------- */

/* Facts of other shapes than these are for people. */
static struct run_fact fact_read(const struct run_part *facts, const char *name, const json_t *json)
{
    struct run_fact fact = { run_part_keep(facts->reader, name), "", NAN, NULL, 0 };
    if (json_is_string(json))
        fact.text = run_part_text(facts, name);
    else if (json_is_number(json))
        fact.number = run_part_number(facts, name, RUN_ANY);
    if (!json_is_array(json) || !json_is_number(json_array_get(json, 0)))
        return fact;
    const struct run_part series = run_part_array(facts, name);
    double *values = run_part_alloc(facts->reader, run_part_count(&series), sizeof(*values));
    for (size_t i = 0; values && i < run_part_count(&series); i++)
        values[fact.series_count++] = run_part_value(&series, i, RUN_ANY);
    fact.series = values;
    return fact;
}

static void workload_read(const struct run_part *part, struct run_workload *workload)
{
    const struct run_part facts = run_part_object(part, "facts");
    const char *name;
    json_t *json;
    *workload = (struct run_workload){ .name = run_part_key(part, "name") };
    if (!facts.json)
        run_part_fault(part, "facts", " is missing");
    struct run_fact *read =
        run_part_alloc(part->reader, json_object_size(facts.json), sizeof(*read));
    json_object_foreach((json_t *)facts.json, name, json)
    {
        if (part->reader->failed)
            return;
        read[workload->fact_count++] = fact_read(&facts, name, json);
    }
    workload->facts = read;
}

void run_workload_add(const struct run_part *part, struct run *run)
{
    const size_t count = run->workload_count;
    struct run_workload *all = run_part_alloc(part->reader, count + 1, sizeof(*all));
    if (!all)
        return;
    if (count > 0)
        memcpy(all, run->workloads, count * sizeof(*all));
    run->workloads = all;
    workload_read(part, &all[count]);
    bool there = part->reader->failed;
    for (size_t i = 0; i < count && !there; i++)
        there = strcmp(all[i].name, all[count].name) == 0;
    run->workload_count += !there;
}

static void lists_read(const struct run_part *document, struct run *run)
{
    const struct run_part workloads = run_part_array(document, "workloads");
    struct run_reading *reader = document->reader;
    if (!workloads.json)
        run_part_fault(document, "workloads", " is missing");
    const size_t workload_count = run_part_count(&workloads);
    run->workloads = run_part_alloc(reader, workload_count, sizeof(*run->workloads));
    while (!reader->failed && run->workload_count < workload_count) {
        const struct run_part part = run_part_entry(&workloads, run->workload_count);
        workload_read(&part, &run->workloads[run->workload_count++]);
    }
    run_kernels_read(document, run);
}

void run_head_read(const struct run_part *document, struct run *run)
{
    version_check(document);
    const struct run_part tool = run_part_object(document, "tool");
    run->tool = (struct run_tool){
        .name = run_part_text(&tool, "name"),
        .version = run_part_text(&tool, "version"),
        .commit = run_part_text(&tool, "commit"),
        .slow = !run_part_flag(&tool, "optimized") &&
                json_is_false(json_object_get(tool.json, "optimized")),
    };
    session_read(document, run);
    where_read(document, run);
    device_read(document, run);
    summary_read(document, &run->summary);
    ceilings_read(document, &run->ceilings);
    lists_read(document, run);
}
