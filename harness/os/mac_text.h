/* SPDX-License-Identifier: MIT */
/*
 * mac_text.h: what the C library of Linux declares, and that of a Mac lacks or calls otherwise. The
 * build has every file include this first.
 */
#ifndef CLAIMCHECK_HARNESS_OS_MAC_TEXT_H
#define CLAIMCHECK_HARNESS_OS_MAC_TEXT_H

#define _REENTRANT 1 /* lgamma_r() of math.h */

#include <signal.h>
#include <time.h>

#define EMEDIUMTYPE 224
#define MFD_CLOEXEC 1
#define RENAME_NOREPLACE RENAME_EXCL
#define SOCK_CLOEXEC 0
#define fdatasync fsync
#define renameat2 renameatx_np
#define st_ctim st_ctimespec
#define st_mtim st_mtimespec

extern char **environ;

int strverscmp(const char *a, const char *b);
int pipe2(int ends[2], int flags);                      /* O_CLOEXEC alone */
int memfd_create(const char *name, unsigned int flags); /* a file without a name */

/* Waits for no time, and says nothing but the number. */
int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *wait);

#endif
