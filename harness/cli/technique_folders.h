/* SPDX-License-Identifier: MIT */
/* technique_folders.h: --technique FOLDER, techniques beside those of the build. */
#ifndef CLAIMCHECK_HARNESS_CLI_TECHNIQUE_FOLDERS_H
#define CLAIMCHECK_HARNESS_CLI_TECHNIQUE_FOLDERS_H

#include "harness/bench.h"
#include "harness/engine/shaders/kernel.h"

#include <stdbool.h>
#include <stddef.h>

/* An entry of every table of options. */
#define TECHNIQUE_FOLDERS_OPTION                                                                   \
    {                                                                                              \
        .name = "technique", .argument = "FOLDER",                                                 \
        .help = "a folder's technique, beside the build's; may be repeated", .repeated = true,     \
        .file = true                                                                               \
    }

/* For commands that run programs of folders. */
#define TECHNIQUE_TRUST_OPTION                                                                     \
    OPTION_FLAG("trust", "accepts a folder's programs as they are now: they run as you")
#define TECHNIQUE_PROGRAM_OPTIONS                                                                  \
    TECHNIQUE_TRUST_OPTION,                                                                        \
        OPTION("answers", "kept|fresh",                                                            \
               "answers of references; kept unless given, fresh with --claims")

struct command;
struct options;

/* All zero: none. */
struct technique_folders {
    const struct technique_door *door;
    const struct technique **all; /* those of the build, then those of folders; NULL-terminated */
    size_t built_in, count;
    struct kernel_entry *kernels; /* of folders */
};

/*
 * Opens the folder and adds its technique; with `kernels` they are compiled. What the compiler says
 * goes to stderr. False with a one-line message: it cannot be read, or its name is that of another
 * technique.
 */
bool technique_folders_add(struct technique_folders *folders, const char *folder, bool kernels);

/* Returns the techniques that a command without names is about: those of folders, else all. */
const struct technique *const *technique_folders_meant(const struct technique *const *techniques);

/* `built_in` ends with NULL and outlives the folders. */
void technique_folders_init(struct technique_folders *folders, const struct technique_door *door,
                            const struct technique *const *built_in);

/* Adds those that arguments name, up to "--". False with a one-line message. */
bool technique_folders_take(struct technique_folders *folders, int argc, const char *const *argv,
                            bool kernels);

/* Whether answers are computed anew, as the options above say. False with a one-line message. */
bool technique_folders_answers(const struct options *options, bool *fresh);

/* Has references compute answers again, or take those that were kept; `begins` with the run, whose
 * own answers its later launches may take in any case. */
void technique_folders_answers_set(bool fresh, bool begins);

/* Whether the programs of all folders may run; has them compute answers again where that is wanted.
 * False with a message, printed, where one is not accepted. */
bool technique_folders_trust(const struct technique_door *door,
                             const struct technique *const *techniques,
                             const struct command *command, const struct options *options);

void technique_folders_finish(struct technique_folders *folders);

#endif
