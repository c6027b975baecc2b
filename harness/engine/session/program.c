/* SPDX-License-Identifier: MIT */
#include "harness/engine/session/program.h"

#include "harness/base/sha256.h"
#include "harness/os/thread.h"

#include <stdbool.h>

static char hash[SHA256_TEXT_BYTES]; /* of the file of this process; empty: not yet */
static pthread_t hashing;
static bool begun; /* hashing is to be joined */

static void *hash_make(void *context)
{
    (void)context;
    if (sha256_file("/proc/self/exe", hash) != 0)
        *hash = 0;
    return NULL;
}

void program_hash_begin(void)
{
    if (!begun && !*hash)
        begun = os_thread_start(&hashing, hash_make, NULL) == 0;
}

json_t *program_json(void)
{
    if (begun)
        pthread_join(hashing, NULL);
    begun = false;
    if (!*hash)
        hash_make(NULL);
    return *hash ? json_string(hash) : NULL;
}
