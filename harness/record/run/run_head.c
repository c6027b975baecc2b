/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_head.h"

#include "harness/base/json_value.h"
#include "harness/record/field.h"
#include "harness/record/run/run_kernel.h"
#include "harness/record/run/run_kind.h"
#include "harness/record/schema_version.h"

#include <math.h>
#include <string.h>

static void version_check(const struct json_reader *document)
{
    char text[SCHEMA_VERSION_BYTES];
    const char *fault =
        schema_version_fault(json_object_get(document->json, "schema_version"), text);
    const char *other = fault ? run_kind_other(document->json) : NULL;
    if (other)
        json_reader_fault(document, NULL, "%s", other);
    else if (fault)
        json_reader_fault(document, "schema_version", " %s", fault);
}

/* An object that must be there. */
static struct json_reader wanted(const struct json_reader *document, const char *key)
{
    const struct json_reader found = json_reader_object(document, key);
    if (!found.json)
        json_reader_fault(document, key, " is missing");
    return found;
}

static void session_read(const struct json_reader *document, struct run *run)
{
    const struct json_reader session = wanted(document, "session");
    const struct json_reader arguments = json_reader_array(&session, "arguments");
    const struct json_reader plan_arguments = json_reader_array(&session, "plan_arguments");
    struct run_session *read = &run->session;
    if (!plan_arguments.json)
        json_reader_fault(&session, "plan_arguments", " is missing");
    *read = (struct run_session){
        .seed = json_reader_seed(&session, "seed"),
        .profile = json_reader_text(&session, "profile"),
        .started = json_reader_text(&session, "started"),
        .ended = json_reader_text(&session, "ended"),
        .validate = json_reader_flag(&session, "validate"),
        .complete = json_reader_flag(&session, "complete"),
    };
    read->launches = json_reader_number(&session, "launches", RUN_COUNT);
    if (isnan(read->launches))
        read->launches = 1;
    read->arguments = json_reader_texts(&arguments, &read->argument_count);
    read->plan_arguments = json_reader_texts(&plan_arguments, &read->plan_argument_count);
}

static void where_read(const struct json_reader *document, struct run *run)
{
    const struct json_reader context = json_reader_object(document, "context");
    const struct json_reader processor = json_reader_object(&context, "processor");
    const struct json_reader environment = json_reader_object(&context, "environment");
    run->context = (struct run_context){
        .os = json_reader_text(&context, "os"),
        .kernel = json_reader_text(&context, "kernel"),
        .architecture = json_reader_text(&context, "architecture"),
        .cpu = json_reader_text(&context, "cpu"),
        .loader = json_reader_text(&context, "loader"),
        .cores = json_reader_number(&context, "cores", RUN_COUNT),
        .load_average = json_reader_number(&context, "load_average", RUN_AMOUNT),
        .governor = json_reader_text(&processor, "governor"),
        .fault = json_reader_text(&environment, "CLAIMCHECK_FAULT"),
        .layers = json_reader_text(&environment, "VK_INSTANCE_LAYERS"),
    };
    if (!*run->context.layers)
        run->context.layers = json_reader_text(&environment, "VK_LOADER_LAYERS_ENABLE");
}

static void device_read(const struct json_reader *document, struct run *run)
{
    const struct json_reader device = wanted(document, "device");
    const struct json_reader limits = json_reader_object(&device, "limits");
    run->device = (struct run_device){
        .name = json_reader_text(&device, "name"),
        .kind = json_reader_text(&device, "kind"),
        .uuid = json_reader_name(&device, "uuid"),
        .driver_uuid = json_reader_text(&device, "driver_uuid"),
        .driver_name = json_reader_text(&device, "driver_name"),
        .driver_info = json_reader_text(&device, "driver_info"),
        .api_version = json_reader_text(&device, "api_version"),
        .driver_version = json_reader_number(&device, "driver_version", RUN_COUNT),
        .subgroup_size = json_reader_number(&device, "subgroup_size", RUN_COUNT),
        .multiprocessors = json_reader_number(&device, "multiprocessors", RUN_COUNT),
        .timestamp_period_ns = json_reader_number(&device, "timestamp_period_ns", RUN_AMOUNT),
        .memory_bytes = json_reader_number(&limits, "memory_bytes", RUN_COUNT),
        .software = json_reader_flag(&device, "software"),
    };
}

static void summary_read(const struct json_reader *document, struct run_summary *summary)
{
    const struct json_reader part = json_reader_object(document, "summary");
    *summary = (struct run_summary){
        .samples_max = json_reader_total(&part, "samples_max"),
        .samples = json_reader_total(&part, "samples"),
        .of = json_reader_total(&part, "of"),
    };
}

/* Ceilings ------------------------------------------------------------------------------------ */

/* 0 where it is not known. */
static double ceiling(const struct json_reader *part, const char *key)
{
    const double number = json_reader_number(part, key, RUN_TIME);
    return number > 0 ? number : 0;
}

static void curve_read(const struct json_reader *bandwidth, const char *key,
                       struct run_ceilings_curve *curve)
{
    const struct json_reader points = json_reader_array(bandwidth, key);
    const size_t count = json_reader_count(&points);
    *curve = (struct run_ceilings_curve){ .count = 0 };
    if (count > RUN_CEILINGS_POINTS_MAX)
        json_reader_fault(&points, NULL, " has %zu points, and %d is the most", count,
                          RUN_CEILINGS_POINTS_MAX);
    for (size_t i = 0; i < count && !points.reader->failed; i++) {
        const struct json_reader point = json_reader_entry(&points, i);
        curve->points[curve->count++] =
            (struct run_ceilings_point){ ceiling(&point, "bytes"), ceiling(&point, "bytes_per_s") };
    }
}

static void curves_read(const struct json_reader *part, struct run_ceilings_curve *copy,
                        struct run_ceilings_curve *read, struct run_ceilings_curve *write)
{
    const struct json_reader bandwidth = json_reader_object(part, "bandwidth");
    curve_read(&bandwidth, "copy", copy);
    curve_read(&bandwidth, "read", read);
    curve_read(&bandwidth, "write", write);
}

/* Of the host: as many entries as there is room for. */
static void threads_read(const struct json_reader *part, struct run_ceilings *ceilings)
{
    const struct json_reader list = json_reader_array(part, "host");
    const size_t count = json_reader_count(&list);
    for (size_t i = 0; i < count && i < RUN_CEILINGS_THREADS_MAX && !list.reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&list, i);
        struct run_ceilings_threads *threads = &ceilings->threads[ceilings->threads_count++];
        *threads = (struct run_ceilings_threads){
            .count = ceiling(&entry, "threads"),
            .operations_per_s = ceiling(&entry, "operations_per_s"),
        };
        curves_read(&entry, &threads->copy, &threads->read, &threads->write);
    }
}

/* As many entries as there is room for; absent in old files. */
static void textures_read(const struct json_reader *part, struct run_ceilings *ceilings)
{
    const struct json_reader list = json_reader_array(part, "textures");
    const size_t count = json_reader_count(&list);
    for (size_t i = 0; i < count && i < RUN_CEILINGS_TEXTURES_MAX && !list.reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&list, i);
        struct run_ceilings_texture *texture = &ceilings->textures[ceilings->texture_count++];
        texture->texel_bytes = ceiling(&entry, "texel_bytes");
        curve_read(&entry, "points", &texture->curve);
    }
}

/* As many entries as there is room for; absent in old files. */
static void latencies_read(const struct json_reader *part, struct run_ceilings *ceilings)
{
    const struct json_reader list = json_reader_array(part, "latency");
    const size_t count = json_reader_count(&list);
    for (size_t i = 0; i < count && i < RUN_CEILINGS_LATENCIES_MAX && !list.reader->failed; i++) {
        const struct json_reader entry = json_reader_entry(&list, i);
        ceilings->latencies[ceilings->latency_count++] =
            (struct run_ceilings_latency){ ceiling(&entry, "bytes"), ceiling(&entry, "ns") };
    }
}

/* By pattern; absent in old files. */
static void patterns_read(const struct json_reader *atomics, struct run_ceilings *ceilings)
{
    const struct json_reader dropped = json_reader_object(atomics, "dropped");
    const struct json_reader returned = json_reader_object(atomics, "returned");
    for (int i = 0; i < BENCH_ATOMICS_COUNT; i++) {
        const char *name = bench_atomics_name((enum bench_atomics)i);
        ceilings->atomics[i].dropped_per_s = ceiling(&dropped, name);
        ceilings->atomics[i].returned_per_s = ceiling(&returned, name);
    }
}

static void ceilings_read(const struct json_reader *document, struct run_ceilings *ceilings)
{
    const struct json_reader part = json_reader_object(document, "ceilings");
    const struct json_reader atomics = json_reader_object(&part, "atomics_per_s");
    const struct json_reader steps = json_reader_object(&part, "step_ns");
    const struct json_reader timer = json_reader_object(&part, "timer");
    const struct json_reader kinds = json_reader_object(&part, "kinds_per_s");
    const struct json_reader launches = json_reader_object(&part, "launches_per_s");
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
    if (json_reader_flag(&part, "cached"))
        ceilings->measured = json_reader_name(&part, "measured");
    curves_read(&part, &ceilings->copy, &ceilings->read, &ceilings->write);
    textures_read(&part, ceilings);
    latencies_read(&part, ceilings);
    patterns_read(&atomics, ceilings);
    threads_read(&part, ceilings);
}

/* Lists --------------------------------------------------------------------------------------- */

/* A fact that is neither a text, a number nor a series of numbers is for people; some numbers have
 * more digits than a double. */
static bool is_kept_whole(const json_t *json)
{
    const json_t *entry;
    size_t i;
    if (json_is_integer(json))
        return (json_int_t)json_number_value(json) != json_integer_value(json);
    json_array_foreach(json, i, entry)
    {
        if (!json_is_number(entry) || is_kept_whole(entry))
            return true;
    }
    return !json_is_real(json) && json_string_length(json) == 0 &&
           !(json_is_array(json) && json_array_size(json) > 0);
}

static struct run_fact fact_read(const struct json_reader *facts, const char *name,
                                 const json_t *json)
{
    struct run_fact fact = { json_reader_keep(facts->reader, name), "", NAN, NULL, 0, NULL };
    if (is_kept_whole(json))
        fact.json = field_json_text(facts, name);
    if (json_is_string(json))
        fact.text = json_reader_text(facts, name);
    else if (json_is_number(json))
        fact.number = json_reader_number(facts, name, RUN_ANY);
    if (!json_is_array(json) || !json_is_number(json_array_get(json, 0)))
        return fact;
    const struct json_reader series = json_reader_array(facts, name);
    double *values = json_reader_alloc(facts->reader, json_reader_count(&series), sizeof(*values));
    for (size_t i = 0; values && i < json_reader_count(&series); i++)
        values[fact.series_count++] = json_reader_value(&series, i, RUN_ANY);
    fact.series = values;
    return fact;
}

static json_t *fact_json(const struct run_fact *fact)
{
    if (fact->json)
        return json_loads(fact->json, JSON_DECODE_ANY, NULL);
    if (fact->series_count == 0)
        return *fact->text ? json_value_text(fact->text) : json_value_number(fact->number);
    json_t *series = json_array();
    for (size_t i = 0; i < fact->series_count; i++)
        json_value_append(&series, json_value_number(fact->series[i]));
    return series;
}

json_t *run_workload_json(const struct run_workload *workload)
{
    json_t *facts = json_object();
    for (size_t i = 0; i < workload->fact_count; i++)
        json_value_set(&facts, workload->facts[i].name, fact_json(&workload->facts[i]));
    return json_pack("{s:o, s:o}", "name", json_value_text(workload->name), "facts", facts);
}

static void workload_read(const struct json_reader *part, struct run_workload *workload)
{
    const struct json_reader facts = json_reader_object(part, "facts");
    const char *name;
    json_t *json;
    *workload = (struct run_workload){ .name = json_reader_key(part, "name") };
    if (!facts.json)
        json_reader_fault(part, "facts", " is missing");
    struct run_fact *read =
        json_reader_alloc(part->reader, json_object_size(facts.json), sizeof(*read));
    json_object_foreach((json_t *)facts.json, name, json)
    {
        if (part->reader->failed)
            return;
        read[workload->fact_count++] = fact_read(&facts, name, json);
    }
    workload->facts = read;
}

void run_workload_add(const struct json_reader *part, struct run *run)
{
    const size_t count = run->workload_count;
    struct run_workload *all = json_reader_alloc(part->reader, count + 1, sizeof(*all));
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

static void lists_read(const struct json_reader *document, struct run *run)
{
    const struct json_reader workloads = json_reader_array(document, "workloads");
    struct run_reading *reader = document->reader;
    if (!workloads.json)
        json_reader_fault(document, "workloads", " is missing");
    const size_t workload_count = json_reader_count(&workloads);
    run->workloads = json_reader_alloc(reader, workload_count, sizeof(*run->workloads));
    while (!reader->failed && run->workload_count < workload_count) {
        const struct json_reader part = json_reader_entry(&workloads, run->workload_count);
        workload_read(&part, &run->workloads[run->workload_count++]);
    }
    run_kernels_read(document, run);
}

void run_head_read(const struct json_reader *document, struct run *run)
{
    version_check(document);
    const struct json_reader tool = json_reader_object(document, "tool");
    run->tool = (struct run_tool){
        .name = json_reader_text(&tool, "name"),
        .version = json_reader_text(&tool, "version"),
        .commit = json_reader_text(&tool, "commit"),
        .slow = !json_reader_flag(&tool, "optimized") &&
                json_is_false(json_object_get(tool.json, "optimized")),
    };
    session_read(document, run);
    where_read(document, run);
    device_read(document, run);
    summary_read(document, &run->summary);
    ceilings_read(document, &run->ceilings);
    lists_read(document, run);
}
