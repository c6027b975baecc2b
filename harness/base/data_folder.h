/* SPDX-License-Identifier: MIT */
/* data_folder.h: folders that travel with the executable. */
#ifndef CLAIMCHECK_HARNESS_BASE_DATA_FOLDER_H
#define CLAIMCHECK_HARNESS_BASE_DATA_FOLDER_H

/*
 * The folder `name`, "results/runs" for one, that belongs to this executable; malloc'ed. Looked for
 *
 *   beside it and in the folders above it: a bundle, a build folder within the source tree
 *   as share/claimcheck/<name> in those: an installation, wherever it was moved to
 *   in the folder that was given to the build for data, where that is elsewhere
 *   in the working directory
 *
 * NULL where there is none.
 */
char *data_folder_find(const char *name);

#endif
