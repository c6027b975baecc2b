/* SPDX-License-Identifier: MIT */
#include "harness/cli/documents/documents.h"

#include "harness/base/message.h"
#include "harness/cli/documents/documents_parts.h"

#include <string.h>

int documents_print(const char *name, const struct command *const *commands,
                    const struct technique *const *techniques)
{
    struct documents_parts parts;
    int code = EXIT_CODE_OK;
    documents_parts_init(&parts, commands, techniques);
    if (name && strcmp(name, "man") == 0)
        documents_man_print(&parts, techniques);
    else if (name && strcmp(name, "markdown") == 0)
        documents_markdown_print(&parts, techniques);
    else if (name && strcmp(name, "bash") == 0)
        documents_bash_print(&parts);
    else if (name && strcmp(name, "zsh") == 0)
        documents_zsh_print(&parts);
    else if (name && (strcmp(name, "schema") == 0 || strcmp(name, "rows") == 0))
        code = documents_schema_print(strcmp(name, "rows") == 0);
    else
        code = message_error(DOCUMENTS_COMMAND
                             " is what the build calls: man, markdown, bash, zsh, schema or rows");
    documents_parts_finish(&parts);
    return code;
}
