/* SPDX-License-Identifier: MIT */
/* exit_code.h: exit codes of the process, everywhere: meson's contract. */
#ifndef CLAIMCHECK_HARNESS_BASE_EXIT_CODE_H
#define CLAIMCHECK_HARNESS_BASE_EXIT_CODE_H

enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_WRONG = 1,    /* a wrong result, or a confirmed regression */
    EXIT_CODE_NOTHING = 77, /* nothing could be done here: no device, nothing to compare */
    EXIT_CODE_UNTRIED = 99, /* it could not be tried: bad arguments, unreadable file, device lost,
                               full disk, interrupted */
};

#endif
