/* SPDX-License-Identifier: MIT */
/* path.h: files by name. A '/' separates folders everywhere, on Windows a '\' as well. */
#ifndef CLAIMCHECK_HARNESS_OS_PATH_H
#define CLAIMCHECK_HARNESS_OS_PATH_H

#include "harness/os/file.h"

/* Names --------------------------------------------------------------------------------------- */

bool os_path_separates(char letter);

/* The first and the last separator of a path; NULL where it has none. */
char *os_path_first(const char *path);
char *os_path_last(const char *path);

/* True for a path that does not depend on the working folder: "/x", on Windows "C:\x" or "\\x". */
bool os_path_is_absolute(const char *path);

/* The whole path, with links followed, malloc'ed; NULL with errno. */
char *os_path_whole(const char *path);

/* The working folder, malloc'ed; NULL with errno. */
char *os_path_here(void);

/* Goes to a folder. False with errno. */
bool os_path_go(const char *folder);

/* The executable, malloc'ed; NULL where the system does not say. */
char *os_path_program(void);

/* The folder in which all users of the machine may make files that nobody else takes away; no
 * variable changes it, but on Windows. Static storage. */
const char *os_path_shared(void);

/* The program of a name, as a shell finds it, malloc'ed; NULL where there is none. */
char *os_path_search(const char *name);

/* The folder for what does not stay; and the one for what stays between runs, malloc'ed, NULL where
 * there is none: of what can be made anew, and of what the user has decided. */
const char *os_path_temporary(void);
char *os_path_cache(void);
char *os_path_state(void);

/* Files --------------------------------------------------------------------------------------- */

/* Reads the status of the file at the path, behind a link, or of the link. False with errno. */
bool os_path_look(const char *path, struct os_file_status *status);
bool os_path_look_link(const char *path, struct os_file_status *status);

bool os_path_is_there(const char *path); /* links to nothing are not */
bool os_path_is_readable(const char *path);
bool os_path_is_folder(const char *path);

/* The others return 0 or an errno. os_path_replace() renames over what is there;
 * os_path_rename_new() is EEXIST there. */
int os_path_remove(const char *path);
int os_path_remove_folder(const char *path);
int os_path_replace(const char *from, const char *to);
int os_path_rename_new(const char *from, const char *to);

/* Says that it was used now, where that is allowed. */
void os_path_touch(const char *path);

/* Has new, renamed and removed names of a folder on the disk. */
int os_path_sync_folder(const char *folder);

/* Folders ------------------------------------------------------------------------------------- */

/* mode: permissions, of which the umask takes some. Returns 0 or an errno. */
int os_path_make_folder(const char *path, unsigned mode);

/* Makes a private file or folder whose name ends with letters in place of XXXXXX, that nobody can
 * guess. A descriptor, or -1, and 0, or an errno. */
int os_path_make_file_of(char *pattern);
int os_path_make_folder_of(char *pattern);

/* Removes all that is in a folder, but not what is mounted there, nor a file `but` of that folder.
 * False where something is left. */
bool os_path_empty_folder(const char *folder, const char *but);

/* The names in a folder, in strcmp()'s order, without "." and "..": malloc'ed, as is their array,
 * which ends with NULL. NULL with errno. */
char **os_path_names(const char *folder, size_t *count);
void os_path_names_free(char ***names);

#endif
