/* SPDX-License-Identifier: MIT */
/* unit.h: cmocka, behind the headers that it wants to come first. */
#ifndef CLAIMCHECK_TESTS_UNIT_H
#define CLAIMCHECK_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
