/* SPDX-License-Identifier: MIT */
/* run.c: run files, journals, and both packed by gzip. */
#include "tests/fuzz/fuzz.h"

#include "harness/base/printable.h"
#include "harness/record/run/run.h"
#include "harness/record/run/run_file.h"

static void check_message(const char *message)
{
    fuzz_check_line(message);
    if (!printable_is(message))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[512] = "";
    json_t *document =
        run_file_parse((const char *)data, size, FUZZ_PATH, message, sizeof(message));
    struct run *run = document ? run_read(document, FUZZ_PATH, message, sizeof(message)) : NULL;
    if (!run)
        check_message(message);
    run_destroy(&run);
    json_decref(document);
    return 0;
}
