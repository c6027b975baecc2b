/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <math.h>
#include <string.h>

void technique_folders_init(struct technique_folders *folders, const struct technique_door *door,
                            const struct technique *const *built_in)
{
    *folders = (struct technique_folders){ .door = door };
    while (built_in[folders->built_in])
        folders->built_in++;
    folders->count = folders->built_in;
    folders->all = need_zeroed(folders->count + 1, sizeof(*folders->all));
    memcpy(folders->all, built_in, folders->count * sizeof(*folders->all));
}

void technique_folders_finish(struct technique_folders *folders)
{
    for (size_t i = folders->built_in; i < folders->count; i++)
        folders->door->close(&folders->all[i]);
    kernel_set_extend(NULL);
    free(folders->kernels);
    free(folders->all);
    *folders = (struct technique_folders){ 0 };
}

const struct technique *const *technique_folders_meant(const struct technique *const *techniques)
{
    const struct technique *const *first = techniques;
    while (*first && !(*first)->folder)
        first++;
    return *first ? first : techniques;
}

void log_print(char **log)
{
    if (*log) {
        printable_clean_lines(*log);
        fputs(*log, stderr);
    }
    free(*log);
}

bool technique_folders_add(struct technique_folders *folders, const char *folder, bool kernels)
{
    char *log;
    const struct technique *technique = folders->door->open(folder, kernels, &log);
    log_print(&log);
    if (!technique)
        return false;
    const struct technique *other = selection_technique(folders->all, technique->name);
    if (other) {
        trouble(
            "'%.300s': there is a technique '%s' %s: give this one another name in technique.json",
            folder, technique->name, other->folder ? "of another folder" : "in this build");
        folders->door->close(&technique);
        return false;
    }
    folders->all = need_again(folders->all, (folders->count + 2) * sizeof(*folders->all));
    folders->all[folders->count++] = technique;
    folders->all[folders->count] = NULL;
    /* Tells who replaces kernels by name of those of all folders. */
    size_t count = 0, at = 0;
    for (size_t i = folders->built_in; i < folders->count; i++)
        count += folders->all[i]->folder->kernel_count;
    struct kernel_entry *entries = need_zeroed(count + 1, sizeof(*entries));
    for (size_t i = folders->built_in; i < folders->count; i++)
        for (size_t k = 0; k < folders->all[i]->folder->kernel_count; k++) {
            const struct technique_kernel *kernel = &folders->all[i]->folder->kernels[k];
            entries[at++] = (struct kernel_entry){ folders->all[i]->name, kernel->file,
                                                   kernel->shader, kernel };
        }
    kernel_set_extend(entries);
    free(folders->kernels);
    folders->kernels = entries;
    return true;
}

bool technique_folders_answers(const struct options *options, bool *fresh)
{
    const bool claims = options_has(options, "claims");
    *fresh = claims || options_is(options, "answers", "fresh");
    if (!claims || !options_is(options, "answers", "kept"))
        return true;
    return trouble("--claims computes all answers again: leave out --answers kept");
}

/* By the environment, for processes that measure, and all launches of a run: "fresh" or "kept", and
 * when the run began, in nanoseconds since 1970. */
void technique_folders_answers_set(bool fresh, bool begins)
{
    static const char variable[] = "CLAIMCHECK_ANSWERS";
    const char *said = getenv(variable);
    long long begin_ns = said ? strtoll(said + strcspn(said, " "), NULL, 10) : 0;
    char value[48];
    if (begins)
        begin_ns = (long long)kept_file_now_ns();
    snprintf(value, sizeof(value), "%s %lld", fresh ? "fresh" : "kept", begin_ns);
    os_environment_set(variable, value);
}

bool technique_folders_trust(const struct technique_door *door,
                             const struct technique *const *techniques,
                             const struct command *command, const struct options *options)
{
    bool fresh;
    if (!technique_folders_answers(options, &fresh))
        return message_refuse("%s: %s", command->name, trouble_text());
    technique_folders_answers_set(fresh || command->fresh_answers, true);
    for (; *techniques; techniques++)
        if ((*techniques)->folder && !door->trust(*techniques, options_has(options, "trust")))
            return message_refuse("%s: %s", command->name, trouble_text());
    return true;
}

bool technique_folders_take(struct technique_folders *folders, int argc, const char *const *argv,
                            bool kernels)
{
    static const char option[] = "--technique";
    const size_t length = sizeof(option) - 1;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], option, length) != 0)
            continue;
        const char *folder = argv[i][length] == '=' ? argv[i] + length + 1
                             : argv[i][length] == 0 ? argv[++i]
                                                    : NULL;
        /* A value that is missing is the option reader's to report. */
        if (i < argc && folder && *folder && !technique_folders_add(folders, folder, kernels))
            return false;
    }
    return true;
}
