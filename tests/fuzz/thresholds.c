/* SPDX-License-Identifier: MIT */
/* thresholds.c: thresholds of single rows, for `ab`. */
#include "tests/fuzz/fuzz.h"

#include "harness/analysis/gate/gate.h"
#include "harness/base/base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gate_limits limits;
    trouble_clear();
    json_t *document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    if (!gate_limits_read(&limits, document, FUZZ_PATH, "2027-01-31"))
        fuzz_check_line(trouble_text());
    gate_limits_finish(&limits);
    json_decref(document);
    return 0;
}
