/* SPDX-License-Identifier: MIT */
#include "harness/cli/runs/run_after.h"
#include "harness/base/need.h"
#include "harness/base/trouble.h"
#include "harness/engine/plan/plan.h"

#include "harness/base/exit_code.h"
#include "harness/base/message.h"
#include "harness/cli/document_stream.h"
#include "harness/cli/published_option.h"
#include "harness/cli/runs/comparison.h"
#include "harness/cli/runs/exports.h"
#include "harness/cli/runs/kept_run.h"
#include "harness/engine/shaders/kernel.h"
#include "version.h"

#include <stdlib.h>
#include <string.h>

int run_after_init(struct run_after *after, const struct command_line *line)
{
    const struct options *options = line->options;
    const char *with = options_value(options, "with"), *device = options_value(options, "device");
    *after = (struct run_after){ .options = options, .techniques = line->techniques };
    if (exports_take_stdout(options) && !options_has(options, "quiet"))
        return message_error("run: standard output has the table: name a file to export to, or "
                             "add --quiet");
    if (exports_take_stdout(options) &&
        (options_has(options, "json") || document_stream_is(options_value(options, "out"))))
        return message_error("run: standard output has the run file: name a file to export to");
    if (!exports_check(options, "run"))
        return EXIT_CODE_UNTRIED;
    if (exports_wanted(options) && device && strcmp(device, "all") == 0)
        return message_error("run: an export is of one run: choose a device with --device, or use "
                             "claimcheck show afterwards");
    if (!with)
        return EXIT_CODE_OK;
    after->kept = kept_run_find(with);
    return after->kept ? EXIT_CODE_OK : message_error("run: %s", trouble_text());
}

void run_after_finish(struct run_after *after)
{
    run_destroy(&after->kept);
}

/* Lists the kernels of the run's cases, each once; returns how many. */
static size_t kernels_list(const struct run *run, const char **names)
{
    size_t count = 0;
    for (size_t i = 0; i < run->kernel_count; i++) {
        bool known = *run->kernels[i].file;
        for (size_t k = 0; k < count && !known; k++)
            known = strcmp(names[k], run->kernels[i].name) == 0;
        if (!known)
            names[count++] = run->kernels[i].name;
    }
    return count;
}

/* Cases whose kernels are all there, as none ended before it had them; likewise. */
static size_t cases_list(const struct run *run, const char **names)
{
    size_t count = 0;
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].status == BENCH_OK && !run->cases[i].twin)
            names[count++] = run->cases[i].name;
    return count;
}

static int kernels_save(const struct run *run, const char *folder)
{
    const char **names = need_zeroed(run->kernel_count + run->case_count + 1, sizeof(*names));
    const size_t count = kernels_list(run, names);
    const struct kernel_folder_new new = { .names = names,
                                           .count = count,
                                           .cases = names + count,
                                           .case_count = cases_list(run, names + count),
                                           .commit = CLAIMCHECK_COMMIT };
    const bool saved = kernel_folder_write(folder, &new);
    free(names);
    return saved ? EXIT_CODE_OK : message_error("run: --save-kernels: %s", trouble_text());
}

static int run_written(const struct run_after *after, const struct run *run)
{
    const struct catalogue catalogue = plan_catalogue(after->techniques);
    const struct exports_run exported = { run, NULL, &catalogue };
    struct published_list published = { .count = 0 };
    const struct comparison_wanted wanted = { .command = "run", .published = &published };
    const char *folder = options_value(after->options, "save-kernels");
    int code = exports_write_run(after->options, "run", &exported);
    if (folder && code == EXIT_CODE_OK)
        code = kernels_save(run, folder);
    if (after->kept && !options_has(after->options, "quiet") &&
        published_option_open(&published, after->options, after->techniques, "run") == EXIT_CODE_OK)
        comparison_run((const struct run *const[]){ after->kept, run }, 2, &wanted);
    published_list_finish(&published);
    return code;
}

int run_after_write(const struct run_after *after, const char *path, const char *called, int code)
{
    if (!after->kept && !exports_wanted(after->options) &&
        !options_has(after->options, "save-kernels"))
        return code;
    struct run *run = run_load(path);
    if (!run)
        return message_error("run: %s", trouble_text());
    run->path = called;
    const int written = run_written(after, run);
    run_destroy(&run);
    return written == EXIT_CODE_OK ? code : written;
}
