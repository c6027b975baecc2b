/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/selftest/selftest.h"
#include "harness/cli/ab/ab.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const double budget_s = 60;

/* Says ----------------------------------------------------------------------------------------- */

static bool is_judged(const struct gate_row *row)
{
    return row->verdict == JUDGE_SAME || row->verdict == JUDGE_SLOWER;
}

/* Says how noisy the machine is, and what to do about it. The numbers are those of all rows. */
static void noise_say(const struct gate_self *self, const double *smallest, size_t count,
                      double seconds)
{
    const double gate = 100 * gate_theta;
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, 100 * smallest[i]);
    printf("gate   %s\n", self->first->device.name);
    printf("noise  %.2g %%: a slow-down of so much is found in every row, one of %.2g %% in half\n",
           most, 100 * stats_median(smallest, count));
    if (most <= gate)
        printf("       quiet enough for the %.3g %% of ab\n", gate);
    else
        printf("       noisier than the %.3g %% of ab: end what else uses the GPU and the CPU, fix "
               "the\n       clock of the GPU, or give ab the thresholds that --write keeps\n",
               gate);
    printf("       %zu row%s, %zu launch%s in %.0f s%s\n", COUNTED(count), self->launches,
           plural(self->launches, "", "es"), seconds,
           self->launches < GATE_SELF_LAUNCHES_MAX ? ", fewer than the 20 of a whole comparison"
                                                   : "");
}

/* Writes --------------------------------------------------------------------------------------- */

/* The document of the file, or a new one; NULL with a message. */
static json_t *document_make(const char *path)
{
    if (!disk_is_there(path))
        return json_value_object("schema_version:t thresholds:o quarantine:o", "1.0", json_array(),
                                 json_array());
    OWNED_BY(gate_limits_finish) struct gate_limits limits;
    json_t *document = ab_options_limits(path, "selftest: --write", &limits);
    if (document && !json_object_get(document, "thresholds"))
        json_value_set(&document, "thresholds", json_array());
    return document;
}

static int self_write(const char *path, const struct gate_self *self, json_t *document)
{
    json_auto_t *list = json_incref(json_object_get(document, "thresholds"));
    foreach (const struct gate_row, row, self->rows.rows, self->rows.count) {
        struct text reason = { 0 };
        if (!is_judged(row))
            continue;
        text_add_format(&reason, "selftest: launches differ by %.2g %%",
                        100 * gate_self_spread(row));
        /* Takes out what an earlier selftest has written of the row and device. */
        for (size_t k = json_array_size(list); k-- > 0;) {
            const json_t *entry = json_array_get(list, k);
            if (json_object_get(entry, "spread") &&
                strcmp(json_value_text_of(entry, "case"), row->name) == 0 &&
                strcmp(json_value_text_of(entry, "device"), self->first->device.name) == 0)
                json_array_remove(list, k);
        }
        json_value_append(
            &list,
            json_value_object("case:t theta:n least:n reason:x device:t spread:n launches:c",
                              row->name, row->theta, row->first.found.smallest, &reason,
                              self->first->device.name, gate_self_spread(row), self->launches));
    }
    struct output output;
    int failure = list ? output_open(&output, path, OUTPUT_DERIVED) : ENOMEM;
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
    const struct gate_rows *rows = &self->rows;
    OWNED double *spreads = stats_numbers(rows->count + 1), *least = stats_numbers(rows->count + 1);
    const struct gate_row *widest = NULL;
    size_t count = 0;
    gate_self_judge(self, gate_theta);
    foreach (const struct gate_row, row, rows->rows, rows->count) {
        if (row->verdict == JUDGE_FAILED)
            message_error("selftest: %.200s: its result is wrong", row->name);
        if (!is_judged(row))
            continue;
        spreads[count] = gate_self_spread(row);
        if (!widest || spreads[count] >= gate_self_spread(widest))
            widest = row;
        least[count++] = row->first.found.smallest;
    }
    const struct judge_tally tally = gate_rows_tally(rows);
    const struct judge_exit rule = { .undecided = JUDGE_UNDECIDED_PASS };
    const int code = judge_exit_code(&tally, rule);
    if (!widest) {
        if (code == EXIT_CODE_NOTHING)
            message_error(
                "selftest: no row of the profile gate has a time by the device's clock here");
        return code;
    }
    noise_say(self, least, count, seconds);
    printf("rows   %s; %zu of %zu rows compared\n", judge_counts(&tally, JUDGE_ROOM),
           tally.compared, tally.old);
    printf("       of these unchanged rows, %zu would be called slower or faster by %.3g %%\n",
           tally.counts[JUDGE_SLOWER], 100 * gate_theta);
    printf("       launches differ by %.2g %% in half of the rows, by %.2g %% in %s\n",
           100 * stats_median(spreads, count), 100 * gate_self_spread(widest), widest->name);
    bool raised = false;
    foreach (const struct gate_row, row, rows->rows, rows->count) {
        if (!is_judged(row) || row->theta <= gate_theta)
            continue;
        if (!raised)
            printf("raised thresholds, as launches differ by more than 1 %%, or after a false "
                   "alarm\n");
        raised = true;
        printf("  %5.1f %%  %s: launches differ by %.2g %%\n", 100 * row->theta, row->name,
               100 * gate_self_spread(row));
    }
    const int written = path ? self_write(path, self, document) : EXIT_CODE_OK;
    return written == EXIT_CODE_OK ? code : written;
}

/* Measures, says, and writes; returns the exit code: 1 after a false alarm. */
static int selftest_gate_run(const struct command_line *line)
{
    const struct options *options = line->options;
    const char *path = options_value(options, "write"), *given = options_value(options, "run");
    OWNED char *own = given ? NULL : own_command_make(),
               *names = ab_options_gate(line->techniques, NULL);
    struct ab_params params = {
        .commands = { given ? given : own },
        .filter = names,
        .profile = profile_names[BENCH_FULL],
        .device = options_value(options, "device"),
        .rule.controls = plan_gate_control(line->techniques)->controls,
        .seed = options_number(options, "seed", (uint64_t)time(NULL)),
        .budget_s = budget_s,
        .quiet = options_has(options, "quiet"),
    };
    double seconds = 0;
    if (options_has(options, "json"))
        return message_error("selftest: --json does not cover --gate yet: leave out one of them");
    if (!ab_options_budget("selftest", options_value(options, "budget"), &params.budget_s))
        return EXIT_CODE_UNTRIED;
    OWNED_BY(device_choice_finish) struct device_choice choice;
    ab_options_device(line, &choice, &params);
    /* Another build, --run, may have other drivers. */
    if (!given && !params.likely) {
        message_error("selftest: %s", trouble_text());
        return choice.code;
    }
    if (!given && gpu_info_is_software(params.likely))
        return message_nothing("selftest: '%s' is a software device: ab compares no times on one, "
                               "so there is no noise to find; choose a GPU with --device",
                               params.likely->name);
    if (!params.commands[0])
        return message_error("selftest: this executable cannot be found");
    json_auto_t *document = path ? document_make(path) : NULL;
    if (path && !document)
        return EXIT_CODE_UNTRIED;
    OWNED_BY(gate_self_finish) struct gate_self self = { 0 };
    interrupt_install_parent();
    const int code = ab_session_self(&self, &params, &seconds);
    return code == EXIT_CODE_OK ? self_judge(&self, seconds, path, document) : code;
}

static json_t *clock_json(const struct selftest_clock *clock)
{
    const bool has_core = clock->core_hz > 0;
    return json_value_object("raise_ns:n probe_ns:n probe_spread:n core_hz:n core_spread:n",
                             clock->raise_ns, clock->probe_ns, clock->probe_spread,
                             has_core ? clock->core_hz : NAN, has_core ? clock->core_spread : NAN);
}

static json_t *spin_json(const struct selftest *test)
{
    return test->order_trouble[0]
               ? json_value_object("trouble:t", test->order_trouble)
               : json_value_object("device_ns:n host_low_ns:n host_high_ns:n", test->spin.device_ns,
                                   test->spin.host_low_ns, test->spin.host_high_ns);
}

static void print_time(const char *text, double ns, const char *end)
{
    printf("%s%s%s", text, units_format_ns(ns, UNITS_ROOM), end);
}

static void print_facts(const struct gpu_info *info, const struct selftest *test)
{
    const struct selftest_clock *clock = &test->clock;
    const struct run_cache_proof *cache = &test->cache;
    printf("%s, %s %s\n", info->name, info->driver_name, info->driver_info);
    if (test->order_trouble[0]) {
        printf("timer  %s\n", test->order_trouble);
        return;
    }
    print_time("timer  tick ", test->timer.tick_ns, "");
    print_time(", an empty pair of stamps ", test->timer.empty_ns, "\n");
    print_time("timer  a spin of ", test->spin.host_low_ns, "");
    print_time(" to ", test->spin.host_high_ns, " by the host's clock");
    print_time(" takes ", test->spin.device_ns, " by the device's\n");
    print_time("clock  probe ", clock->probe_ns, "");
    printf(", quartiles %.2g %% apart over %d", 100 * clock->probe_spread, SELFTEST_PROBES);
    if (clock->core_hz > 0)
        printf("; core clock %.4g GHz, quartiles %.2g %% apart", clock->core_hz / 1e9,
               100 * clock->core_spread);
    print_time("; brought up in ", clock->raise_ns, "\n");
    if (!cache->known) {
        printf("cache  not measured: %s\n", test->cache_trouble);
        return;
    }
    print_time("cache  sweep ", cache->sweep_ns, "");
    printf(" for twice %.3g MiB; a read of %.3g MiB", cache->sweep_bytes / 1048576,
           cache->read_bytes / 1048576);
    print_time(" takes ", cache->hot_ns, " hot, ");
    print_time("", cache->cold_ns, " after a sweep, ");
    print_time("", cache->clean_ns, " after reading alone, ");
    print_time("", cache->dirty_ns, " after writing alone\n");
}

static int selftest_device(const char *identity, bool as_json)
{
    struct selftest test;
    enum gpu_result result = GPU_ERROR;
    OWNED_BY(gpu_destroy)
    struct gpu *gpu =
        gpu_create(&(struct gpu_params){ .identity = identity }, &result, trouble_buffer());
    if (!gpu) {
        message_error("selftest: %s", trouble_text());
        return result == GPU_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    const struct gpu_info *info = gpu_info(gpu);
    const bool software = gpu_info_is_software(info);
    if (!selftest_run(gpu, &test))
        return message_error("selftest: %s",
                             gpu_failed(gpu) ? gpu_failure(gpu)->message : "out of memory");
    json_auto_t *verdicts = json_array();
    int code = EXIT_CODE_OK, printed = EXIT_CODE_OK;
    if (!as_json)
        print_facts(info, &test);
    for (int i = 0; i < SELFTEST_PROOF_COUNT; i++) {
        const enum selftest_proof proof = (enum selftest_proof)i;
        const bool holds = selftest_holds(&test, proof, info->features);
        const bool counts = !software || selftest_counts_on_host(proof);
        json_value_append(&verdicts,
                          json_value_object("name:t holds:b says:t", selftest_proof_name(proof),
                                            holds, selftest_proof_text(proof)));
        if (!as_json)
            printf("%-7s%s: %s\n",
                   !counts ? "-"
                   : holds ? "ok"
                           : "FAILED",
                   selftest_proof_name(proof), selftest_proof_text(proof));
        if (!holds && counts)
            code = EXIT_CODE_WRONG;
    }
    if (as_json)
        printed = command_print_json(json_value_object(
            "device:o timer:o spin:o clock:o cache_proof:o verdicts:o", head_json_device(info),
            json_value_object("tick_ns:n empty_ns:n", test.timer.tick_ns, test.timer.empty_ns),
            spin_json(&test), clock_json(&test.clock), case_cache_proof_json(&test.cache),
            json_incref(verdicts)));
    else if (software)
        printf("a software device: its times are those of the CPU, and the other checks do not "
               "apply\n");
    return code == EXIT_CODE_OK ? printed : code;
}

static int selftest_command_run(const struct command_line *line)
{
    OWNED_BY(device_choice_finish) struct device_choice choice = { 0 };
    if (options_any(line->options, "gate|write"))
        return selftest_gate_run(line);
    if (device_choice_init(&choice, line->measurer, options_value(line->options, "device")))
        return selftest_device(choice.infos[choice.index].identity,
                               options_has(line->options, "json"));
    message_error("selftest: %s", trouble_text());
    return choice.code;
}

static const struct option_spec selftest_options[] = {
    DEVICE_OPTION,
    OPTION_FLAG("json", "the results as JSON"),
    OPTION_FLAG(
        "gate",
        "instead: the smallest change that ab can detect here, by launches of the profile gate"),
    OPTION("budget", "TIME", "with --gate: time limit (60s); four launches are needed"),
    OPTION("write", "FILE.json", "with --gate: fills a file of thresholds, for ab --thresholds",
           .file = true),
    OPTION("run", "CMD", "with --gate: another build, as --a of ab"),
    OPTION_NUMBER("seed", "N", "with --gate: seed of inputs and order", 0, INT64_MAX),
    OPTION_FLAG("no-wait",
                "with --gate: exits with 99 where another session measures on the device"),
    OPTION_FLAG("quiet", "with --gate: no progress"),
    OPTION_END,
};

const struct command command_selftest = {
    .name = "selftest",
    .arguments = "[--device DEVICE] [--json] | --gate [OPTIONS]",
    .summary = "checks whether the device's times can be trusted: timer, clock, cold caches",
    .example = "claimcheck selftest --device 0",
    .options = selftest_options,
    .lines = true,
    .run = selftest_command_run,
};
