/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session.h"

#include "harness/analysis/limits/limits.h"
#include "harness/engine/cpu/cpu.h"

#include <errno.h>
#include <string.h>

enum { CEILINGS_KEPT_S = 24 * 60 * 60 };

enum { FILE_NAME_BYTES = 64 };

/* Cases that are compared with device limits, whether limits are asked for by name, and whether
 * overrides run beside theirs. */
struct cases {
    bool ceilings, device, host, twins;
};

static struct cases cases_of(const struct plan *plan)
{
    struct cases cases = { 0 };
    foreach (const struct plan_group, group, plan->groups, plan->group_count)
        foreach (const struct plan_case, c, group->cases, group->case_count) {
            const bool other = c->variant->ceiling == BENCH_CEILING_NONE;
            cases.ceilings = cases.ceilings || !other;
            cases.twins = cases.twins || (!other && c->files);
            cases.host = cases.host || (other && c->variant->kind == BENCH_CPU);
            cases.device = cases.device || (other && c->variant->kind != BENCH_CPU);
        }
    return cases;
}

/* Says whether the run takes the profile's own samples. */
static bool is_plain(const struct run_request *request)
{
    return !request->no_ceilings && !request->validate && request->samples == 0;
}

/* Key ----------------------------------------------------------------------------------------- */

static bool hash_json(const json_t *json, char hash[SHA256_TEXT_BYTES])
{
    OWNED char *text = json_value_dump(json, JSON_COMPACT | JSON_SORT_KEYS);
    if (text)
        sha256_text(text, strlen(text), hash);
    return text;
}

/* Hash of all that decides what is measured. False where that cannot be told. */
static bool key_make(const struct run_request *request, const struct gpu_info *device,
                     const struct cases *cases, char key[SHA256_TEXT_BYTES])
{
    struct cpu_host host;
    char features[CPU_FEATURES_TEXT_BYTES];
    cpu_host_read(&host, "");
    cpu_features_text(cpu_features(), features);
    json_auto_t *json = json_value_object(
        "program:o profile:t claims:b device:t identity:o driver:t driver_version:i driver_info:t "
        "host:o environment:o of_device:b of_host:b",
        program_json(), run_request_profile(request), request->claims != NULL, device->name,
        json_line_text(device->identity), device->driver_uuid, (int)device->driver_version,
        device->driver_info,
        json_pack("[s, s, s, i, s]", host.model, host.revision, host.microcode, (int)host.usable,
                  features),
        host_environment_json(), cases->device, cases->host);
    return hash_json(json, key);
}

/* File ---------------------------------------------------------------------------------------- */

/* malloc'ed; NULL where there is no cache. */
static char *file_path(const char *key)
{
    char name[FILE_NAME_BYTES];
    snprintf(name, sizeof(name), "ceilings-%.16s.json", key);
    return kept_file_path(name);
}

/* Why a kept document is of no use; NULL: it is. */
static const char *fault_of(const json_t *document, const char *key)
{
    char hash[SHA256_TEXT_BYTES] = "";
    const json_t *ceilings = json_object_get(document, "ceilings");
    const char *of = json_string_value(json_object_get(document, "key"));
    const char *measured = json_string_value(json_object_get(ceilings, "measured"));
    const double age = (double)time(NULL) - units_parse_date(measured); /* or NAN */
    return !json_is_object(ceilings) || !hash_json(ceilings, hash) ||
                   strcmp(json_value_text_of(document, "sha256"), hash) != 0 || !of
               ? "is not whole"
           : strcmp(of, key) != 0 ? "was measured by another build, or on another machine"
           : !(age >= 0 && age < CEILINGS_KEPT_S) ? "is more than a day old"
                                                  : NULL;
}

/* NULL where there are none that can be used. */
static json_t *ceilings_load(const char *key, bool verbose)
{
    OWNED char *text = NULL, *path = file_path(key);
    size_t size = 0;
    const int code = path ? kept_file_load(path, &text, &size) : ENOENT;
    if (code == ENOENT || code == ENOTDIR)
        return NULL;
    json_auto_t *document = code == 0 ? json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *reason = code == 0 ? fault_of(document, key) : strerror(code);
    if (reason && verbose)
        message_note("device limits are measured again: '%s' %s%s", path,
                     code == 0 ? "" : "is not read: ", reason);
    return reason ? NULL : json_incref(json_object_get(document, "ceilings"));
}

/* Take and leave ------------------------------------------------------------------------------ */

bool ceilings_kept_take(struct ceilings_kept *kept, const struct run_request *request,
                        const struct technique *const *techniques, const struct gpu_info *device)
{
    char key[SHA256_TEXT_BYTES];
    *kept = (struct ceilings_kept){ .request = *request };
    kept->request.no_ceilings = true;
    const bool wanted = is_plain(request) && !request->fresh_ceilings;
    const bool alone = request->again;
    if ((!wanted && !alone) || !run_request_plan(&kept->request, techniques, &kept->plan))
        return false;
    if (cpu_device_is_host(device))
        plan_keep_host(&kept->plan);
    const struct cases cases = cases_of(&kept->plan);
    if (wanted && !cases.ceilings && key_make(request, device, &cases, key))
        kept->json = ceilings_load(key, request->verbose);
    if (!kept->json && !alone)
        plan_finish(&kept->plan);
    return kept->json || alone;
}

void ceilings_kept_finish(struct ceilings_kept *kept)
{
    plan_finish(&kept->plan);
    json_decref(kept->json);
    *kept = (struct ceilings_kept){ 0 };
}

/* Every ceiling that the device has was measured, at the device's clock. */
static bool is_whole(const struct run *run)
{
    bool any = false;
    foreach (const struct run_case, c, run->cases, run->case_count) {
        if (c->ceiling == BENCH_CEILING_NONE || c->status == BENCH_UNSUPPORTED)
            continue;
        if (c->status != BENCH_OK || c->clock.throttled_count)
            return false;
        any = true;
    }
    return any;
}

void ceilings_kept_leave(const struct run_request *request, const struct plan *plan,
                         const struct gpu_info *device, const struct run *run)
{
    struct run_ceilings ceilings = run->ceilings;
    char key[SHA256_TEXT_BYTES], hash[SHA256_TEXT_BYTES];
    const struct cases cases = cases_of(plan);
    if (!is_plain(request) || !cases.ceilings || cases.twins || !(cases.device || cases.host) ||
        !ceilings_known(&ceilings) || !is_whole(run) || !key_make(request, device, &cases, key))
        return;
    ceilings.cached = true;
    ceilings.measured = run->session.started;
    json_t *own = ceilings_json(&ceilings);
    hash_json(own, hash);
    json_auto_t *document = json_value_object("key:t sha256:t", key, hash);
    json_value_set(&document, "ceilings", own);
    OWNED char *path = file_path(key),
               *text = json_value_dump(document, JSON_COMPACT | JSON_SORT_KEYS);
    if (path) /* nobody is told that it could not be kept: it is measured again */
        kept_file_write(path, text, strlen(text));
}
