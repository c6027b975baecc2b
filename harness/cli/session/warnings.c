/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"
#include "harness/cli/cli.h"

#include <string.h>

/* The system kills without a word what has used up its time. */
void warnings_print_before(void)
{
    uint64_t most_s;
    if (os_machine_limit_read(OS_MACHINE_CPU_S, &most_s))
        message_warning("this process may use only %llu s of CPU time: raise ulimit -t; after "
                        "that, claimcheck run --resume continues",
                        (unsigned long long)most_s);
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
    /* The loader puts them between this program and the driver, unasked by --validate. */
    static const char *const names[] = { "VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE" };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
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
    if (!host_build_is_optimized())
        message_warning("this is a debug build: wall times are too long; build it by scripts/build "
                        "to measure");
    /* Programs that run beside this one take time from the host's side of a sample; on a CPU
     * device, from all of it. */
    const bool software = gpu_info_is_software(device);
    const uint32_t cores = os_machine_cpus();
    double load = os_machine_load();
    if (cores > 0 && load > (software ? 0.5 : 0.75) * cores + 0.5)
        message_warning("the load average is %.1f on %u core%s: other programs slow this one down; "
                        "stop them",
                        load, COUNTED(cores));
    if (fault_text())
        message_warning("CLAIMCHECK_FAULT=%s plants a fault, for tests; unset it to measure",
                        fault_text());
}

static bool has_loop(const struct gpu_shader *shader)
{
    uint32_t counts[GPU_COUNT_COUNT];
    gpu_shader_count(shader, counts);
    return counts[GPU_COUNT_LOOPS] > 0;
}

/* Names the first kernel with a loop: of the user's files, where they are the case's; else of the
 * case, or its technique, where a check point ended the case before it had any. NULL: none. */
static const char *looping_kernel(const struct run_request *request, const struct run *run,
                                  const struct run_case *c)
{
    const struct kernel_entry *entry;
    foreach (const struct kernel_file, file, request->files.files,
             c->twin ? request->files.count : 0)
        if (has_loop(&file->shader))
            return file->given;
    for (size_t i = 0; !c->twin && (entry = kernel_set_at(i)); i++) {
        bool own = c->kernel_count == 0 && strcmp(entry->technique, c->technique) == 0;
        for (size_t k = 0; k < c->kernel_count && !own; k++)
            own = strcmp(run_kernel_find(run, c->kernels[k])->name, entry->shader->name) == 0;
        if (own && has_loop(entry->shader))
            return c->kernel_count > 0 ? entry->shader->name : c->technique;
    }
    return NULL;
}

void warnings_print_after(const struct run_request *request, const struct run *run)
{
    /* Prints why cases have no energy, each reason once, and what else the system does not give. */
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_energy *energy = &run->cases[i].energy;
        size_t same = 0;
        bool before = false, lacks = energy->known && *energy->lacks;
        if (!energy->known)
            continue;
        for (size_t k = 0; k < run->case_count; k++) {
            const struct run_energy *other = &run->cases[k].energy;
            const bool is = other->known && strcmp(other->reason, energy->reason) == 0;
            same += is;
            before = before || (is && k < i);
            lacks = lacks && (k >= i || !other->known || strcmp(other->lacks, energy->lacks) != 0);
        }
        if (lacks)
            message_note("energy is read by %s, which lacks: %s", energy->source, energy->lacks);
        if (*energy->reason && !before)
            message_warning("no energy of %zu case%s: %s", COUNTED(same), energy->reason);
    }
    /* Prints what may explain wrong results, beside their own reasons. */
    bool hazard = false;
    const char *loops = NULL;
    foreach (const struct run_case, c, run->cases, run->case_count) {
        const bool failed = c->status == BENCH_FAILED_VERIFY && c->kind != BENCH_CPU;
        if (failed && !loops && !strstr(c->reason, "wrote outside"))
            loops = looping_kernel(request, run, c);
        hazard = hazard || (failed && strstr(c->reason, "SYNC-HAZARD"));
    }
    if (hazard)
        message_warning("validation saw an access that no memory barrier orders: put a barrier "
                        "between those two steps");
    if (loops && run->device.software)
        message_warning("'%.100s' has loops: lavapipe ends one after 65,535 turns, and lanes that "
                        "wait alone never see each other: docs/methods.md, Devices that are no "
                        "GPU%s",
                        loops,
                        run->session.technique_file_count == 0
                            ? ""
                            : "; where groups wait for others, write \"waits_for_groups\": true "
                              "into the variant in technique.json: no such driver then runs it");
    const size_t low = clock_note_count_low(run);
    if (keep_fault_is(run, KEEP_THROTTLED))
        message_warning("%s", trouble_text());
    if (run->session.cpu_throttled_s > 0)
        message_warning("the system held this process's control group back for %.2g s, since it "
                        "may use only %.3g CPUs: wall times are too long; raise its CPU quota (of "
                        "a container: --cpus)",
                        run->session.cpu_throttled_s, run->context.processor.quota_cpus);
    if (low > 0)
        message_warning("the device's clock did not come up before %zu of %zu case%s: other work "
                        "runs on it, or it was faster before; stop that work and run it again",
                        low, COUNTED(run->case_count));
}

int warnings_print_unused(const struct run_request *request, const struct run *run,
                          const struct run_case *unknown)
{
    int code = EXIT_CODE_OK;
    foreach (const struct kernel_file, file, request->files.files, request->files.count) {
        const char *name = file->entry->shader->name, *path = file->path;
        const struct run_case *c = NULL; /* that says most of it: one that was tried, else any */
        foreach (const struct run_case, other, run->cases, run->case_count)
            for (size_t m = 0; m < other->replaced_count; m++)
                if (strcmp(other->replaced[m], name) == 0 &&
                    (!c || (run_status_is_left_out(c) && !run_status_is_left_out(other))))
                    c = other;
        if (c && (!run_status_is_left_out(c) || c->status == BENCH_VERIFIED))
            continue;
        if (c || unknown)
            message_error("%s: '%s' was not run: %s is %s: %s", name, path,
                          c ? c->name : unknown->name,
                          bench_status_name(c ? c->status : BENCH_UNSUPPORTED),
                          c ? c->reason : unknown->reason);
        else
            message_error("no case of this run asked for %s: '%s' was not run; widen --filter",
                          name, path);
        if (code != EXIT_CODE_UNTRIED)
            code = c || unknown ? EXIT_CODE_NOTHING : EXIT_CODE_UNTRIED;
    }
    return code;
}

static bool is_of_variant(const struct run_case *a, const struct run_case *b)
{
    return strcmp(a->technique, b->technique) == 0 && strcmp(a->bench, b->bench) == 0 &&
           strcmp(a->variant, b->variant) == 0;
}

int programs_print_unused(const struct run_request *request, const struct run *run)
{
    int code = EXIT_CODE_OK;
    const struct technique *const *technique = request->techniques;
    for (; technique && *technique && !request->repetitions_of; technique++) {
        size_t i = 0;
        while (i < run->case_count && strcmp(run->cases[i].technique, (*technique)->name) != 0)
            i++;
        if (!(*technique)->folder || i < run->case_count)
            continue;
        message_error("no case of '%s' is in this run: widen --filter, or leave --technique out",
                      (*technique)->name);
        code = EXIT_CODE_NOTHING;
    }
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i], *before = run->cases;
        if (strcmp(c->api, "host") != 0 || c->status != BENCH_UNSUPPORTED)
            continue;
        while (before < c && (before->status != c->status || !is_of_variant(before, c)))
            before++;
        if (before == c)
            message_error("%s.%s/%s was not run: %s; to leave it out: --filter", c->technique,
                          c->bench, c->variant, c->reason);
        code = EXIT_CODE_NOTHING;
    }
    return code;
}
