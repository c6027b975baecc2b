/* SPDX-License-Identifier: MIT */
/*
 * kernel_folder.h: shipped kernels in a folder, for a later build to be held against: each as
 * <technique>/<kernel>.spv, and kernels.json with the build that they are of and their hashes.
 */
#ifndef CLAIMCHECK_HARNESS_SHADERS_KERNEL_FOLDER_H
#define CLAIMCHECK_HARNESS_SHADERS_KERNEL_FOLDER_H

#include "harness/shaders/kernel_set.h"

#include <stdbool.h>

/* Writes those kernels, by their names in kernel_set.h; the folder is made where it is missing, and
 * files of these names are replaced. False with a one-line message. */
bool kernel_folder_write(const char *folder, const char *const *names, size_t count,
                         const char *commit, char *message, size_t message_bytes);

struct kernel_folder_file {
    const struct kernel_entry *entry; /* the shipped kernel of that name */
    char *path;                       /* of its SPIR-V in the folder */
};

struct kernel_folder {
    char *commit;                     /* of the build that wrote it */
    struct kernel_folder_file *files; /* those whose SPIR-V is another one in this build */
    size_t count;
    size_t same;  /* that are the same */
    size_t gone;  /* that this build has not */
    size_t other; /* that differ, and are no compute shaders, which alone can be replaced */
};

/* Reads the index, and each file that it names. False with a one-line message where one of them is
 * missing, or has another hash than the index says; kernel_folder_finish() is due either way. */
bool kernel_folder_read(struct kernel_folder *folder, const char *path, char *message,
                        size_t message_bytes);

/* The same of an index in memory; `path` is still that of the folder. */
bool kernel_folder_parse(struct kernel_folder *folder, const char *text, size_t size,
                         const char *path, char *message, size_t message_bytes);
void kernel_folder_finish(struct kernel_folder *folder);

#endif
