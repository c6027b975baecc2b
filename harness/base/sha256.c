/* SPDX-License-Identifier: MIT */
#include "harness/base/sha256.h"

#include "harness/file.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include <sha2.h>

void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT_BYTES])
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, count);
    SHA256End(&context, text);
}

enum { BLOCK_BYTES = 64, DIGEST_BYTES = 32 };

/* Begins a hash with the key, each byte changed by the pad. */
static void keyed_begin(SHA2_CTX *context, const void *key, size_t key_bytes, uint8_t pad)
{
    uint8_t block[BLOCK_BYTES] = { 0 };
    memcpy(block, key, key_bytes);
    for (size_t i = 0; i < sizeof(block); i++)
        block[i] ^= pad;
    SHA256Init(context);
    SHA256Update(context, block, sizeof(block));
}

void sha256_hmac_text(const void *key, size_t key_bytes, const void *bytes, size_t count,
                      char text[SHA256_TEXT_BYTES])
{
    SHA2_CTX context;
    uint8_t inner[DIGEST_BYTES];
    assert(key_bytes <= BLOCK_BYTES);
    keyed_begin(&context, key, key_bytes, 0x36);
    SHA256Update(&context, bytes, count);
    SHA256Final(inner, &context);
    keyed_begin(&context, key, key_bytes, 0x5c);
    SHA256Update(&context, inner, sizeof(inner));
    SHA256End(&context, text);
}

int sha256_file(const char *path, char text[SHA256_TEXT_BYTES])
{
    uint8_t part[1 << 16];
    SHA2_CTX context;
    size_t count;
    FILE *file = file_open(path);
    if (!file)
        return errno;
    SHA256Init(&context);
    errno = 0;
    while ((count = fread(part, 1, sizeof(part), file)) > 0)
        SHA256Update(&context, part, count);
    const int code = !ferror(file) ? 0 : errno != 0 ? errno : EIO;
    fclose(file);
    if (code == 0)
        SHA256End(&context, text);
    return code;
}
