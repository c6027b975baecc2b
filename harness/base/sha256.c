/* SPDX-License-Identifier: MIT */
#include "harness/base/sha256.h"

#include <sys/types.h>

#include <sha2.h>

void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT_BYTES])
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, count);
    SHA256End(&context, text);
}
