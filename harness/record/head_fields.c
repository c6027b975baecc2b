/* SPDX-License-Identifier: MIT */
#include "harness/record/head_fields.h"

#include "harness/base/json_value.h"
#include "harness/record/schema_version.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Told by what no run has; no kind has what another one is told by. */
static const struct {
    const char *keys[2]; /* either one */
    const char *text;
} kinds[] = {
    { { "traceEvents", NULL },
      "it is a trace: claimcheck report RUN.json --trace FILE has it beside its run" },
    { { "sides", NULL },
      "it is a result of claimcheck ab, which has no run: ab --markdown is its page" },
    { { "twin_of", NULL }, "it holds counters of a CUDA port: name its run" },
    { { "thresholds", "quarantine" },
      "it is a file of thresholds: claimcheck ab --thresholds FILE takes it" },
    { { "figures", NULL },
      "it is a published file of a paper: claimcheck claims RUN.json --published FILE takes it" },
    { { "differences", NULL }, "it is a comparison of runs: name those runs" },
    { { "sources", NULL },
      "it is a listing of kernels: claimcheck list --kernels --device D --against FILE takes it" },
};

/* "it is a trace: ...", with the command that takes it; NULL where that cannot be told. */
static const char *run_kind_other(const json_t *document)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        for (size_t k = 0; k < 2 && kinds[i].keys[k]; k++)
            if (json_object_get(document, kinds[i].keys[k]))
                return kinds[i].text;
    return NULL;
}

/* Tool and summary ---------------------------------------------------------------------------- */

static void optimized_read(const struct json_reader *part, void *record)
{
    struct run_tool *tool = record;
    tool->optimized = json_reader_flag(part, "optimized");
    tool->slow = json_is_false(json_object_get(part->json, "optimized"));
}

static json_t *optimized_json(const void *record)
{
    const struct run_tool *tool = record;
    return tool->optimized || tool->slow ? json_boolean(tool->optimized) : json_null();
}

static const struct field_own optimized = { optimized_read, optimized_json };

#define S run_tool
static const struct field tool_fields[] = {
    FIELD(TEXT, name, 0),
    FIELD(TEXT, version, 0),
    FIELD(TEXT, commit, 0),
    FIELD_BY_ITSELF("optimized", &optimized, FIELD_OMIT),
    FIELD_END,
};
#undef S

#define S run_summary
static const struct field summary_fields[] = {
    FIELD(SIZE, samples_max, FIELD_WANTED),
    FIELD(SIZE, samples, FIELD_WANTED),
    FIELD(SIZE, of, FIELD_WANTED),
    FIELD_END,
};
#undef S

#define S run_baseline
static const struct field baseline_fields[] = {
    FIELD(TEXT, accepted, FIELD_NULL),
    FIELD(TEXT, reason, FIELD_NULL),
    FIELD(TEXT, by, FIELD_NULL),
    FIELD(JSON, fingerprint, 0),
    FIELD_END,
};
#undef S

/* Where --------------------------------------------------------------------------------------- */

#define S run_cpu_cache
static const struct field cache_fields[] = {
    FIELD(COUNT, level, 0),
    FIELD(COUNT, bytes, 0),
    FIELD(COUNT, shared_by, 0),
    FIELD_END,
};
#undef S

#define S run_processor
static const struct field processor_fields[] = {
    FIELD(TEXT, model, FIELD_NULL),
    FIELD(TEXT, vendor, FIELD_NULL),
    FIELD(TEXT, revision, FIELD_NULL),
    FIELD(TEXT, microcode, FIELD_NULL),
    FIELD(TEXT, governor, FIELD_NULL),
    FIELD(COUNT, cpus, FIELD_ZERO),
    FIELD(COUNT, cores, FIELD_ZERO),
    FIELD(COUNT, usable_cpus, FIELD_ZERO),
    FIELD(AMOUNT, quota_cpus, FIELD_OMIT | FIELD_ZERO),
    FIELD(AMOUNT, base_hz, FIELD_ZERO),
    FIELD(AMOUNT, max_hz, FIELD_ZERO),
    FIELD_SOME(LIST, "caches", caches, cache_count, cache_fields, 0),
    FIELD_SOME_TEXTS("features", features, feature_count, 0),
    FIELD_END,
};
#undef S

static const char *variable_find(const struct run_context *context, const char *name)
{
    for (size_t i = 0; i < context->variable_count; i++)
        if (strcmp(context->environment[i].name, name) == 0)
            return context->environment[i].value;
    return "";
}

static void environment_read(const struct json_reader *part, void *record)
{
    struct run_context *context = record;
    const struct json_reader object = json_reader_object(part, "environment");
    struct run_variable *read =
        json_reader_alloc(part->reader, json_object_size(object.json), sizeof(*read));
    const char *name;
    json_t *unused;
    context->variable_count = 0;
    json_object_foreach((json_t *)object.json, name, unused)
    {
        if (part->reader->failed)
            return;
        read[context->variable_count++] =
            (struct run_variable){ json_reader_keep(part->reader, name),
                                   json_reader_text(&object, name) };
    }
    context->environment = read;
    context->fault = variable_find(context, "CLAIMCHECK_FAULT");
    context->layers = variable_find(context, "VK_INSTANCE_LAYERS");
    if (!*context->layers)
        context->layers = variable_find(context, "VK_LOADER_LAYERS_ENABLE");
}

static json_t *environment_json(const void *record)
{
    const struct run_context *context = record;
    json_t *object = json_object();
    for (size_t i = 0; i < context->variable_count; i++)
        json_value_set(&object, context->environment[i].name,
                       json_value_text(context->environment[i].value));
    return object;
}

static const struct field_own environment = { environment_read, environment_json };

#define S run_context
const struct field head_context_fields[] = {
    FIELD(TEXT, os, FIELD_NULL),
    FIELD(TEXT, kernel, FIELD_NULL),
    FIELD(TEXT, architecture, FIELD_NULL),
    FIELD(TEXT, cpu, FIELD_NULL),
    FIELD(COUNT, cores, FIELD_NULL),
    FIELD_IN("processor", processor, processor_fields, FIELD_OMIT | FIELD_LATER),
    FIELD(AMOUNT, load_average, FIELD_NULL | FIELD_LATER),
    FIELD(TEXT, loader, 0),
    FIELD(TEXT, host_hash, FIELD_NULL | FIELD_LATER),
    FIELD_SOME_TEXTS("layers", active_layers, active_layer_count, FIELD_OMIT | FIELD_LATER),
    FIELD_BY_ITSELF("environment", &environment, 0),
    FIELD_END,
};
#undef S

#define S run_device
static const struct field limits_fields[] = {
    FIELD(JSON, group_count_max, 0),        FIELD(JSON, group_size_max, 0),
    FIELD(COUNT, group_invocations_max, 0), FIELD(COUNT, shared_bytes_max, 0),
    FIELD(COUNT, storage_buffers_max, 0),   FIELD(COUNT, storage_buffer_bytes_max, 0),
    FIELD(COUNT, memory_bytes, 0),          FIELD_END,
};

const struct field head_device_fields[] = {
    FIELD(TEXT, name, 0),
    FIELD(TEXT, kind, 0),
    FIELD(COUNT, vendor_id, 0),
    FIELD(COUNT, device_id, 0),
    FIELD(TEXT, uuid, FIELD_WANTED),
    FIELD(TEXT, driver_uuid, 0),
    FIELD(TEXT, driver_name, 0),
    FIELD(TEXT, driver_info, 0),
    FIELD(COUNT, driver_version, 0),
    FIELD(TEXT, api_version, 0),
    FIELD(COUNT, subgroup_size, 0),
    FIELD_SOME_TEXTS("features", features, feature_count, 0),
    FIELD_PART("limits", limits_fields, 0),
    FIELD(COUNT, timestamp_bits, 0),
    FIELD(AMOUNT, timestamp_period_ns, 0),
    FIELD(FLAG, software, 0),
    FIELD(COUNT, multiprocessors, FIELD_OMIT),
    FIELD_END,
};
#undef S

/* The head ------------------------------------------------------------------------------------ */

#define S run
const struct field head_fields[] = {
    FIELD(TEXT, schema_version, 0),
    FIELD_IN("tool", tool, tool_fields, 0),
    FIELD_IN("session", session, session_fields, FIELD_WANTED),
    FIELD_IN("context", context, head_context_fields, 0),
    FIELD_IN("device", device, head_device_fields, FIELD_WANTED),
    FIELD_IN("summary", summary, summary_fields, FIELD_OMIT),
    FIELD_IN("baseline", baseline, baseline_fields, FIELD_OMIT),
    FIELD_IN("ceilings", ceilings, ceilings_fields, FIELD_NULL),
    FIELD_SOME(LIST, "workloads", workloads, workload_count, run_workload_fields, FIELD_WANTED),
    FIELD_SOME(LIST, "kernels", kernels, kernel_count, run_kernel_fields, FIELD_LATER),
    FIELD(TEXT, sum, FIELD_OMIT),
    FIELD_END,
};
#undef S

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

void head_read(const struct json_reader *document, struct run *run)
{
    version_check(document);
    field_read(document, head_fields, run);
    struct run_session *session = &run->session;
    if (isnan(session->launches))
        session->launches = 1;
    const struct json_reader ceilings = json_reader_object(document, "ceilings");
    if (run->ceilings.cached && !*run->ceilings.measured)
        json_reader_missing(&ceilings, "measured");
    if (!run->ceilings.cached)
        run->ceilings.measured = NULL;
}
