/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <sys/mman.h>
#include <sys/stat.h>

void *os_shared_attach(int descriptor, size_t bytes)
{
    struct stat status;
    /* Memory that has no name: a file of somebody's would be written to. */
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 0 ||
        status.st_size < (off_t)bytes)
        return NULL;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void os_shared_destroy(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, bytes);
}
