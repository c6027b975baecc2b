/* SPDX-License-Identifier: MIT */
/*
 * results.h: the run file. JSON as results/run.schema.json has it: finite numbers or null,
 * nanoseconds and bytes.
 *
 * The document is header + workloads[] + kernels[] + cases[]. The journal (journal.h) holds the
 * same objects, a line each.
 */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_H

#include "harness/base/facts.h"
#include "harness/engine/measure/result.h"
#include "harness/engine/measure/sampler.h"

#include <jansson.h>

/*
 * MAJOR.MINOR, as results/run.schema.json has the rule: what a later version adds is a minor, and
 * readers ignore keys that they do not know; all else is a major, and another one is not read.
 */
#define RESULTS_SCHEMA_VERSION "2.11"
enum { RESULTS_SCHEMA_MAJOR = 2 };

enum { RESULTS_FAULT_BYTES = 160 };

struct results_header {
    uint64_t seed;
    const char *profile; /* "quick", "paper", "full" */
    const char *started; /* UTC, ISO 8601 */
    int argument_count;
    const char *const *arguments; /* as given, without the program's name */
    const char *const *
        plan_arguments; /* NULL-terminated: what `run` needs to rebuild the same plan on --resume */
    const char *const *paths; /* NULL-terminated: files that the arguments name, see paths.h */
    const struct gpu_info *device;
    bool validate;
    uint32_t launches; /* processes that measure each case; 0 and 1: one */
    struct sampler_rules rules;
};

/* New references; NULL only when memory runs out. The header is a journal's: it holds
 * session.paths. */
json_t *results_header_json(const struct results_header *header);
json_t *results_device_json(const struct gpu_info *info);
json_t *results_features_json(uint32_t features); /* names of bits of enum gpu_feature */
json_t *results_facts_json(const struct facts *facts);
json_t *results_workload_json(const char *name, const struct facts *facts);
json_t *results_case_json(const struct result *result); /* `kernels`: whole entries; journal.h */

/*
 * What is known of a case (results_case_json()) later: its floor, NAN and "" where there is none;
 * that it has ended badly, and has no times; that its baseline has. False when memory runs out.
 */
bool results_case_set_floor(json_t *c, double ns, const char *bound, double percent);
bool results_case_end(json_t *c, enum bench_status status, const char *reason);
bool results_case_drop_ratio(json_t *c);

/* For exports: what takes most of its time, unit "" where that is not known, and why, or "". False
 * when memory runs out. */
struct results_top_unit {
    const char *unit;
    double percent;
};
bool results_case_set_why(json_t *c, const struct results_top_unit *top, const char *why);

/* NULL when a document of that schema_version can be read; otherwise what is wrong, with the
 * remedy: "is 1, and ...". */
const char *results_version_fault(const json_t *version, char text[RESULTS_FAULT_BYTES]);

json_t *results_cache_proof_json(const struct cache_proof *proof); /* null: nothing was measured */

#endif
