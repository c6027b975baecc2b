/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_probe.h"

#include "harness/record/run/run_case_read.h"

/* Times above 0, and of all else that is there as many. */
static void samples_check(const struct run_part *samples)
{
    static const char *const others[] = { "round", "order", "throttled", "launch" };
    const struct run_part times = run_part_array(samples, "gpu_ns");
    const size_t count = run_part_count(&times);
    if (samples->json && count == 0)
        run_part_fault(samples, "gpu_ns", " is empty");
    for (size_t i = 0; i < count; i++)
        run_part_value(&times, i, RUN_TIME);
    for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++) {
        const struct run_part other = run_part_array(samples, others[k]);
        if (other.json && run_part_count(&other) != count)
            run_part_fault(samples, others[k], " has %zu entries, and gpu_ns %zu",
                           run_part_count(&other), count);
    }
}

void run_probe_read(const struct run_part *part, struct run_case *c)
{
    static const char *const words[] = {
        [RUN_PRECEDED_BY_ITSELF] = "itself", [RUN_PRECEDED_BY_SWEEP] = "sweep"
    };
    const struct run_part probe = run_part_object(part, "probe");
    const struct run_part samples = run_part_object(&probe, "samples");
    samples_check(&samples);
    c->probe = (struct run_probe){
        .known = probe.json,
        .reason = run_part_text(&probe, "reason"),
        .bytes_read = run_part_number(&probe, "bytes_read", RUN_COUNT),
        .bytes_written = run_part_number(&probe, "bytes_written", RUN_COUNT),
        .preceded_by = (enum run_preceding)run_part_word(
            &probe, "preceded_by", words, RUN_PRECEDED_BY_SWEEP + 1, RUN_PRECEDED_NONE),
        .time = run_case_read_summary(&probe, "gpu"),
    };
    c->probe_percent = run_part_number(part, "probe_percent", RUN_AMOUNT);
}
