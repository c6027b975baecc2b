/* SPDX-License-Identifier: MIT */
#include "harness/record/record.h"

#include "harness/base/base.h"
#include "harness/record/run/run.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Session -------------------------------------------------------------------------------------- */

#define S sampler_rules
static const struct field rules_fields[] = {
    FIELD(SIZE, samples_min, 0),
    FIELD(SIZE, samples_max, 0),
    FIELD(AMOUNT, target_width, FIELD_NULL),
    FIELD(AMOUNT, gpu_ns_min, FIELD_NULL),
    FIELD(AMOUNT, case_wall_ns_max, FIELD_NULL),
    FIELD(AMOUNT, host_wall_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, ceiling_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, slow_ns, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, long_ns, FIELD_NULL | FIELD_LATER),
    FIELD(SIZE, long_samples, FIELD_OMIT | FIELD_LATER),
    FIELD(AMOUNT, first_ns, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, wall_width, FIELD_LATER),
    FIELD(AMOUNT, raise_ns_min, FIELD_NULL),
    FIELD(AMOUNT, raise_ns_max, FIELD_NULL),
    FIELD(AMOUNT, throttle_share, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, throttle_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD(AMOUNT, warmup_ns_max, FIELD_NULL),
    FIELD(AMOUNT, warmup_change, FIELD_NULL),
    FIELD(AMOUNT, ticks_min, FIELD_NULL),
    FIELD(AMOUNT, inner_ns_max, FIELD_NULL),
    FIELD(AMOUNT, prime_ns_max, FIELD_NULL | FIELD_LATER),
    FIELD_END,
};
#undef S

/* Time ---------------------------------------------------------------------------------------- */

#define S run_overhead
/* In the order of enum overhead_phase. */
static const struct field phases_fields[] = {
    FIELD_AS(AMOUNT, "workload", phases_ns[OVERHEAD_WORKLOAD], 0),
    FIELD_AS(AMOUNT, "upload", phases_ns[OVERHEAD_UPLOAD], FIELD_LATER),
    FIELD_AS(AMOUNT, "setup", phases_ns[OVERHEAD_SETUP], 0),
    FIELD_AS(AMOUNT, "first_checks", phases_ns[OVERHEAD_FIRST_CHECKS], FIELD_LATER),
    FIELD_AS(AMOUNT, "clock", phases_ns[OVERHEAD_CLOCK], 0),
    FIELD_AS(AMOUNT, "warmup", phases_ns[OVERHEAD_WARMUP], 0),
    FIELD_AS(AMOUNT, "rounds", phases_ns[OVERHEAD_ROUNDS], 0),
    FIELD_AS(AMOUNT, "checks", phases_ns[OVERHEAD_CHECKS], 0),
    FIELD_END,
};

#define SPENT                                                                                      \
    FIELD_PART("phases_ns", phases_fields, 0), FIELD(COUNT, samples, 0),                           \
        FIELD(AMOUNT, sampled_ns, 0), FIELD_AS(AMOUNT, "aside_ns", excluded_ns, FIELD_LATER),      \
        FIELD(AMOUNT, wall_ns, FIELD_WANTED), FIELD(NUMBER, rest_ns, 0),                           \
        FIELD(NUMBER, outside_ns, 0), FIELD(NUMBER, per_sample_ns, FIELD_NULL)

static const struct field try_fields[] = { SPENT, FIELD(TEXT, workload, 0), FIELD_END };

const struct field session_overhead_fields[] = {
    SPENT,
    FIELD(AMOUNT, first_number_ns, FIELD_NULL),
    FIELD_SOME(LIST, "groups", groups, group_count, try_fields, 0),
    FIELD_END,
};
#undef SPENT
#undef S

const char *session_phase_name(enum overhead_phase phase)
{
    return phases_fields[phase].key;
}

/* Session ------------------------------------------------------------------------------------- */

#define S run_given_file
#define FILE_OF(key_)                                                                              \
    {                                                                                              \
        FIELD_AS(TEXT, key_, name, 0), FIELD(TEXT, file, 0), FIELD(TEXT, sha256, 0), FIELD_END,    \
    }
static const struct field kernel_file_fields[] = FILE_OF("kernel");
static const struct field technique_file_fields[] = FILE_OF("technique");
static const struct field input_file_fields[] = FILE_OF("option");
#undef FILE_OF
#undef S

#define S run_planned_claim
static const struct field claim_fields[] = {
    FIELD(TEXT, id, 0),
    FIELD(TEXT, sha256, 0),
    FIELD_END,
};
#undef S

#define S run_sampling
static const struct field sampling_fields[] = {
    FIELD(TEXT, started, 0),
    FIELD(TEXT, commit, 0),
    FIELD_SOME(LIST, "cases", cases, case_count, case_sampling_fields, FIELD_WANTED),
    FIELD_END,
};
#undef S

#define S run_session
const struct field session_fields[] = {
    FIELD(SEED, seed, 0),
    FIELD(TEXT, profile, 0),
    FIELD_SOME_TEXTS("arguments", arguments, argument_count, 0),
    FIELD_SOME_TEXTS("plan_arguments", plan_arguments, plan_argument_count, FIELD_WANTED),
    FIELD_SOME_TEXTS("paths", paths, path_count, FIELD_OMIT),
    FIELD(TEXT, started, 0),
    FIELD(TEXT, ended, FIELD_NULL),
    FIELD_IN("rules", rules, rules_fields, 0),
    FIELD(COUNT, launches, FIELD_LATER),
    FIELD(FLAG, validate, 0),
    FIELD(FLAG, complete, 0),
    FIELD_IN("sampling", sampling, sampling_fields, FIELD_OMIT),
    FIELD_SOME(LIST, "kernel_files", kernel_files, kernel_file_count, kernel_file_fields,
               FIELD_OMIT),
    FIELD_SOME(LIST, "technique_files", technique_files, technique_file_count,
               technique_file_fields, FIELD_OMIT),
    FIELD_SOME(LIST, "input_files", input_files, input_file_count, input_file_fields, FIELD_OMIT),
    FIELD_SOME(LIST, "claims", claims, claim_count, claim_fields, FIELD_OMIT),
    FIELD(TEXT, folder, FIELD_OMIT),
    FIELD_SOME_TEXTS("argument_bytes", argument_bytes, argument_bytes_count, FIELD_OMIT),
    FIELD(TEXT, program, FIELD_OMIT),
    FIELD(TEXT, device_identity, FIELD_OMIT),
    FIELD(FLAG, replaces, FIELD_OMIT),
    FIELD_IN("overhead", overhead, session_overhead_fields, FIELD_OMIT),
    FIELD(AMOUNT, cpu_throttled_s, FIELD_OMIT | FIELD_ZERO),
    FIELD_END,
};
#undef S

/* Device limits -------------------------------------------------------------------------------- */

/* Above 0; null is 0. */
#define RATE(key, member) FIELD_AS(TIME, key, member, FIELD_ZERO)
#define LATER_RATE(key, member) FIELD_AS(TIME, key, member, FIELD_ZERO | FIELD_LATER)

#define S run_ceilings_point
static const struct field point_fields[] = {
    FIELD(TIME, bytes, 0),
    FIELD(TIME, bytes_per_s, 0),
    FIELD_END,
};
#undef S

#define CURVE(key, curve)                                                                          \
    FIELD_ROOM_FOR(key, curve.points, curve.count, RUN_CEILINGS_POINTS_MAX, point_fields, 0)

#define S run_ceilings_texture
static const struct field texture_fields[] = {
    FIELD(TIME, texel_bytes, 0),
    CURVE("points", curve),
    FIELD_END,
};
#undef S

#define S run_ceilings_latency
static const struct field latency_fields[] = {
    FIELD(TIME, bytes, 0),
    FIELD(TIME, ns, 0),
    FIELD_END,
};
#undef S

#define BANDWIDTH                                                                                  \
    {                                                                                              \
        CURVE("copy", copy), CURVE("read", read), CURVE("write", write), FIELD_END,                \
    }

#define S run_ceilings_threads
static const struct field threads_bandwidth_fields[] = BANDWIDTH;

static const struct field threads_fields[] = {
    FIELD_AS(COUNT, "threads", count, 0),
    FIELD_PART("bandwidth", threads_bandwidth_fields, 0),
    RATE("operations_per_s", operations_per_s),
    FIELD_END,
};
#undef S

#define S run_ceilings
static const struct field bandwidth_fields[] = BANDWIDTH;

static const struct field kinds_fields[] = {
    LATER_RATE("single", single_per_s),
    LATER_RATE("integer", integer_per_s),
    LATER_RATE("special", special_per_s),
    FIELD_END,
};

#define PATTERNS(member)                                                                           \
    LATER_RATE("one_word", atomics[BENCH_ATOMICS_ONE_WORD].member),                                \
        LATER_RATE("lanes_16", atomics[BENCH_ATOMICS_LANES_16].member),                            \
        LATER_RATE("lanes_2", atomics[BENCH_ATOMICS_LANES_2].member),                              \
        LATER_RATE("lanes_1", atomics[BENCH_ATOMICS_LANES_1].member),                              \
        LATER_RATE("scattered", atomics[BENCH_ATOMICS_SCATTERED].member)
static const struct field dropped_fields[] = { PATTERNS(dropped_per_s), FIELD_END };
static const struct field returned_fields[] = { PATTERNS(returned_per_s), FIELD_END };
#undef PATTERNS

static const struct field atomics_fields[] = {
    RATE("one_address", atomic_one_per_s),
    RATE("many_addresses", atomic_many_per_s),
    RATE("shared_memory", atomic_shared_per_s),
    FIELD_PART("dropped", dropped_fields, FIELD_LATER),
    FIELD_PART("returned", returned_fields, FIELD_LATER),
    FIELD_END,
};

static const struct field step_fields[] = {
    RATE("dispatch", dispatch_ns),     RATE("dependent", dependent_ns),
    RATE("indirect", indirect_ns),     RATE("fill", fill_ns),
    LATER_RATE("copy", copy_ns),       LATER_RATE("round", round_ns),
    RATE("round_trip", round_trip_ns), FIELD_END,
};

static const struct field launches_fields[] = {
    LATER_RATE("groups", groups_per_s),
    LATER_RATE("vertices", vertices_per_s),
    LATER_RATE("pixels", pixels_per_s),
    FIELD_END,
};

static const struct field timer_fields[] = {
    RATE("tick_ns", tick_ns),
    RATE("empty_ns", empty_ns),
    FIELD_END,
};

/* Reads as many entries of a list as there is room for. */
#define ROOM(key, member, count, most, fields)                                                     \
    FIELD_ROOM_FOR(key, member, count, most, fields, FIELD_CUT | FIELD_LATER)
static const struct field ceilings_fields[] = {
    FIELD_PART("bandwidth", bandwidth_fields, 0),
    ROOM("textures", textures, texture_count, RUN_CEILINGS_TEXTURES_MAX, texture_fields),
    ROOM("latency", latencies, latency_count, RUN_CEILINGS_LATENCIES_MAX, latency_fields),
    RATE("operations_per_s", operations_per_s),
    FIELD_PART("kinds_per_s", kinds_fields, FIELD_LATER),
    FIELD_PART("atomics_per_s", atomics_fields, 0),
    FIELD_PART("step_ns", step_fields, 0),
    FIELD_PART("launches_per_s", launches_fields, FIELD_LATER),
    FIELD_PART("timer", timer_fields, 0),
    ROOM("host", threads, threads_count, RUN_CEILINGS_THREADS_MAX, threads_fields),
    FIELD(FLAG, cached, FIELD_OMIT),
    FIELD(TEXT, measured, FIELD_OMIT),
    FIELD_END,
};
#undef S

json_t *ceilings_json(const struct run_ceilings *ceilings)
{
    return field_is_empty(ceilings, ceilings_fields) ? json_null()
                                                     : field_json(ceilings, ceilings_fields);
}

/* Other files, and the commands that take them, by what no run has; no kind has what another one is
 * told by. */
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

static void variable_read(const struct json_reader *part, const char *key, void *member)
{
    ((struct run_variable *)member)->value = json_reader_text(part, key);
}

static json_t *variable_json(const void *entry)
{
    return json_value_text(((const struct run_variable *)entry)->value);
}

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
    FIELD_VALUES("environment", variable_read, variable_json, environment, variable_count, 0),
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

static const char *variable_find(const struct run_context *context, const char *name)
{
    const struct run_variable *found = NAMED(context->environment, context->variable_count, name);
    return found ? found->value : "";
}

void head_read(const struct json_reader *document, struct run *run)
{
    char text[SCHEMA_VERSION_BYTES];
    const char *other = NULL;
    const char *fault =
        schema_version_fault(json_object_get(document->json, "schema_version"), text);
    for (size_t i = 0; fault && !other && i < COUNT_OF(kinds); i++)
        for (size_t k = 0; k < 2 && kinds[i].keys[k]; k++)
            if (json_object_get(document->json, kinds[i].keys[k]))
                other = kinds[i].text;
    if (other)
        json_reader_fault(document, NULL, "%s", other);
    else if (fault)
        json_reader_fault(document, "schema_version", " %s", fault);
    field_read(document, head_fields, run);
    struct run_context *context = &run->context;
    context->fault = variable_find(context, "CLAIMCHECK_FAULT");
    context->layers = variable_find(context, "VK_INSTANCE_LAYERS");
    if (!*context->layers)
        context->layers = variable_find(context, "VK_LOADER_LAYERS_ENABLE");
    if (isnan(run->session.launches))
        run->session.launches = 1;
    const struct json_reader ceilings = json_reader_object(document, "ceilings");
    if (run->ceilings.cached && !*run->ceilings.measured)
        json_reader_missing(&ceilings, "measured");
    if (!run->ceilings.cached)
        run->ceilings.measured = NULL;
}
