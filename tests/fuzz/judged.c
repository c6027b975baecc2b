/* SPDX-License-Identifier: MIT */
/* judged.c: claims of a paper by runs of any kind: each verdict has words, and is JSON. */
#include "tests/fuzz/fuzz_runs.h"

#include "harness/views/claims/claims.h"
#include "harness/views/formats/export.h"

static void show(const struct claims *claims)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    json_t *document = export_claims_json(claims);
    if (!out || !document)
        abort();
    claims_print(out, claims, false, 60);
    claims_print(out, claims, true, 0);
    fclose(out);
    fuzz_check_text(text);
    free(text);
    text = json_dumps(document, 0); /* fails where a number is not finite */
    if (!text)
        abort();
    free(text);
    json_decref(document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_runs runs;
    fuzz_runs_open(&runs, data, size);
    struct claims *claims = runs.count > 0 ? fuzz_runs_judge(&runs) : NULL;
    if (claims)
        show(claims);
    claims_destroy(&claims);
    fuzz_runs_close(&runs);
    return 0;
}
