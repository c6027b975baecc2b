/* SPDX-License-Identifier: MIT */
/*
 * kernel_folder.h: shipped kernels in a folder, for a later build to be held against: each as
 * <technique>/<kernel>.spv, and kernels.json with the build that they are of, their hashes, and the
 * cases that they were saved of.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_FOLDER_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_FOLDER_H

#include "harness/engine/shaders/kernel_set.h"
#include "harness/record/saved_kernels.h"

#include <stdbool.h>

struct kernel_folder_new {
    const char *const *names; /* of kernels, as in kernel_set.h */
    size_t count;
    const char *const *cases; /* names of those that the kernels are of */
    size_t case_count;
    const char *commit;
};

/* Writes those kernels; the folder is made where it is missing, and files of these names are
 * replaced. False with a one-line message. */
bool kernel_folder_write(const char *folder, const struct kernel_folder_new *saved, char *message,
                         size_t message_bytes);

struct kernel_folder_file {
    const struct kernel_entry *entry; /* the shipped kernel of that name */
    char *path;                       /* of its SPIR-V in the folder */
};

struct kernel_folder {
    struct saved_kernels saved;
    struct kernel_folder_file *files; /* saved.count kernels: those that are others in this build */
};

/* Reads the index, and each file that it names. False with a one-line message where one of them is
 * missing, or has another hash than the index says; kernel_folder_finish() is due either way. */
bool kernel_folder_read(struct kernel_folder *folder, const char *path, char *message,
                        size_t message_bytes);

/* Parses an index in memory; `path` is still that of the folder. */
bool kernel_folder_parse(struct kernel_folder *folder, const char *text, size_t size,
                         const char *path, char *message, size_t message_bytes);

void kernel_folder_finish(struct kernel_folder *folder);

#endif
