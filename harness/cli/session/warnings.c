/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/session_note.h"

#include "harness/analysis/keep/keep.h"
#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/base/plural.h"
#include "harness/engine/measure/fault.h"
#include "harness/engine/session/host.h"
#include "harness/os/machine.h"
#include "harness/views/table/table_notes.h"

#include <stdlib.h>
#include <string.h>

/* Programs that run beside this one take time from the host's side of a sample; on a CPU device,
 * from all of it. */
static void warn_load(bool software)
{
    const uint32_t cores = os_machine_cpus();
    double load = host_load();
    if (cores > 0 && load > (software ? 0.5 : 0.75) * cores + 0.5)
        message_warning("the load average is %.1f on %u core%s: other programs slow this one down; "
                        "stop them",
                        load, cores, plural(cores, "", "s"));
}

/* The system kills without a word what has used up its time. */
void warnings_print_before(void)
{
    uint64_t most_s;
    if (os_machine_limit_read(OS_MACHINE_CPU_S, &most_s))
        message_warning("this process may use only %llu s of CPU time: raise ulimit -t; after "
                        "that, claimcheck run --resume continues",
                        (unsigned long long)most_s);
}

/* The loader puts them between this program and the driver, unasked by --validate. */
static void warn_layers(const struct run *run)
{
    static const char *const names[] = { "VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE" };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            message_warning("%s=%s loads layers before the driver: times cannot be compared with "
                            "other runs; unset it to measure",
                            names[i], value);
    }
    if (!*run->context.layers && keep_layer(run))
        message_warning("the loader loads the layer %s before the driver: times cannot be compared "
                        "with other runs; disable it by the variable that its manifest names",
                        keep_layer(run));
}

void warnings_print(const struct run_request *request, const struct gpu_info *device,
                    const struct run *run)
{
    if (gpu_info_is_software(device))
        message_warning("'%s' runs on the CPU: answers count, times and ratios are artefacts; "
                        "choose a GPU with --device, see claimcheck devices",
                        device->name);
    if (request->validate)
        message_warning("validation is on: times cannot be compared with other runs; leave out "
                        "--validate to measure");
    warn_layers(run);
    if (!host_build_is_optimized())
        message_warning("this is a debug build: wall times are too long; build it by scripts/build "
                        "to measure");
    warn_load(gpu_info_is_software(device));
    if (fault_text())
        message_warning("CLAIMCHECK_FAULT=%s plants a fault, for tests; unset it to measure",
                        fault_text());
}

/* Prints what may explain wrong results, beside their own reasons. */
static void warn_wrong(const struct run *run)
{
    bool wrong = false, hazard = false;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        const bool failed = c->status == BENCH_FAILED_VERIFY && c->kind != BENCH_CPU;
        wrong = wrong || failed;
        hazard = hazard || (failed && strstr(c->reason, "SYNC-HAZARD"));
    }
    if (hazard)
        message_warning("validation saw an access that no memory barrier orders: put a barrier "
                        "between those two steps");
    if (wrong && run->device.software)
        message_warning("lavapipe ends a loop after 65,535 turns, and lanes that wait alone never "
                        "see each other: docs/methods.md, Devices that are no GPU%s",
                        run->session.technique_file_count == 0
                            ? ""
                            : "; where groups wait for others, write \"waits_for_groups\": true "
                              "into the variant in technique.json: no such driver then runs it");
}

void warnings_print_after(const struct run *run)
{
    warn_wrong(run);
    char text[KEEP_TEXT_BYTES];
    const size_t low = clock_note_count_low(run);
    if (keep_fault_is(run, KEEP_THROTTLED, text))
        message_warning("%s", text);
    if (run->session.cpu_throttled_s > 0)
        message_warning("the system held this process's control group back for %.2g s, since it "
                        "may use only %.3g CPUs: wall times are too long; raise its CPU quota (of "
                        "a container: --cpus)",
                        run->session.cpu_throttled_s, run->context.processor.quota_cpus);
    if (low > 0)
        message_warning("the device's clock did not come up before %zu of %zu case%s: other work "
                        "runs on it, or it was faster before; stop that work and run it again",
                        low, run->case_count, plural(run->case_count, "", "s"));
}

struct unknown_twin warnings_unknown_twin(const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        if (c->twin && c->replaced_count == 0 && c->status == BENCH_UNSUPPORTED)
            return (struct unknown_twin){ c->name, c->reason };
    }
    return (struct unknown_twin){ NULL, NULL };
}

/* The case of a file's kernel that says most of it: one that was tried, else any; NULL. */
static const struct run_case *replaced_case(const struct run *run, const char *kernel)
{
    const struct run_case *found = NULL;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        for (size_t k = 0; k < c->replaced_count; k++)
            if (strcmp(c->replaced[k], kernel) == 0 &&
                (!found || (run_status_is_left_out(found) && !run_status_is_left_out(c))))
                found = c;
    }
    return found;
}

int warnings_print_unused(const struct run_request *request, const struct run *run,
                          struct unknown_twin unknown)
{
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < request->files.count; i++) {
        const char *name = request->files.files[i].entry->shader->name;
        const char *path = request->files.files[i].path;
        const struct run_case *c = replaced_case(run, name);
        if (c && (!run_status_is_left_out(c) || c->status == BENCH_VERIFIED))
            continue;
        if (c || unknown.name)
            message_error("%s: '%s' was not run: %s is %s: %s", name, path,
                          c ? c->name : unknown.name,
                          bench_status_name(c ? c->status : BENCH_UNSUPPORTED),
                          c ? c->reason : unknown.reason);
        else
            message_error("no case of this run asked for %s: '%s' was not run; widen --filter",
                          name, path);
        if (code != EXIT_CODE_UNTRIED)
            code = c || unknown.name ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    return code;
}
