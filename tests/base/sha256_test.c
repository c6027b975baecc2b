/* SPDX-License-Identifier: MIT */
/* sha256_test.c: SHA-256 against FIPS 180-4, RFC 4231 and libmd alone. */
#include "harness/base/base.h"
#include "harness/base/sha256_x86.h"
#include "tests/files.h"

#include <sha2.h>

enum { BYTES = 3 * (1 << 16) + 77 }; /* several of what sha256_file() reads at once */

static uint8_t data[BYTES];

TEST(test_vectors)
{
    char text[SHA256_TEXT_BYTES];
    const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    sha256_text(two_blocks, strlen(two_blocks), text);
    assert_string_equal(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CLEANUP(free_pointer) char *million = malloc(1000000);
    assert_non_null(million);
    memset(million, 'a', 1000000);
    sha256_text(million, 1000000, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    sha256_hmac_text("Jefe", 4, "what do ya want for nothing?", 28, text);
    assert_string_equal(text, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

/* Every length around a few blocks, at every alignment. */
TEST(test_lengths)
{
    char text[SHA256_TEXT_BYTES], wanted[SHA256_TEXT_BYTES];
    for (size_t count = 0; count <= 4 * SHA256_BLOCK_BYTES + 1; count++) {
        const uint8_t *from = data + count % 17;
        sha256_text(from, count, text);
        assert_string_equal(text, SHA256Data(from, count, wanted));
    }
}

TEST(test_file)
{
    char text[SHA256_TEXT_BYTES], wanted[SHA256_TEXT_BYTES];
    const char *path = file_new(data, sizeof(data));
    assert_int_equal(sha256_file(path, text), 0);
    assert_string_equal(text, SHA256Data(data, sizeof(data), wanted));
    unlink(path);
    assert_int_not_equal(sha256_file(path, text), 0);
}

/* The state after each block, by the CPU's instructions and by libmd. */
TEST(test_blocks)
{
    uint32_t own[SHA256_STATE_WORDS] = { 1, 2, 3, 4, 5, 6, 7, 0xffffffff }, wanted[8];
    if (!sha256_x86_is())
        skip();
    memcpy(wanted, own, sizeof(own));
    for (size_t i = 0; i < 100; i++) {
        SHA256Transform(wanted, data + i * SHA256_BLOCK_BYTES);
        sha256_x86_add(own, data + i * SHA256_BLOCK_BYTES, 1);
        assert_memory_equal(own, wanted, sizeof(own));
    }
    for (size_t i = 0; i < 100; i++)
        SHA256Transform(wanted, data + i * SHA256_BLOCK_BYTES);
    sha256_x86_add(own, data, 100);
    assert_memory_equal(own, wanted, sizeof(own));
}

int main(void)
{
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (uint8_t)((random = random * 1664525 + 1013904223) >> 24);
    return unit_run(NULL, NULL);
}
