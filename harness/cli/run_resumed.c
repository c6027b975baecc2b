/* SPDX-License-Identifier: MIT */
#include "harness/cli/run_resumed.h"

#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/run_options.h"
#include "harness/cli/runs/run_after.h"
#include "harness/cli/session/resume.h"
#include "harness/engine/cpu/cpu_features.h"
#include "harness/engine/measure/fault.h"
#include "harness/os/interrupt.h"
#include "harness/os/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Says whether an option is no part of the measurement, and not in the file. */
static bool is_for_resumed(const char *name)
{
    static const char *const names[] = {
        "resume",    "quiet",        "verbose",     "wide",       "all",
        "with",      "save-kernels", "export-json", "export-csv", "export-markdown",
        "technique", "trust",        "answers"
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Once the run file is there, and its journal is not. */
static int resumed_write(const struct run_after *after, const char *path, int code)
{
    char *file = resume_run_file(path), *journal = text_make("%s.journal", file);
    if (os_path_is_there(file) && !os_path_is_there(journal))
        code = run_after_write(after, file, file, code);
    free(journal);
    free(file);
    return code;
}

int run_resumed(const struct command_line *line)
{
    const struct options *options = line->options;
    for (size_t i = 0; i < options->given_count; i++) {
        const char *name = options->given[i].spec->name;
        if (!is_for_resumed(name))
            return message_error("run: --resume takes what is measured from the file: leave out "
                                 "--%s",
                                 name);
    }
    interrupt_install();
    const char *path = options_value(options, "resume");
    struct run_after after;
    struct resume_output output = { .quiet = options_has(options, "quiet"),
                                    .verbose = options_has(options, "verbose"),
                                    .wide = options_has(options, "wide"),
                                    .all = options_has(options, "all") };
    if (!fault_init() || !cpu_features_check())
        return message_error("run: %s", trouble_text());
    const struct run_reader reader = run_options_reader(line->command, line->techniques);
    int code = run_after_init(&after, line);
    if (code == EXIT_CODE_OK) {
        code = resume_run(path, output, &reader, line->measurer);
        code = resumed_write(&after, path, code);
    }
    run_after_finish(&after);
    return code;
}
