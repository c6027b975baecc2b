/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/selftest_gate.h"

#include "harness/analysis/gate/gate_self.h"
#include "harness/base/disk.h"
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/printable.h"
#include "harness/base/stats.h"
#include "harness/cli/ab/ab_session.h"
#include "harness/cli/gate/ab_options.h"
#include "harness/cli/gate/own_command.h"
#include "harness/engine/plan/plan_gate.h"
#include "harness/engine/session/interrupt.h"
#include "harness/record/profile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double budget_s = 60;

bool selftest_gate_wanted(const struct options *options)
{
    return options_has(options, "gate") || options_has(options, "write");
}

/* Says -----------------------------------------------------------------------------------------
 */

struct summary {
    size_t rows, alarms, raised, failed;
    double spread, spread_most, smallest, smallest_most; /* medians, and the most */
    const char *widest;
};

/* scratch: room for all rows. */
static struct summary summarize(const struct gate_self *self, double *scratch)
{
    struct summary summary = { .widest = "" };
    for (size_t i = 0; i < self->count; i++) {
        const struct gate_self_row *row = &self->rows[i];
        summary.failed += row->failed;
        if (row->lost)
            continue;
        scratch[summary.rows++] = row->spread;
        summary.alarms += row->alarm;
        summary.raised += row->theta > gate_theta;
        if (row->smallest > summary.smallest_most)
            summary.smallest_most = row->smallest;
        if (row->spread >= summary.spread_most) {
            summary.spread_most = row->spread;
            summary.widest = row->name;
        }
    }
    if (summary.rows == 0)
        return summary;
    summary.spread = stats_median(scratch, summary.rows);
    for (size_t i = 0, filled = 0; i < self->count; i++)
        if (!self->rows[i].lost)
            scratch[filled++] = self->rows[i].smallest;
    summary.smallest = stats_median(scratch, summary.rows);
    return summary;
}

static void self_print(const struct gate_self *self, const struct summary *summary, double seconds)
{
    printf("gate   %s\n", self->device);
    printf("       %zu rows, %zu launches in %.0f s%s\n", summary->rows, self->launches, seconds,
           self->launches < GATE_SELF_LAUNCHES_MAX ? ", fewer than the 20 of a whole comparison"
                                                   : "");
    if (summary->rows + summary->failed < self->count)
        printf("       %zu more have no time by the device's clock here\n",
               self->count - summary->rows - summary->failed);
    printf("       of these, unchanged as they are, %zu would be slower or faster by %.3g %%\n",
           summary->alarms, 100 * gate_theta);
    printf("       launches differ by %.2g %% in half of the rows, by %.2g %% in %s\n",
           100 * summary->spread, 100 * summary->spread_most, summary->widest);
    printf(
        "       the smallest honest threshold is %.3g %% for half of the rows, %.3g %% for all\n",
        100 * summary->smallest, 100 * summary->smallest_most);
    if (summary->raised > 0)
        printf("raised thresholds, as launches differ by more than 1 %%, or after a false alarm\n");
    for (size_t i = 0; i < self->count; i++)
        if (!self->rows[i].lost && self->rows[i].theta > gate_theta)
            printf("  %5.1f %%  %s: launches differ by %.2g %%\n", 100 * self->rows[i].theta,
                   self->rows[i].name, 100 * self->rows[i].spread);
}

static void failed_say(const struct gate_self *self)
{
    for (size_t i = 0; i < self->count; i++)
        if (self->rows[i].failed)
            message_error("selftest: %.200s: its result is wrong", self->rows[i].name);
}

/* Writes --------------------------------------------------------------------------------------- */

static bool is_text(const json_t *entry, const char *key, const char *text)
{
    const char *own = json_string_value(json_object_get(entry, key));
    return own && strcmp(own, text) == 0;
}

/* Takes out what an earlier selftest has written of the row and device. */
static void entries_drop(json_t *list, const struct gate_self *self, const char *name)
{
    for (size_t i = json_array_size(list); i-- > 0;) {
        const json_t *entry = json_array_get(list, i);
        if (json_object_get(entry, "spread") && is_text(entry, "case", name) &&
            is_text(entry, "device", self->device))
            json_array_remove(list, i);
    }
}

static void row_write(json_t **list, const struct gate_self *self, const struct gate_self_row *row)
{
    char reason[96];
    snprintf(reason, sizeof(reason), "selftest: launches differ by %.2g %%", 100 * row->spread);
    entries_drop(*list, self, row->name);
    json_value_append(list, json_pack("{s:o, s:o, s:o, s:s, s:o, s:o, s:o}",     //
                                      "case", json_value_text(row->name),        //
                                      "theta", json_value_number(row->theta),    //
                                      "least", json_value_number(row->smallest), //
                                      "reason", reason,                          //
                                      "device", json_value_text(self->device),   //
                                      "spread", json_value_number(row->spread),  //
                                      "launches", json_value_count(self->launches)));
}

/* The document of the file, or a new one; NULL with a message. */
static json_t *document_make(const char *path)
{
    if (!disk_is_there(path))
        return json_pack("{s:s, s:[], s:[]}", "schema_version", "1.0", "thresholds", "quarantine");
    struct gate_limits limits;
    json_t *document = ab_options_limits(path, "selftest: --write", &limits);
    gate_limits_finish(&limits);
    if (document && !json_object_get(document, "thresholds"))
        json_value_set(&document, "thresholds", json_array());
    return document;
}

static int self_write(const char *path, const struct gate_self *self, json_t *document)
{
    json_t *list = json_incref(json_object_get(document, "thresholds"));
    for (size_t i = 0; i < self->count; i++)
        if (!self->rows[i].lost)
            row_write(&list, self, &self->rows[i]);
    struct output output;
    int failure = list ? output_open(&output, path, OUTPUT_DERIVED) : ENOMEM;
    json_decref(list);
    if (failure == 0 && json_value_write(output.file, json_incref(document), JSON_INDENT(1))) {
        fputc('\n', output.file);
        failure = output_commit(&output);
    } else if (failure == 0) {
        failure = ENOMEM;
        output_drop(&output);
    }
    if (failure != 0)
        return message_error("selftest: cannot write '%s': %s", path, output_error(failure));
    fputs("wrote  ", stdout);
    printable_write(stdout, path);
    fputc('\n', stdout);
    return EXIT_CODE_OK;
}

/* Run ------------------------------------------------------------------------------------------ */

static int self_judge(struct gate_self *self, double seconds, const char *path, json_t *document)
{
    double *scratch = calloc(self->count + 1, sizeof(*scratch));
    if (!scratch)
        return message_error("no memory is left");
    gate_self_judge(self, gate_theta);
    const struct summary summary = summarize(self, scratch);
    free(scratch);
    failed_say(self);
    if (summary.rows == 0 && summary.failed > 0)
        return EXIT_CODE_WRONG;
    if (summary.rows == 0) {
        message_error("selftest: no row of the profile gate has a time by the device's clock here");
        return EXIT_CODE_NOTHING;
    }
    self_print(self, &summary, seconds);
    const int code = path ? self_write(path, self, document) : EXIT_CODE_OK;
    if (code != EXIT_CODE_OK)
        return code;
    return summary.alarms + summary.failed > 0 ? EXIT_CODE_WRONG : EXIT_CODE_OK;
}

static int params_take(const struct command_line *line, struct ab_params *params)
{
    char message[MESSAGE_BYTES];
    *params = (struct ab_params){ .profile = profile_names[BENCH_FULL],
                                  .device = options_value(line->options, "device"),
                                  .rule.controls = plan_gate_control(line->techniques)->controls,
                                  .seed = (uint64_t)time(NULL),
                                  .budget_s = budget_s,
                                  .quiet = options_has(line->options, "quiet") };
    if (options_has(line->options, "json"))
        return message_error("selftest: --json has nothing of --gate yet: leave it out");
    if (!options_integer(line->options, "seed", 0, INT64_MAX, &params->seed, message,
                         sizeof(message)))
        return message_error("selftest: %s", message);
    if (!ab_options_budget("selftest", options_value(line->options, "budget"), &params->budget_s))
        return EXIT_CODE_UNTRIED;
    return EXIT_CODE_OK;
}

int selftest_gate_run(const struct command_line *line)
{
    char ignored[GPU_MESSAGE_BYTES];
    const char *path = options_value(line->options, "write");
    const char *given = options_value(line->options, "run");
    struct ab_params params;
    struct gate_self self = { 0 };
    double seconds = 0;
    json_t *document = NULL;
    int code = params_take(line, &params);
    if (code != EXIT_CODE_OK)
        return code;
    char *own = given ? NULL : own_command_make(), *names = ab_options_gate(line->techniques, NULL);
    struct device_choice choice;
    ab_options_device(line, &choice, &params, ignored);
    params.commands[0] = given ? given : own;
    params.filter = names;
    if (!params.commands[0] || !names)
        code = message_error("selftest: this executable is not to be found, or no memory is left");
    else if (path && !(document = document_make(path)))
        code = EXIT_CODE_UNTRIED;
    interrupt_install_parent();
    if (code == EXIT_CODE_OK)
        code = ab_session_self(&self, &params, &seconds);
    if (code == EXIT_CODE_OK)
        code = self_judge(&self, seconds, path, document);
    gate_self_finish(&self);
    device_choice_finish(&choice);
    json_decref(document);
    free(own);
    free(names);
    return code;
}
