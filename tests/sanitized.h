/* SPDX-License-Identifier: MIT */
/*
 * sanitized.h: whether sanitizers look on. They take several times as long, and see nothing in the
 * larger of two inputs that go the same way: tests leave out what only repeats. The same tests have
 * all of it in a build without sanitizers.
 */
#ifndef CLAIMCHECK_TESTS_SANITIZED_H
#define CLAIMCHECK_TESTS_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#elif defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#endif
