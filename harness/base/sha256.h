/* SPDX-License-Identifier: MIT */
/* sha256.h: SHA-256 (FIPS 180-4) as text. */
#ifndef CLAIMCHECK_HARNESS_BASE_SHA256_H
#define CLAIMCHECK_HARNESS_BASE_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT_BYTES = 65 };

/* 64 lower-case hexadecimal digits. */
void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT_BYTES]);

/* HMAC-SHA-256 (RFC 2104); a key has at most 64 bytes. */
void sha256_hmac_text(const void *key, size_t key_bytes, const void *bytes, size_t count,
                      char text[SHA256_TEXT_BYTES]);

/* Hashes a regular file. Returns 0 or an errno, as file_open() has them. */
int sha256_file(const char *path, char text[SHA256_TEXT_BYTES]);

#endif
