/* SPDX-License-Identifier: MIT */
/* run.c: run files, journals, and both packed by gzip or xz. */
#include "tests/fuzz/fuzz.h"

#include "harness/base/printable.h"
#include "harness/record/results_text.h"
#include "harness/record/run/run.h"
#include "harness/record/run/run_file.h"

#include <string.h>

static void check_message(const char *message)
{
    fuzz_check_line(message);
    if (!printable_is(message))
        abort();
}

/* A run whose cases are read as nodes is the one that jansson's document gives, and has its
 * message. */
static void check_read(const char *text, size_t size, const struct run *run, const char *message)
{
    char own[512] = "";
    struct run *read = run_file_read(text, size, FUZZ_PATH, own, sizeof(own));
    json_t *document = run ? run_document(run) : NULL, *other = read ? run_document(read) : NULL;
    if (!run != !read || (!run && strcmp(own, message) != 0) ||
        (document && !json_equal(document, other)))
        abort();
    json_decref(document);
    json_decref(other);
    run_destroy(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[512] = "";
    json_t *document =
        run_file_parse((const char *)data, size, FUZZ_PATH, message, sizeof(message));
    struct run *run = document ? run_read(document, FUZZ_PATH, message, sizeof(message)) : NULL;
    if (!run)
        check_message(message);
    check_read((const char *)data, size, run, message);
    const bool layable = json_object_size(document) > 0 && !json_object_get(document, "sum");
    char *text = layable ? results_dump(document) : NULL;
    if (text)
        check_read(text, strlen(text), run, message);
    free(text);
    run_destroy(&run);
    json_decref(document);
    return 0;
}
