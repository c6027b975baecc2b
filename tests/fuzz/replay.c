/* SPDX-License-Identifier: MIT */
/* replay.c: a target without libFuzzer: calls it with each file of the folder that is given.
 * Exit code: 0, 99 where there is none. */
#include "tests/fuzz/fuzz.h"

#include "harness/base/base.h"

#include <dirent.h>
#include <stdbool.h>

static bool replay(const char *folder, const char *name)
{
    char path[4096], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (disk_load(path, &text, &size) != 0)
        return false;
    printf("%s\n", name);
    fflush(stdout); /* the last one is the one that a crash is of */
    char *exact = fuzz_copy((const uint8_t *)text, size);
    free(text);
    LLVMFuzzerTestOneInput((const uint8_t *)exact, size);
    free(exact);
    return true;
}

int main(int argc, char **argv)
{
    struct dirent **names = NULL;
    const int count = argc == 2 ? scandir(argv[1], &names, NULL, alphasort) : -1;
    size_t replayed = 0;
    bool read = true;
    for (int i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.' && read) {
            read = replay(argv[1], names[i]->d_name);
            replayed++;
        }
        free(names[i]);
    }
    free(names);
    if (replayed == 0 || !read)
        fprintf(stderr, "replay: which folder of inputs?\n");
    return replayed > 0 && read ? 0 : 99;
}
