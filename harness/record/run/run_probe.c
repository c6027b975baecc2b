/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_probe.h"

#include "harness/record/run/run_case_read.h"

/* Times above 0, and of all else that is there as many. */
static void samples_check(const struct json_reader *samples)
{
    static const char *const others[] = { "round", "order", "throttled", "launch" };
    const struct json_reader times = json_reader_array(samples, "gpu_ns");
    const size_t count = json_reader_count(&times);
    if (samples->json && count == 0)
        json_reader_fault(samples, "gpu_ns", " is empty");
    for (size_t i = 0; i < count; i++)
        json_reader_value(&times, i, RUN_TIME);
    for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++) {
        const struct json_reader other = json_reader_array(samples, others[k]);
        if (other.json && json_reader_count(&other) != count)
            json_reader_fault(samples, others[k], " has %zu entries, and gpu_ns %zu",
                              json_reader_count(&other), count);
    }
}

void run_probe_read(const struct json_reader *part, struct run_case *c)
{
    static const char *const words[] = {
        [RUN_PRECEDED_BY_ITSELF] = "itself", [RUN_PRECEDED_BY_SWEEP] = "sweep"
    };
    const struct json_reader probe = json_reader_object(part, "probe");
    const struct json_reader samples = json_reader_object(&probe, "samples");
    samples_check(&samples);
    c->probe = (struct run_probe){
        .known = probe.json,
        .reason = json_reader_text(&probe, "reason"),
        .bytes_read = json_reader_number(&probe, "bytes_read", RUN_COUNT),
        .bytes_written = json_reader_number(&probe, "bytes_written", RUN_COUNT),
        .preceded_by = (enum run_preceding)json_reader_word(
            &probe, "preceded_by", words, RUN_PRECEDED_BY_SWEEP + 1, RUN_PRECEDED_NONE),
        .time = run_case_read_summary(&probe, "gpu"),
    };
    c->probe_percent = json_reader_number(part, "probe_percent", RUN_AMOUNT);
}
