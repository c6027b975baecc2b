/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include "harness/os/windows_parts.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4 * MAX_PATH };

static int code_of(BOOL done)
{
    return done ? 0 : os_windows_errno();
}

/* Names --------------------------------------------------------------------------------------- */

bool os_path_separates(char letter)
{
    return letter == '/' || letter == '\\';
}

char *os_path_first(const char *path)
{
    return strpbrk(path, "/\\");
}

char *os_path_last(const char *path)
{
    const char *last = NULL;
    for (; *path; path++)
        last = os_path_separates(*path) ? path : last;
    return (char *)(uintptr_t)last;
}

bool os_path_is_absolute(const char *path)
{
    return (isalpha((unsigned char)path[0]) && path[1] == ':' && os_path_separates(path[2])) ||
           (os_path_separates(path[0]) && os_path_separates(path[1]));
}

/* A copy with '/' alone. */
static char *copy_of(const char *path)
{
    char *copy = strdup(path);
    for (char *at = copy; at && *at; at++)
        *at = *at == '\\' ? '/' : *at;
    return copy;
}

static char *copy_if(DWORD length, const char *path)
{
    if (length > 0 && length < PATH_BYTES)
        return copy_of(path);
    errno = length > 0 ? ENAMETOOLONG : os_windows_errno();
    return NULL;
}

char *os_path_whole(const char *path)
{
    char whole[PATH_BYTES];
    struct os_file_status status;
    return os_path_look(path, &status)
               ? copy_if(GetFullPathNameA(path, sizeof(whole), whole, NULL), whole)
               : NULL;
}

char *os_path_here(void)
{
    char here[PATH_BYTES];
    return copy_if(GetCurrentDirectoryA(sizeof(here), here), here);
}

bool os_path_go(const char *folder)
{
    const bool gone = SetCurrentDirectoryA(folder);
    if (!gone)
        errno = os_windows_errno();
    return gone;
}

char *os_path_program(void)
{
    char path[PATH_BYTES];
    return copy_if(GetModuleFileNameA(NULL, path, sizeof(path)), path);
}

const char *os_path_temporary(void)
{
    const char *given = getenv("TEMP");
    return given && *given ? given : "C:/Windows/Temp";
}

const char *os_path_shared(void)
{
    return os_path_temporary();
}

char *os_path_search(const char *name)
{
    char path[PATH_BYTES];
    return copy_if(SearchPathA(NULL, name, ".exe", PATH_BYTES, path, NULL), path);
}

char *os_path_cache(void)
{
    const char *given = getenv("LOCALAPPDATA");
    return given && *given ? copy_of(given) : NULL;
}

char *os_path_state(void)
{
    return os_path_cache();
}

/* Files --------------------------------------------------------------------------------------- */

static bool look(const char *path, DWORD flags, struct os_file_status *status)
{
    HANDLE handle = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
    const bool looked = handle != INVALID_HANDLE_VALUE && os_windows_status_take(handle, status);
    if (!looked)
        errno = os_windows_errno();
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    return looked;
}

bool os_path_look(const char *path, struct os_file_status *status)
{
    return look(path, 0, status);
}

bool os_path_look_link(const char *path, struct os_file_status *status)
{
    return look(path, FILE_FLAG_OPEN_REPARSE_POINT, status);
}

bool os_path_is_readable(const char *path)
{
    const int file = os_file_open(path, OS_FILE_READ);
    if (file >= 0)
        os_file_close(file);
    return file >= 0;
}

int os_path_remove(const char *path)
{
    return code_of(DeleteFileA(path));
}

int os_path_remove_folder(const char *path)
{
    return code_of(RemoveDirectoryA(path));
}

int os_path_replace(const char *from, const char *to)
{
    return code_of(MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
}

int os_path_rename_new(const char *from, const char *to)
{
    return code_of(MoveFileExA(from, to, MOVEFILE_WRITE_THROUGH));
}

void os_path_touch(const char *path)
{
    const int file = os_file_open(path, OS_FILE_UPDATE);
    if (file < 0)
        return;
    os_file_touch(file);
    os_file_close(file);
}

/* MOVEFILE_WRITE_THROUGH has seen to it. */
int os_path_sync_folder(const char *folder)
{
    (void)folder;
    return 0;
}

/* Folders ------------------------------------------------------------------------------------- */

int os_path_make_folder(const char *path, unsigned mode)
{
    (void)mode; /* a folder has the rights of the one above */
    return code_of(CreateDirectoryA(path, NULL));
}

/* Calls `make` with one name after another until it is new. Returns 0 or an errno. */
static int make_of(char *pattern, int (*make)(const char *path, int *file), int *file)
{
    enum { LETTERS = 6, TRIES = 100 };
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    char *end = pattern + strlen(pattern) - LETTERS;
    int code = EEXIST;
    for (int i = 0; i < TRIES && code == EEXIST; i++) {
        const bool made = os_machine_random(end, LETTERS) == 0;
        for (size_t k = 0; made && k < LETTERS; k++)
            end[k] = letters[(unsigned char)end[k] % 32];
        code = made ? make(pattern, file) : EIO;
    }
    return code;
}

static int file_make(const char *path, int *file)
{
    *file = os_file_open(path, OS_FILE_WRITE | OS_FILE_NEW | OS_FILE_PRIVATE);
    return *file < 0 ? errno : 0;
}

static int folder_make(const char *path, int *file)
{
    (void)file;
    return os_path_make_folder(path, 0700);
}

int os_path_make_file_of(char *pattern)
{
    int file = -1;
    errno = make_of(pattern, file_make, &file);
    return file;
}

int os_path_make_folder_of(char *pattern)
{
    int unused;
    return make_of(pattern, folder_make, &unused);
}

bool os_path_empty_folder(const char *folder, const char *but)
{
    size_t count = 0;
    char **names = os_path_names(folder, &count);
    bool gone = names;
    for (size_t i = 0; i < count; i++) {
        char path[PATH_BYTES];
        struct os_file_status status;
        if (but && strcmp(names[i], but) == 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        const bool is_folder = os_path_look_link(path, &status) && status.kind == OS_FILE_IS_FOLDER;
        gone = (is_folder ? os_path_empty_folder(path, NULL) && os_path_remove_folder(path) == 0
                          : os_path_remove(path) == 0) &&
               gone;
    }
    os_path_names_free(&names);
    return gone;
}

static int in_order(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **os_path_names(const char *folder, size_t *count)
{
    char pattern[PATH_BYTES];
    WIN32_FIND_DATAA found;
    char **names = NULL;
    bool whole = true;
    *count = 0;
    snprintf(pattern, sizeof(pattern), "%s/*", *folder ? folder : ".");
    HANDLE search = FindFirstFileA(pattern, &found);
    if (search == INVALID_HANDLE_VALUE) {
        errno = os_windows_errno();
        return NULL;
    }
    do {
        char **more = realloc(names, (*count + 2) * sizeof(*names));
        names = more ? more : names;
        whole = whole && more;
        if (!more || strcmp(found.cFileName, ".") == 0 || strcmp(found.cFileName, "..") == 0)
            continue;
        names[*count] = strdup(found.cFileName);
        whole = whole && names[*count];
        *count += names[*count] != NULL;
    } while (whole && FindNextFileA(search, &found));
    FindClose(search);
    if (names)
        names[*count] = NULL;
    if (!whole)
        os_path_names_free(&names);
    else if (*count > 0)
        qsort(names, *count, sizeof(*names), in_order);
    return names;
}
