/* SPDX-License-Identifier: MIT */
#include "harness/views/svg/svg_file.h"

#include "harness/base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char
    begin[] = "<svg ",
    style[] =
        "<style>svg{background:#fff}text{font:12px system-ui,sans-serif;fill:#1a1a1a;stroke:none}"
        ".label{fill:#555}.stamp{fill:#b00020;font-weight:600}"
        ".said{paint-order:stroke;stroke:#fff;stroke-width:3px;font-style:italic}"
        ".d,.k{fill:none;stroke:currentColor;stroke-width:6;stroke-linecap:round}"
        ".d.c1{stroke-width:8;stroke-linecap:square}.k{stroke-width:2}.b{fill:currentColor}"
        ".grid{stroke:#ddd;stroke-width:.6}.axis{stroke:#1a1a1a}"
        ".rule{stroke:#1a1a1a;stroke-dasharray:2 3}"
        ".cp{color:#1a1a1a}.c0{color:#0072b2}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#cc79a7}"
        ".c4{color:#e69f00}.c5{color:#56b4e9}.c6{color:#b8ab00}.c7{color:#555}</style>\n";

bool svg_file_print(FILE *out, const struct svg_chart *chart)
{
    struct text chart_text = { 0 };
    FILE *memory = text_stream(&chart_text);
    if (memory) {
        svg_chart_print(memory, chart);
        fclose(memory);
    }
    char *text = text_take(&chart_text);
    const char *title = text ? strchr(text, '\n') : NULL; /* the first line ends behind it */
    if (title) {
        assert(strncmp(text, begin, strlen(begin)) == 0);
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
              "xmlns=\"http://www.w3.org/2000/svg\" ",
              out);
        fwrite(text + strlen(begin), 1, (size_t)(title + 1 - text) - strlen(begin), out);
        fputs(style, out);
        fputs(title + 1, out);
    }
    free(text);
    return title && !ferror(out);
}
