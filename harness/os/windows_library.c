/* SPDX-License-Identifier: MIT */
/* windows_library.c: libNAME.so.1 is called NAME.dll, or NAME_shared.dll. */
#include "harness/os/library.h"

#include <stdio.h>
#include <string.h>
#include <windows.h>

enum { PATH_BYTES = 4 * MAX_PATH };

static const char *const forms[] = { "%s%.*s_shared.dll", "%s%.*s.dll", "%slib%.*s.dll" };

static void *open_in(const char *folder, const char *name)
{
    HMODULE library = NULL;
    const char *stem = strncmp(name, "lib", 3) == 0 ? name + 3 : name;
    const char *end = strstr(stem, ".so");
    if (!end)
        return (void *)LoadLibraryA(name);
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]) && !library; i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof(path), forms[i], folder, (int)(end - stem), stem);
        library = *folder ? LoadLibraryExA(path, NULL, LOAD_WITH_ALTERED_SEARCH_PATH)
                          : LoadLibraryA(path);
    }
    return (void *)library;
}

const char *os_library_error(void)
{
    static char words[256];
    words[0] = 0;
    FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS |
                       FORMAT_MESSAGE_MAX_WIDTH_MASK,
                   NULL, GetLastError(), 0, words, sizeof(words), NULL);
    return words;
}

void *os_library_open(const char *name)
{
    return open_in("", name);
}

void *os_library_open_beside(const char *name, bool global)
{
    char folder[PATH_BYTES];
    (void)global; /* a library finds those that are loaded, by name */
    const DWORD length = GetModuleFileNameA(NULL, folder, sizeof(folder) - 8);
    folder[length < sizeof(folder) - 8 ? length : 0] = 0;
    char *slash = strrchr(folder, '\\');
    if (!slash)
        return NULL;
    snprintf(slash + 1, 5, "lib\\");
    return open_in(folder, name);
}

void *os_library_find(const char *name)
{
    char module[PATH_BYTES];
    const char *stem = strncmp(name, "lib", 3) == 0 ? name + 3 : name;
    HMODULE library = NULL;
    snprintf(module, sizeof(module), "%.*s.dll", (int)strcspn(stem, "."), stem);
    return GetModuleHandleExA(0, module, &library) ? (void *)library : NULL;
}

bool os_library_symbol(void *library, const char *name, void *function)
{
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    memcpy(function, &symbol, sizeof(symbol));
    return symbol != NULL;
}

void os_library_close(void *library)
{
    FreeLibrary((HMODULE)library);
}
