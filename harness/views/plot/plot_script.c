/* SPDX-License-Identifier: MIT */
#include "harness/views/plot/plot_script.h"

#include "harness/views/plot/plot_template.h"
#include "harness/views/plot/plot_text.h"

#include <stdlib.h>
#include <string.h>

static bool is_there(const struct plot_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return true;
    return false;
}

bool plot_names_add(struct plot_names *names, const char *key, const char *value)
{
    char name[PLOT_NAME_BYTES];
    char(*more)[PLOT_NAME_BYTES] = realloc(names->names, (names->count + 1) * sizeof(*more));
    if (!more)
        return false;
    names->names = more;
    const int used = snprintf(name, 48, "%s%s%s", key, *value ? "-" : "", value);
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_-", *c))
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : '-';
    const size_t length = used < 48 ? (size_t)used : 47;
    for (unsigned number = 2; is_there(names, name); number++)
        snprintf(name + length, sizeof(name) - length, "-%u", number);
    memcpy(names->names[names->count++], name, sizeof(name));
    return true;
}

void plot_names_finish(struct plot_names *names)
{
    free(names->names);
    *names = (struct plot_names){ 0 };
}

static void template_print(FILE *out, const char *name)
{
    for (const struct plot_template *it = plot_template; it->name; it++)
        if (strcmp(it->name, name) == 0)
            fwrite(it->text, 1, it->bytes, out);
}

bool plot_script_begin(struct plot_writing *writing, const struct plot_names *names,
                       const char *title)
{
    const char *name = names->names[names->count - 1];
    *writing = (struct plot_writing){ .name = name };
    writing->out = open_memstream(&writing->text, &writing->bytes);
    if (!writing->out)
        return false;
    plot_text_comment(writing->out, title);
    fprintf(writing->out,
            "# Made by claimcheck export --format plot; `gnuplot %s.gp` draws %s.svg, .png and "
            ".pdf.\n",
            name, name);
    template_print(writing->out, "style.gp");
    fprintf(writing->out, "\nname = '%s'\n", name);
    return true;
}

bool plot_script_end(struct plot_writing *writing, const char *template_name, plot_take *take,
                     void *user)
{
    char file[PLOT_NAME_BYTES + 4];
    fputc('\n', writing->out);
    template_print(writing->out, template_name);
    bool whole = !ferror(writing->out);
    whole = fclose(writing->out) == 0 && whole;
    snprintf(file, sizeof(file), "%s.gp", writing->name);
    whole = whole && take(user, &(struct plot_script){ file, writing->text, writing->bytes });
    free(writing->text);
    return whole;
}
