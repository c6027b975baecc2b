/* SPDX-License-Identifier: MIT */
/* page.c: the pages of runs of any kind: whole, printable, and no tag but ours. */
#include "tests/fuzz/fuzz_runs.h"

#include "harness/record/record.h"
#include "harness/views/view/view.h"

static const char *nothing(const void *techniques, const char *technique)
{
    (void)techniques, (void)technique;
    return NULL;
}

static const char *no_question(const void *techniques, const char *technique, const char *bench)
{
    (void)techniques, (void)technique, (void)bench;
    return NULL;
}

static bool no_part(const void *techniques, const struct run_case *c)
{
    (void)techniques, (void)c;
    return false;
}

static struct catalogue_variant no_variant(const void *techniques, const struct run_case *c)
{
    (void)techniques, (void)c;
    return (struct catalogue_variant){ 0 };
}

/* Names of the corpus that would be tags: the pages have none of these. */
static const char *const tags[] = { "<img", "<x-", "<i>" };

static void check_page(char *page)
{
    if (!strstr(page, "</html>"))
        abort();
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
        if (strstr(page, tags[i])) {
            fprintf(stderr, "a tag of the input: %s\n", tags[i]);
            abort();
        }
    fuzz_check_text(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct catalogue catalogue = { .question = no_question,
                                                .title = nothing,
                                                .paper = nothing,
                                                .does_part = no_part,
                                                .variant = no_variant };
    struct fuzz_runs runs;
    fuzz_runs_open(&runs, data, size);
    struct claims *claims = runs.count > 0 ? fuzz_runs_judge(&runs) : NULL;
    for (size_t i = 0; claims && i < claims->device_count; i++) {
        size_t bytes;
        json_t *document = view_document(&(struct view_source){
            .claims = claims, .device = i, .published = &runs.published, .catalogue = &catalogue });
        char *page = document ? view_page(&document, 1, &bytes) : NULL;
        if (!page)
            abort();
        check_page(page);
        free(page);
        json_decref(document);
    }
    claims_destroy(&claims);
    fuzz_runs_close(&runs);
    return 0;
}
