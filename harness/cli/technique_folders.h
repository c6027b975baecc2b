/* SPDX-License-Identifier: MIT */
/* technique_folders.h: --technique FOLDER, techniques beside those of the build. */
#ifndef CLAIMCHECK_HARNESS_CLI_TECHNIQUE_FOLDERS_H
#define CLAIMCHECK_HARNESS_CLI_TECHNIQUE_FOLDERS_H

#include "harness/bench.h"
#include "harness/engine/shaders/kernel_set.h"

#include <stdbool.h>
#include <stddef.h>

/* An entry of every table of options. */
#define TECHNIQUE_FOLDERS_OPTION                                                                   \
    {                                                                                              \
        .name = "technique", .argument = "FOLDER",                                                 \
        .help = "the technique of this folder, beside those of the build; may be repeated",        \
        .repeated = true, .file = true                                                             \
    }

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
bool technique_folders_add(struct technique_folders *folders, const char *folder, bool kernels,
                           char *message, size_t message_bytes);

/* Returns the techniques that a command without names is about: those of folders, else all. */
const struct technique *const *technique_folders_meant(const struct technique *const *techniques);

/* False when memory runs out. `built_in` ends with NULL and outlives the folders. */
bool technique_folders_init(struct technique_folders *folders, const struct technique_door *door,
                            const struct technique *const *built_in);

/* Adds those that arguments name, up to "--". False with a one-line message. */
bool technique_folders_take(struct technique_folders *folders, int argc, const char *const *argv,
                            bool kernels, char *message, size_t message_bytes);

void technique_folders_finish(struct technique_folders *folders);

#endif
