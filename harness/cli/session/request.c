/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <inttypes.h>
#include <string.h>

/* Files ---------------------------------------------------------------------------------------- */

static size_t input_count(const struct run_request *request)
{
    return request->plan.option_count + request->published_count;
}

static struct plan_setting input_at(const struct run_request *request, size_t index)
{
    if (index < request->plan.option_count)
        return request->plan.options[index];
    return (struct plan_setting){ "published",
                                  request->published[index - request->plan.option_count] };
}

/* Array of {option, file, sha256}, files by their last name; values that lead to no file that can
 * be read are left out. A new reference. */
static json_t *input_files_json(const struct run_request *request)
{
    char sha256[SHA256_TEXT_BYTES];
    json_t *list = json_array();
    for (size_t i = 0; i < input_count(request); i++) {
        const struct plan_setting input = input_at(request, i);
        if (sha256_file(input.value, sha256) == 0)
            json_value_append(&list, json_value_object("option:t file:t sha256:t", input.name,
                                                       disk_base_name(input.value), sha256));
    }
    return list;
}

/* The first entry of one list that is another in the other: that of `then`, or where it has none,
 * of `now`. NULL: there is none. */
static const json_t *other_find(const json_t *then, const json_t *now)
{
    size_t at = 0;
    while (json_array_get(then, at) &&
           json_equal(json_array_get(then, at), json_array_get(now, at)))
        at++;
    return json_array_get(json_array_get(then, at) ? then : now, at);
}

bool input_files_same(const struct run_request *request, const json_t *list)
{
    json_auto_t *now = json_is_array(list) ? input_files_json(request) : NULL;
    const json_t *other = now ? other_find(list, now) : NULL;
    return !other ||
           trouble("'%.400s' of --%.100s has changed since the run was begun: restore "
                   "it, or start over",
                   json_value_text_of(other, "file"), json_value_text_of(other, "option"));
}

bool input_files_still(struct input_stamps *stamps, const struct run_request *request,
                       const json_t *list)
{
    bool same = stamps->files;
    stamps->count = input_count(request);
    if (stamps->count == 0)
        return true;
    /* Before they are read: what is written meanwhile has another one next time. */
    if (!stamps->files)
        stamps->files = need_zeroed(stamps->count, sizeof(*stamps->files));
    for (size_t i = 0; i < stamps->count; i++) {
        const struct file_stamp now = file_stamp_read(input_at(request, i).value);
        same = same && file_stamp_same(&stamps->files[i], &now);
        stamps->files[i] = now;
    }
    return same || input_files_same(request, list);
}

json_t *technique_files_json(const struct technique *const *techniques)
{
    json_t *list = json_array();
    for (; techniques && *techniques; techniques++) {
        const struct technique_folder *folder = (*techniques)->folder;
        for (size_t i = 0; folder && i < folder->file_count; i++)
            json_value_append(&list,
                              json_value_object("technique:t file:t sha256:t", (*techniques)->name,
                                                folder->files[i].name, folder->files[i].sha256));
    }
    return list;
}

bool technique_files_same(const struct technique *const *techniques, const json_t *list)
{
    json_auto_t *now = technique_files_json(techniques);
    const json_t *named = other_find(list, now);
    const char *technique = json_value_text_of(named, "technique");
    const struct technique *known = plan_technique_find(techniques, technique);
    if (!named)
        return true;
    if (!known || !known->folder)
        return trouble("the run was begun with the folder of '%.100s': give --technique FOLDER "
                       "again",
                       technique);
    if (json_array_size(list) == 0)
        return trouble("the run was begun without the folder of '%.100s': leave --technique out",
                       technique);
    return trouble("'%.300s' of technique '%.100s' has changed since the run was begun: restore "
                   "it, or start over",
                   json_value_text_of(named, "file"), technique);
}

/* Request -------------------------------------------------------------------------------------- */

/* Names by enum plan_cache, except PROFILE. */
static const char *const run_request_cache_names[PLAN_CACHE_BOTH + 1] = {
    [PLAN_CACHE_HOT] = "hot", [PLAN_CACHE_COLD] = "cold", [PLAN_CACHE_BOTH] = "both"
};

/* Names by enum probe_wanted. */
static const char *const run_request_probe_names[PROBE_WANTED_COUNT] = {
    [PROBE_NONE] = "none",
    [PROBE_COLD] = "cold",
    [PROBE_HOT] = "hot",
    [PROBE_BOTH] = "both",
};

void run_request_finish(struct run_request *request)
{
    arena_finish(&request->arena);
    published_cases_finish(&request->cases);
    kernel_files_finish(&request->files);
    *request = (struct run_request){ 0 };
}

/* The plan again, of those claims that a software device can test. False with a message, and
 * without a plan. */
static bool plan_testable(const struct run_request *request, struct plan_request *wanted,
                          struct plan *plan)
{
    struct published_cases left = request->cases;
    OWNED bool *left_out = need_zeroed(left.claim_count, sizeof(*left_out));
    const size_t count = published_cases_leave_out(&left, plan, request->any_profile, left_out);
    left.left_out = left_out;
    if (count > 0) {
        wanted->wanted = published_cases_wanted(&left);
        plan_finish(plan);
        if (!plan_init(plan, wanted))
            return false;
    }
    plan->claims_left_out = count;
    return true;
}

bool run_request_plan(const struct run_request *request, const struct technique *const *techniques,
                      struct plan *plan)
{
    struct plan_request wanted = request->plan;
    const bool names_none = !request->plan.filter && !request->claims && !request->gate;
    wanted.techniques = names_none ? technique_folders_meant(techniques) : techniques;
    wanted.files = request->files.count > 0 ? &request->files : NULL;
    if (request->gate)
        wanted.wanted = plan_gate_wanted(techniques);
    if (request->claims)
        wanted.wanted = published_cases_wanted(&request->cases);
    if (!(request->scale ? plan_scale_init(plan, &wanted, request->memory_bytes)
                         : plan_init(plan, &wanted)) ||
        (request->claims && request->software && !plan_testable(request, &wanted, plan)))
        return false;
    const bool whole = request->no_ceilings || request->list_cases ||
                       request->plan.without_baselines || plan_add_ceilings(plan, techniques);
    const bool checked =
        whole && (request->gate || request->list_cases || request->plan.without_baselines ||
                  plan_add_checks(plan, &wanted, request->validate));
    if (checked && request->check_only)
        plan_keep_checks(plan, NULL);
    if (checked)
        launch_plan_set(request, plan);
    else
        plan_finish(plan);
    return checked;
}

struct run_request run_request_on(const struct run_request *request, const struct gpu_info *device)
{
    struct run_request own = *request;
    own.software = device && gpu_info_is_software(device);
    const bool on_gpu = device && !gpu_info_is_software(device) && device->kind != GPU_HOST;
    if (request->device_profile)
        own.plan.profile = on_gpu ? BENCH_PAPER : BENCH_QUICK;
    if (request->scale && request->memory_bytes == 0 && device)
        own.memory_bytes = plan_scale_memory_bytes(device);
    return own;
}

const char *run_request_profile(const struct run_request *request)
{
    return request->scale ? profile_scale : profile_names[request->plan.profile];
}

enum bench_profile run_request_pace(const struct run_request *request)
{
    return request->claims ? BENCH_PAPER : request->plan.profile;
}

static struct sampler_rules run_request_rules(const struct run_request *request, bool software)
{
    struct sampler_rules rules = sampler_rules_for(request->plan.profile, software);
    if (request->claims)
        sampler_rules_of_claims(&rules);
    if (request->samples > 0)
        rules.samples_min = rules.samples_max = request->samples;
    return rules;
}

struct measuring run_request_measuring(const struct run_request *request, bool software)
{
    enum { DEFAULT_S = 120, SOFTWARE_S = 600 };
    const uint32_t timeout_s = request->case_timeout_s > 0 ? request->case_timeout_s
                               : software                  ? SOFTWARE_S
                                                           : DEFAULT_S;
    return (struct measuring){
        .rules = run_request_rules(request, software),
        .seed = request->seed,
        .wait_ns = timeout_s * UINT64_C(1000000000) / 2,
        .timeout_s = timeout_s,
        .probes = request->probes,
        .isolate = request->isolate,
        .energy = request->energy,
        .validate = request->validate,
        .validate_gpu = request->validate_gpu,
        .alone = request->isolate || request->launches > 1,
        .shared = request->claims && request->launches == 0 && request->samples == 0,
    };
}

/* Texts of a session's head, in memory of the arena. */
struct texts {
    struct arena arena;
    const char **list;
    size_t count, room;
};

static void texts_finish(struct texts *texts)
{
    arena_finish(&texts->arena);
}

static void argument_add(struct texts *texts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void argument_add(struct texts *texts, const char *format, ...)
{
    va_list values;
    texts->list =
        arena_room(&texts->arena, texts->list, texts->count, &texts->room, sizeof(*texts->list));
    va_start(values, format);
    texts->list[texts->count++] = arena_format(&texts->arena, format, values);
    va_end(values);
}

/* Arguments that make the same plan and the same samples again, device and files left out. */
static void run_request_arguments(const struct run_request *request, struct texts *arguments)
{
    argument_add(arguments, "--seed=%" PRIu64, request->seed);
    if (!request->any_profile)
        argument_add(arguments, "--profile=%s",
                     request->gate ? profile_gate : run_request_profile(request));
    if (request->memory_bytes > 0)
        argument_add(arguments, "--memory=%" PRIu64, request->memory_bytes);
    if (request->claims)
        argument_add(arguments, "--claims=%s", request->claims);
    for (size_t i = 0; i < request->published_count; i++)
        argument_add(arguments, "--published=%s", request->published[i]);
    if (request->plan.cache != PLAN_CACHE_PROFILE)
        argument_add(arguments, "--cache=%s", run_request_cache_names[request->plan.cache]);
    if (request->probes != PROBE_COLD)
        argument_add(arguments, "--probe=%s", run_request_probe_names[request->probes]);
    if (request->energy)
        argument_add(arguments, "--energy");
    if (request->plan.filter)
        argument_add(arguments, "--filter=%s", request->plan.filter);
    for (size_t i = 0; i < request->plan.axis_count; i++)
        argument_add(arguments, "--axis=%s=%s", request->plan.axes[i].name,
                     request->plan.axes[i].value);
    for (size_t i = 0; i < request->plan.option_count; i++)
        argument_add(arguments, "--%s=%s", request->plan.options[i].name,
                     request->plan.options[i].value);
    for (size_t i = 0; i < request->files.count; i++)
        argument_add(arguments, "--kernel=%s=%s", request->files.files[i].entry->shader->name,
                     request->files.files[i].given);
    if (request->samples > 0)
        argument_add(arguments, "--samples=%" PRIu32, request->samples);
    if (request->launches > 0)
        argument_add(arguments, "--launches=%" PRIu32, request->launches);
    if (request->case_timeout_s > 0)
        argument_add(arguments, "--case-timeout=%" PRIu32, request->case_timeout_s);
    argument_add(arguments, "--%sisolate", request->isolate ? "" : "no-");
    if (request->no_ceilings || request->fresh_ceilings)
        argument_add(arguments, "--ceilings=%s", request->no_ceilings ? "none" : "fresh");
    if (request->check_only)
        argument_add(arguments, "--check-only");
    if (request->fresh_answers && !request->claims)
        argument_add(arguments, "--answers=fresh");
    if (request->validate)
        argument_add(arguments, "--validate");
    if (request->validate_gpu)
        argument_add(arguments, "--validate-gpu");
}

/* Head ----------------------------------------------------------------------------------------- */

/* "run", then what was given, letters written out: session.arguments of the file. */
static void given_arguments(const struct command_line *line, struct texts *arguments)
{
    const struct options *options = line->options;
    argument_add(arguments, "%s", line->command->name);
    foreach (const struct option_given, given, options->given, options->given_count) {
        argument_add(arguments, "--%s", given->spec->name);
        if (given->value)
            argument_add(arguments, "%s", given->value);
    }
}

/* Files that the arguments name, as given and as the request has them. */
static void given_paths(const struct command_line *line, const struct kernel_files *files,
                        struct texts *paths)
{
    const struct options *options = line->options;
    foreach (const struct option_given, given, options->given, options->given_count)
        if (given->spec->file)
            argument_add(paths, "%s",
                         strchr(given->spec->argument, '=') ? strchr(given->value, '=') + 1
                                                            : given->value);
    foreach (const struct kernel_file, file, files->files, files->count)
        argument_add(paths, "%s", file->path);
}

/* Arguments that no JSON text can hold, byte by byte; NULL where all are texts. */
static json_t *bytes_json(const struct texts *arguments)
{
    json_auto_t *bytes = json_array();
    bool texts = true;
    for (size_t i = 0; i < arguments->count; i++) {
        json_auto_t *text = json_string(arguments->list[i]);
        texts = texts && text;
        json_value_append(&bytes, json_line_text(arguments->list[i]));
    }
    return texts ? NULL : json_incref(bytes);
}

json_t *run_header_json(const struct command_line *line, const struct run_request *request,
                        const struct plan *plan, const struct gpu_info *device,
                        const struct run_sampling *settled)
{
    struct run_session session;
    OWNED_BY(texts_finish) struct texts given = { 0 }, arguments = { 0 }, paths = { 0 };
    const struct published_cases *cases = &request->cases;
    OWNED struct run_planned_claim *claims = need_zeroed(cases->claim_count + 1, sizeof(*claims));
    for (size_t i = 0; i < cases->claim_count; i++)
        claims[i] = (struct run_planned_claim){ cases->claims[i]->id, cases->claims[i]->sha256 };
    given_arguments(line, &given);
    run_request_arguments(request, &arguments);
    given_paths(line, &request->files, &paths);
    const char *date = run_path_date(RUN_PATH_ROOM);
    field_clear(&session, session_fields);
    session.seed = request->seed;
    session.profile = run_request_profile(request);
    session.started = date;
    session.arguments = given.list;
    session.argument_count = given.count;
    session.plan_arguments = arguments.list;
    session.plan_argument_count = arguments.count;
    session.paths = paths.list;
    session.path_count = paths.count;
    session.validate = request->validate;
    session.launches = launch_plan_most(plan);
    session.rules = run_request_rules(request, gpu_info_is_software(device));
    session.claims = cases->claim_count > 0 ? claims : NULL;
    session.claim_count = cases->claim_count;
    if (settled)
        session.sampling = *settled;
    json_t *json = head_json(&session, device);
    /* Adds what --resume needs in order to read the same files. */
    json_auto_t *techniques = technique_files_json(line->techniques),
                *inputs = input_files_json(request);
    json_t *bytes = bytes_json(&arguments), *program = program_json();
    OWNED char *folder = os_path_here();
    if (request->files.count > 0)
        json_value_set_in(&json, "session", "kernel_files", kernel_files_json(&request->files));
    if (!techniques || json_array_size(techniques) > 0)
        json_value_set_in(&json, "session", "technique_files", json_incref(techniques));
    if (!inputs || json_array_size(inputs) > 0)
        json_value_set_in(&json, "session", "input_files", json_incref(inputs));
    if (json_array_size(inputs) > 0 && folder)
        json_value_set_in(&json, "session", "folder", json_line_text(folder));
    if (bytes)
        json_value_set_in(&json, "session", "argument_bytes", bytes);
    if (program)
        json_value_set_in(&json, "session", "program", program);
    if (*device->identity)
        json_value_set_in(&json, "session", "device_identity", json_line_text(device->identity));
    return json;
}
