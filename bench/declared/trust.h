/* SPDX-License-Identifier: MIT */
/*
 * trust.h: whether the programs of a folder may run as the user. They may where what they are made
 * of, words and files, is known: it is of the build, the user has accepted it once, or
 * CLAIMCHECK_TRUST says so.
 */
#ifndef CLAIMCHECK_BENCH_DECLARED_TRUST_H
#define CLAIMCHECK_BENCH_DECLARED_TRUST_H

#include "bench/declared/spec.h"

/* Hashes of programs that come with the build, made by known.py; NULL-terminated. */
extern const char *const declared_trust_known[];

/* Whether the programs may run now; nobody is asked. False with a one-line message. */
bool declared_trust_holds(const struct declared_spec *spec, char *message, size_t message_bytes);

/* Accepts the programs where `given`, else asks whoever is at the terminal; what is accepted is
 * remembered, and known to processes that this one starts. False with a one-line message. */
bool declared_trust_ask(const struct declared_spec *spec, bool given, char *message,
                        size_t message_bytes);

#endif
