/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/engine/session/session.h"
#include "harness/os/os.h"

#include <stdbool.h>

static char program_hash[SHA256_TEXT_BYTES]; /* of the file of this process; empty: not yet */
static pthread_t hashing;
static bool begun; /* hashing is to be joined */

static void *hash_make(void *context)
{
    (void)context;
    if (sha256_file("/proc/self/exe", program_hash) != 0)
        *program_hash = 0;
    return NULL;
}

void program_hash_begin(void)
{
    if (!begun && !*program_hash)
        begun = os_thread_start(&hashing, hash_make, NULL) == 0;
}

json_t *program_json(void)
{
    if (begun)
        pthread_join(hashing, NULL);
    begun = false;
    if (!*program_hash)
        hash_make(NULL);
    return *program_hash ? json_string(program_hash) : NULL;
}
