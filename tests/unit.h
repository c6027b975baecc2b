/* SPDX-License-Identifier: MIT */
/* unit.h: cmocka, behind the headers that it wants to come first. A test need not use its state. */
#ifndef CLAIMCHECK_TESTS_UNIT_H
#define CLAIMCHECK_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

#endif
