/* SPDX-License-Identifier: MIT */
#include "harness/cli/wrapped.h"

#include "harness/base/wrap.h"

#include <stdlib.h>

bool wrapped_begin(struct wrapped *wrapped, unsigned columns)
{
    *wrapped = (struct wrapped){ .columns = columns };
    FILE *memory = columns > 0 ? open_memstream(&wrapped->text, &wrapped->bytes) : NULL;
    if (memory) {
        wrapped->out = stdout;
        stdout = memory;
    }
    return memory || columns == 0;
}

void wrapped_end(struct wrapped *wrapped)
{
    if (!wrapped->out)
        return;
    fclose(stdout);
    stdout = wrapped->out;
    wrap_lines(stdout, wrapped->columns, wrapped->text);
    free(wrapped->text);
    *wrapped = (struct wrapped){ .out = NULL };
}
