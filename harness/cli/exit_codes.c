/* SPDX-License-Identifier: MIT */
#include "harness/cli/exit_codes.h"

#include "harness/base/exit_code.h"

const struct exit_codes_row exit_codes_rows[EXIT_CODES_COUNT] = {
    { EXIT_CODE_OK, "all well" },
    { EXIT_CODE_WRONG,
      "a wrong result; of ab and baseline, something is slower; of claims --expect, another "
      "verdict; of list --against, a kernel takes more; of selftest, times cannot be trusted, and "
      "with --gate, a false alarm" },
    { EXIT_CODE_NOTHING,
      "nothing could be done here: no device, and no case selected that needs none; nothing to "
      "compare or to export; of ab and baseline, nothing was told" },
    { EXIT_CODE_UNTRIED,
      "it could not be tried: bad arguments, an unreadable file, a full disk, a lost device, an "
      "interrupt" },
};
