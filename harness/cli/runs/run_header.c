/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/run_after.h"

#include "harness/base/json_line.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/cli/session/input_files.h"
#include "harness/cli/session/launch_plan.h"
#include "harness/cli/session/run_path.h"
#include "harness/cli/session/technique_files.h"
#include "harness/engine/session/head_json.h"
#include "harness/engine/session/program.h"
#include "harness/os/path.h"
#include "harness/record/head_fields.h"

#include <stdlib.h>
#include <string.h>

/* "run", then what was given, letters written out: session.arguments of the file.
 * NULL-terminated. */
static char **arguments_make(const struct command_line *line)
{
    const struct options *options = line->options;
    char **arguments = need_zeroed(2 * options->given_count + 2, sizeof(*arguments));
    size_t count = 0;
    arguments[count++] = need_copy(line->command->name);
    for (size_t i = 0; i < options->given_count; i++) {
        const struct option_given *given = &options->given[i];
        arguments[count++] = text_make("--%s", given->spec->name);
        if (given->value)
            arguments[count++] = need_copy(given->value);
    }
    return arguments;
}

static size_t texts_count(const char *const *texts)
{
    size_t count = 0;
    while (texts[count])
        count++;
    return count;
}

/* Files that the arguments name, as given and as the request has them; NULL-terminated. */
static const char **paths_make(const struct command_line *line, const struct kernel_files *files)
{
    const struct options *options = line->options;
    const char **paths = need_zeroed(options->given_count + files->count + 1, sizeof(*paths));
    size_t count = 0;
    for (size_t i = 0; i < options->given_count; i++) {
        const struct option_given *given = &options->given[i];
        if (given->spec->file && strchr(given->spec->argument, '='))
            paths[count++] = strchr(given->value, '=') + 1;
        else if (given->spec->file)
            paths[count++] = given->value;
    }
    for (size_t i = 0; i < files->count; i++)
        paths[count++] = files->files[i].path;
    return paths;
}

/* Arguments that no JSON text can hold, byte by byte. */
static json_t *bytes_json(char *const *arguments)
{
    json_t *bytes = json_array();
    bool texts = true;
    for (; *arguments; arguments++) {
        json_t *text = json_string(*arguments);
        texts = texts && text;
        json_decref(text);
        json_value_append(&bytes, json_line_text(*arguments));
    }
    if (!texts)
        return bytes;
    json_decref(bytes);
    return NULL;
}

/* Adds what --resume needs in order to read the same files. */
static void files_set(json_t **header, const struct command_line *line,
                      const struct run_request *request, char *const *arguments)
{
    json_t *techniques = technique_files_json(line->techniques);
    json_t *inputs = input_files_json(request), *bytes = bytes_json(arguments);
    char *folder = os_path_here();
    if (request->files.count > 0)
        json_value_set_in(header, "session", "kernel_files", kernel_files_json(&request->files));
    if (!techniques || json_array_size(techniques) > 0)
        json_value_set_in(header, "session", "technique_files", json_incref(techniques));
    if (!inputs || json_array_size(inputs) > 0)
        json_value_set_in(header, "session", "input_files", json_incref(inputs));
    if (json_array_size(inputs) > 0 && folder)
        json_value_set_in(header, "session", "folder", json_line_text(folder));
    if (bytes)
        json_value_set_in(header, "session", "argument_bytes", json_incref(bytes));
    json_decref(techniques);
    json_decref(inputs);
    json_decref(bytes);
    free(folder);
}

/* The claims that the run is planned by; NULL where there are none. */
static struct run_planned_claim *claims_make(const struct run_request *request)
{
    const struct published_cases *cases = &request->cases;
    struct run_planned_claim *claims =
        cases->claim_count > 0 ? need_zeroed(cases->claim_count, sizeof(*claims)) : NULL;
    for (size_t i = 0; i < cases->claim_count; i++)
        claims[i] = (struct run_planned_claim){ cases->claims[i]->id, cases->claims[i]->sha256 };
    return claims;
}

json_t *run_header_json(const struct command_line *line, const struct run_request *request,
                        const struct plan *plan, const struct gpu_info *device,
                        const struct run_sampling *settled)
{
    char date[RUN_DATE_BYTES];
    struct run_session session;
    json_t *json = NULL;
    char **given = arguments_make(line);
    const char **paths = paths_make(line, &request->files);
    char **arguments = run_request_arguments(request);
    struct run_planned_claim *claims = claims_make(request);
    if (!arguments)
        goto done;
    run_path_date(date);
    field_clear(&session, session_fields);
    session.seed = request->seed;
    session.profile = run_request_profile(request);
    session.started = date;
    session.arguments = (const char *const *)given;
    session.argument_count = texts_count((const char *const *)given);
    session.plan_arguments = (const char *const *)arguments;
    session.plan_argument_count = texts_count((const char *const *)arguments);
    session.paths = paths;
    session.path_count = texts_count(paths);
    session.validate = request->validate;
    session.launches = launch_plan_most(plan);
    session.rules = run_request_rules(request, gpu_info_is_software(device));
    session.claims = claims;
    session.claim_count = request->cases.claim_count;
    if (settled)
        session.sampling = *settled;
    json = head_json(&session, device);
    files_set(&json, line, request, arguments);
    json_t *program = program_json();
    if (program)
        json_value_set_in(&json, "session", "program", program);
    if (*device->identity)
        json_value_set_in(&json, "session", "device_identity", json_line_text(device->identity));
done:
    free(claims);
    os_path_names_free(&arguments);
    free(paths);
    os_path_names_free(&given);
    return json;
}
