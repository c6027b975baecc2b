/* SPDX-License-Identifier: MIT */
/* declared_answers_test.c: answers of references are kept, found again whole, and pruned. */
#include "bench/declared/private.h"
#include "tests/files.h"

#include <fcntl.h>
#include <sys/stat.h>

static const char *key = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
static const char *name = "answer-0123456789abcdef0123456789abcdef.bin";

static const char *path_of(const char *file)
{
    static char path[1024];
    snprintf(path, sizeof(path), "%s/claimcheck/%s", folder, file);
    return path;
}

/* Makes a file of holes that was used so many days before the answers of the test are. */
static void plant(const char *file, int64_t mebibytes, int days)
{
    struct stat now;
    const int fd = open(path_of(file), O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0 && fstat(fd, &now) == 0 && ftruncate(fd, mebibytes << 20) == 0);
    const struct timespec used = { .tv_sec = now.st_mtime - days * 24 * 3600 };
    assert_int_equal(futimens(fd, (struct timespec[]){ used, used }), 0);
    close(fd);
}

static bool is_there(const char *file)
{
    return access(path_of(file), F_OK) == 0;
}

TEST(test_keep)
{
    uint32_t one[3] = { 1, 2, 3 }, other[2] = { 4, 5 };
    int64_t since_s;
    const struct declared_spec spec = { .output_count = 2 };
    const struct declared_bytes outputs[] = { { "one", one, sizeof(one) },
                                              { "other", other, sizeof(other) } };
    setenv("XDG_CACHE_HOME", folder, 1);
    assert_false(declared_answers_load(key, &spec, outputs, &since_s));
    declared_answers_keep(key, &spec, outputs);
    memset(one, 0, sizeof(one));
    memset(other, 0, sizeof(other));
    assert_true(declared_answers_load(key, &spec, outputs, &since_s));
    assert_int_equal(one[2], 3);
    assert_int_equal(other[1], 5);

    const int fd = open(path_of(name), O_WRONLY);
    assert_int_equal(pwrite(fd, "x", 1, 5), 1);
    close(fd);
    assert_false(declared_answers_load(key, &spec, outputs, &since_s));
}

TEST(test_prune)
{
    uint32_t word = 7;
    const struct declared_spec spec = { .output_count = 1 };
    const struct declared_bytes outputs[] = { { "word", &word, sizeof(word) } };
    plant("answer-old.bin", 0, 91);
    plant("answer-young.bin", 2048, 89);
    plant("answer-younger.bin", 2000, 40);
    plant("answer-cut.bin.aBcDeF", 100, 95);
    plant("ceilings.json", 0, 1000);
    declared_answers_keep(key, &spec, outputs);
    assert_false(is_there("answer-old.bin"));
    assert_false(is_there("answer-cut.bin.aBcDeF"));
    assert_true(is_there("answer-young.bin"));
    assert_true(is_there("answer-younger.bin"));
    assert_true(is_there("ceilings.json"));

    plant("answer-large.bin", 100, 1);
    declared_answers_keep(key, &spec, outputs);
    assert_false(is_there("answer-young.bin"));
    assert_true(is_there("answer-younger.bin"));
    assert_true(is_there("answer-large.bin"));
    assert_true(is_there(name));
}

int main(void)
{
    return unit_run(folder_make, folder_remove);
}
