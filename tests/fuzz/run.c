/* SPDX-License-Identifier: MIT */
/* run.c: run files, journals, and both packed by gzip or xz. */
#include "tests/fuzz/fuzz.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <stdlib.h>
#include <string.h>

static void check_message(const char *message)
{
    fuzz_check_line(message);
    if (!printable_is(message))
        abort();
}

/* The run in a text, and its document; NULL with a message. */
static struct run *text_read(const char *text, size_t size, json_t **document)
{
    *document = run_file_parse(text, size, FUZZ_PATH);
    return *document ? run_read(*document, FUZZ_PATH) : NULL;
}

/* A document that is laid out is read as it was before, or has its message. */
static void check_again(const json_t *document, const struct run *run, const char *message)
{
    char *text = results_dump(document);
    json_t *laid_out = NULL;
    if (!text)
        return;
    struct run *read = text_read(text, strlen(text), &laid_out);
    json_t *first = run ? run_document(run) : NULL, *second = read ? run_document(read) : NULL;
    if (!run != !read || (!run && strcmp(trouble_text(), message) != 0) ||
        (first && !json_equal(first, second)))
        abort();
    json_decref(first);
    json_decref(second);
    run_destroy(&read);
    json_decref(laid_out);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *document = NULL;
    trouble_clear();
    struct run *run = text_read((const char *)data, size, &document);
    char *message = need_copy(trouble_text());
    if (!run)
        check_message(message);
    if (json_object_size(document) > 0 && !json_object_get(document, "sum"))
        check_again(document, run, message);
    run_destroy(&run);
    json_decref(document);
    free(message);
    return 0;
}
