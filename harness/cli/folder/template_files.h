/* SPDX-License-Identifier: MIT */
/* template_files.h: the texts of harness/cli/folder/template/, made by embed.sh. */
#ifndef CLAIMCHECK_HARNESS_CLI_FOLDER_TEMPLATE_FILES_H
#define CLAIMCHECK_HARNESS_CLI_FOLDER_TEMPLATE_FILES_H

#include <stddef.h>

struct template_files {
    const char *name; /* "technique.json"; NULL ends the list */
    const char *text;
    size_t bytes;
};

extern const struct template_files template_files[];

#endif
