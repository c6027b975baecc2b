/* SPDX-License-Identifier: MIT */
/* pipeline_store_test.c: what is kept of compiled pipelines is read back whole, or not at all. */
#include "tests/device.h"
#include "tests/files.h"

#include "harness/engine/session/session.h"

#include <dirent.h>
#include <sys/stat.h>

enum { PATH_BYTES = 512 };

/* The only file that is kept. */
static void path_find(char path[PATH_BYTES])
{
    char kept[96];
    snprintf(kept, sizeof(kept), "%s/claimcheck", folder);
    DIR *list = opendir(kept);
    assert_non_null(list);
    *path = 0;
    for (struct dirent *entry = readdir(list); entry; entry = readdir(list))
        if (strncmp(entry->d_name, "pipelines-", 10) == 0) {
            assert_int_equal(*path, 0);
            snprintf(path, PATH_BYTES, "%s/%s", kept, entry->d_name);
        }
    closedir(list);
    assert_int_not_equal(*path, 0);
}

static void byte_turn(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fputc(byte ^ 1, file), byte ^ 1);
    assert_int_equal(fclose(file), 0);
}

/* Loads and saves by a device of its own; returns the file as it then is. */
static struct stat turn(void)
{
    char path[PATH_BYTES];
    struct stat status;
    struct gpu *gpu = device_create(false);
    pipeline_store_load(gpu);
    pipeline_store_save(gpu);
    gpu_destroy(&gpu);
    path_find(path);
    assert_int_equal(stat(path, &status), 0);
    return status;
}

TEST_IN(what_is_kept_is_whole_or_written_anew, folder_make, folder_remove)
{
    char path[PATH_BYTES];
    setenv("XDG_CACHE_HOME", folder, 1);
    const struct stat first = turn(), again = turn();
    assert_true(first.st_size > 64);
    assert_int_equal(again.st_ino, first.st_ino); /* nothing came to it */
    path_find(path);
    byte_turn(path, 70);
    const struct stat anew = turn();
    assert_int_not_equal(anew.st_ino, first.st_ino);
    const struct stat last = turn();
    assert_int_equal(last.st_ino, anew.st_ino);
}
