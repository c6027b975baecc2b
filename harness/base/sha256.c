/* SPDX-License-Identifier: MIT */
#include "harness/base/sha256.h"

#include "harness/file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include <sha2.h>

void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT_BYTES])
{
    SHA2_CTX context;
    SHA256Init(&context);
    SHA256Update(&context, bytes, count);
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
