/* SPDX-License-Identifier: MIT */
#include "harness/base/json_value.h"
#include "harness/base/message.h"
#include "harness/base/units.h"
#include "harness/cli/command.h"
#include "harness/cli/device_choice.h"
#include "harness/cli/gate/selftest_gate.h"
#include "harness/engine/measure/selftest/selftest.h"
#include "harness/engine/session/head_json.h"
#include "harness/engine/session/result_case.h"
#include "harness/record/case_fields.h"

#include <stdio.h>
#include <stdlib.h>

static json_t *clock_json(const struct selftest_clock *clock)
{
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o}",                            //
        "raise_ns", json_value_number(clock->raise_ns),         //
        "probe_ns", json_value_number(clock->probe_ns),         //
        "probe_spread", json_value_number(clock->probe_spread), //
        "core_hz", clock->core_hz > 0 ? json_value_number(clock->core_hz) : json_null(),
        "core_spread", clock->core_hz > 0 ? json_value_number(clock->core_spread) : json_null());
}

static json_t *verdicts_json(const struct selftest *test, uint32_t features)
{
    json_t *verdicts = json_array();
    for (int i = 0; i < SELFTEST_PROOF_COUNT; i++) {
        const enum selftest_proof proof = (enum selftest_proof)i;
        json_value_append(&verdicts,
                          json_pack("{s:s, s:b, s:s}", "name", selftest_proof_name(proof), "holds",
                                    selftest_holds(test, proof, features), "says",
                                    selftest_proof_text(proof)));
    }
    return verdicts;
}

static json_t *cache_proof_json(const struct cache_proof *proof)
{
    const struct run_cache_proof shown = result_case_cache_proof(proof);
    return proof->sweep_bytes > 0 ? case_cache_proof_json(&shown) : json_null();
}

static json_t *selftest_json(const struct gpu_info *info, const struct selftest *test)
{
    return json_pack("{s:o, s:{s:o, s:o}, s:o, s:o, s:o}",                //
                     "device", head_json_device(info),                    //
                     "timer",                                             //
                     "tick_ns", json_value_number(test->timer.tick_ns),   //
                     "empty_ns", json_value_number(test->timer.empty_ns), //
                     "clock", clock_json(&test->clock),                   //
                     "cache_proof", cache_proof_json(&test->cache),       //
                     "verdicts", verdicts_json(test, info->features));
}

static void print_time(const char *text, double ns, const char *end)
{
    char time[32];
    units_format_ns(ns, time);
    printf("%s%s%s", text, time, end);
}

static void print_facts(const struct gpu_info *info, const struct selftest *test)
{
    const struct selftest_clock *clock = &test->clock;
    const struct cache_proof *cache = &test->cache;
    printf("%s, %s %s\n", info->name, info->driver_name, info->driver_info);
    print_time("timer  tick ", test->timer.tick_ns, "");
    print_time(", an empty pair of stamps ", test->timer.empty_ns, "\n");
    print_time("clock  probe ", clock->probe_ns, "");
    printf(", quartiles %.2g %% apart over %d", 100 * clock->probe_spread, SELFTEST_PROBES);
    if (clock->core_hz > 0)
        printf("; core clock %.4g GHz, quartiles %.2g %% apart", clock->core_hz / 1e9,
               100 * clock->core_spread);
    print_time("; brought up in ", clock->raise_ns, "\n");
    if (cache->sweep_bytes == 0) {
        printf("cache  not measured: %s\n", test->cache_trouble);
        return;
    }
    print_time("cache  sweep ", cache->sweep_ns, "");
    printf(" for twice %.3g MiB; a read of %.3g MiB", (double)cache->sweep_bytes / 1048576,
           (double)cache->read_bytes / 1048576);
    print_time(" takes ", cache->hot_ns, " hot, ");
    print_time("", cache->cold_ns, " after a sweep, ");
    print_time("", cache->clean_ns, " after reading alone, ");
    print_time("", cache->dirty_ns, " after writing alone\n");
}

/* Returns the exit code. */
static int print_verdicts(const struct gpu_info *info, const struct selftest *test)
{
    const bool software = gpu_info_is_software(info);
    int code = EXIT_CODE_OK;
    for (int i = 0; i < SELFTEST_PROOF_COUNT; i++) {
        const enum selftest_proof proof = (enum selftest_proof)i;
        const bool holds = selftest_holds(test, proof, info->features);
        printf("%-7s%s: %s\n",
               software ? "-"
               : holds  ? "ok"
                        : "FAILED",
               selftest_proof_name(proof), selftest_proof_text(proof));
        if (!holds && !software)
            code = EXIT_CODE_WRONG;
    }
    if (software)
        printf("a software device: its times are of the CPU, and nothing is proven here\n");
    return code;
}

static int selftest_device(const char *identity, bool as_json)
{
    char message[GPU_MESSAGE_BYTES] = "";
    struct selftest test;
    enum gpu_result result = GPU_ERROR;
    struct gpu *gpu = gpu_create(&(struct gpu_params){ .identity = identity }, &result, message);
    if (!gpu) {
        message_error("selftest: %s", message);
        return result == GPU_UNSUPPORTED ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    const struct gpu_info *info = gpu_info(gpu);
    int code = EXIT_CODE_OK;
    if (!selftest_run(gpu, &test)) {
        code = message_error("selftest: %s",
                             gpu_failed(gpu) ? gpu_failure(gpu)->message : "no memory is left");
    } else if (as_json) {
        code = command_print_json(selftest_json(info, &test));
        for (int i = 0; i < SELFTEST_PROOF_COUNT && !gpu_info_is_software(info); i++)
            if (!selftest_holds(&test, (enum selftest_proof)i, info->features))
                code = EXIT_CODE_WRONG;
    } else {
        print_facts(info, &test);
        code = print_verdicts(info, &test);
    }
    gpu_destroy(&gpu);
    return code;
}

static int selftest_command_run(const struct command_line *line)
{
    char message[GPU_MESSAGE_BYTES] = "";
    struct device_choice choice;
    if (selftest_gate_wanted(line->options))
        return selftest_gate_run(line);
    if (device_choice_init(&choice, line->measurer, options_value(line->options, "device"),
                           message))
        choice.code = selftest_device(choice.infos[choice.index].identity,
                                      options_has(line->options, "json"));
    else
        message_error("selftest: %s", message);
    const int code = choice.code;
    device_choice_finish(&choice);
    return code;
}

static const struct option_spec selftest_options[] = {
    OPTION("device", "INDEX|UUID|REGEX", "the best one unless given"),
    OPTION_FLAG("json", "the same as JSON"),
    OPTION_FLAG(
        "gate",
        "in place of all that: what ab can tell apart here, by launches of the profile gate"),
    OPTION("budget", "TIME",
           "with --gate: no launch begins that would end later (60s); four there are"),
    OPTION_WITH("write", "FILE.json",
                "with --gate: fills a file of thresholds, for ab --thresholds", .file = true),
    OPTION("run", "CMD", "with --gate: another build, as --a of ab"),
    OPTION("seed", "N", "with --gate: of inputs and order"),
    OPTION_FLAG("no-wait", "with --gate: 99 where another session measures on the device"),
    OPTION_FLAG("quiet", "with --gate: nothing of how far it is"),
    OPTION_END,
};

const struct command command_selftest = {
    .name = "selftest",
    .arguments = "[--device DEVICE] [--json] | --gate [OPTIONS]",
    .summary = "whether the device's times can be trusted: timer, clock, cold caches",
    .example = "claimcheck selftest --device 0",
    .options = selftest_options,
    .lines = true,
    .run = selftest_command_run,
};
