/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

void *os_shared_create(size_t bytes, int *descriptor)
{
    *descriptor = memfd_create("claimcheck", MFD_CLOEXEC);
    if (*descriptor < 0)
        return NULL;
    void *memory =
        ftruncate(*descriptor, (off_t)bytes) == 0 ? os_shared_attach(*descriptor, bytes) : NULL;
    if (!memory)
        close(*descriptor);
    return memory;
}

void os_shared_forget(int descriptor)
{
    close(descriptor);
}

void os_shared_destroy(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, bytes);
}
