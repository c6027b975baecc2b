/* SPDX-License-Identifier: MIT */
/* windows_shared.c: a file that no disk need see, and that goes with its last handle: a section has
 * no descriptor. */
#include "harness/os/os.h"

#include "harness/os/windows_parts.h"

#include <io.h>

void *os_shared_attach(int descriptor, size_t bytes)
{
    HANDLE file = (HANDLE)_get_osfhandle(descriptor);
    LARGE_INTEGER size;
    if (GetFileType(file) != FILE_TYPE_DISK || !GetFileSizeEx(file, &size) ||
        size.QuadPart < (LONGLONG)bytes)
        return NULL;
    HANDLE section = CreateFileMappingA(file, NULL, PAGE_READWRITE, 0, (DWORD)bytes, NULL);
    void *memory = section ? MapViewOfFile(section, FILE_MAP_ALL_ACCESS, 0, 0, bytes) : NULL;
    if (section)
        CloseHandle(section); /* the view holds it */
    return memory;
}

void os_shared_destroy(void *memory, size_t bytes)
{
    (void)bytes;
    if (memory)
        UnmapViewOfFile(memory);
}
