/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/sha256_x86.h"
#include "harness/file.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include <sha2.h>

/* Adds bytes to a hash: whole blocks by the CPU's instructions for it, where it has them. */
static void add(SHA2_CTX *context, const uint8_t *bytes, size_t count)
{
    const size_t blocks = count / SHA256_BLOCK_BYTES, taken = blocks * SHA256_BLOCK_BYTES;
    const bool is_aligned = context->bitcount[0] / 8 % SHA256_BLOCK_BYTES == 0;
    if (blocks == 0 || !is_aligned || !sha256_x86_is()) {
        SHA256Update(context, bytes, count);
        return;
    }
    sha256_x86_add(context->state.st32, bytes, blocks);
    context->bitcount[0] += (uint64_t)taken * 8;
    SHA256Update(context, bytes + taken, count - taken);
}

void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT_BYTES])
{
    SHA2_CTX context;
    SHA256Init(&context);
    add(&context, bytes, count);
    SHA256End(&context, text);
}

enum { DIGEST_BYTES = 32 };

/* Begins a hash with the key, each byte changed by the pad. */
static void keyed_begin(SHA2_CTX *context, const void *key, size_t key_bytes, uint8_t pad)
{
    uint8_t block[SHA256_BLOCK_BYTES] = { 0 };
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
    assert(key_bytes <= SHA256_BLOCK_BYTES);
    keyed_begin(&context, key, key_bytes, 0x36);
    add(&context, bytes, count);
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
        add(&context, part, count);
    const int code = !ferror(file) ? 0 : errno != 0 ? errno : EIO;
    fclose(file);
    if (code == 0)
        SHA256End(&context, text);
    return code;
}
