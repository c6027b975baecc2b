/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_page.h"

#include "harness/base/markup.h"
#include "harness/views/figure/figure.h"

#include <string.h>

/* Colours are those of Okabe and Ito, which most people tell apart; shapes go with them. */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b1b1b;--soft:#595959;--bg:#fff;--shade:#f3f3f1;"
    "--edge:#c9c9c4;--link:#0b5394;--good:#00664a;--bad:#a33f00;--c7:#6b6b6b}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#e8e8e4;--soft:#a9a9a4;--bg:#161616;"
    "--shade:#232321;--edge:#4a4a46;--link:#7cc0f2;--good:#3fcfa3;--bad:#ff9a56;--c7:#a0a0a0}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:76rem;background:var(--bg);color:var(--ink);"
    "font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "a{color:var(--link)}h1{font-size:1.7rem;margin:.5rem 0}h2{margin:2.2rem 0 .6rem;"
    "padding-top:.6rem;border-top:2px solid var(--edge);font-size:1.35rem}"
    "h3{margin:1.4rem 0 .4rem;font-size:1.1rem}h4{margin:1rem 0 .3rem;font-size:1rem}\n"
    "nav a{display:inline-block;margin:.15rem .8rem .15rem 0}\n"
    ".soft,.note{color:var(--soft)}.note{font-size:.86rem}\n"
    ".warn{border-left:.3rem solid var(--bad);padding:.4rem .7rem;background:var(--shade)}\n"
    ".wide{overflow-x:auto;margin:.5rem 0}\n"
    "table{border-collapse:collapse;font-size:.86rem;overflow-wrap:normal}"
    "th,td{padding:.22rem .55rem;border-bottom:1px solid var(--edge);text-align:left;"
    "vertical-align:top}thead th{border-bottom-width:2px;white-space:nowrap}\n"
    "td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}"
    "td.w{min-width:14rem;overflow-wrap:anywhere}td.bad,.bad{color:var(--bad)}\n"
    ".dev{min-width:8rem;max-width:16rem;overflow-wrap:anywhere}thead th.dev{white-space:normal}"
    ".pass{display:inline-block;padding:0 .35rem;margin:.1rem 0;border:1px solid var(--edge);"
    "border-radius:.2rem;background:var(--shade)}"
    "tr.g th{background:var(--shade);font-weight:600;overflow-wrap:anywhere}"
    "th[role=button]{cursor:pointer}th[aria-sort]::after{content:' \\2191'}"
    "th[aria-sort=descending]::after{content:' \\2193'}\n"
    ".v{font-weight:650;white-space:nowrap}.v-good{color:var(--good)}.v-bad{color:var(--bad)}"
    ".v-soft{color:var(--soft);font-weight:400}\n"
    "details>.wide{content-visibility:auto;contain-intrinsic-size:auto 40rem}"
    "details{margin:.25rem 0}summary{cursor:pointer}"
    "details.case{border-bottom:1px solid var(--edge);content-visibility:auto;"
    "contain-intrinsic-size:auto 2rem}\n"
    ":target:not(section){outline:2px solid var(--link);outline-offset:2px}\n"
    "pre{margin:.4rem 0;padding:.5rem;background:var(--shade);font-size:.78rem;"
    "white-space:pre-wrap;max-width:60rem}\n"
    ".pipeline{max-width:none}"
    "figure{margin:.8rem "
    "0;max-width:42rem;overflow-x:auto;break-inside:avoid}figcaption{font-size:.9rem}"
    ".figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,32rem),1fr));"
    "gap:.5rem 1.5rem}\n"
    "svg,img{max-width:100%;height:auto;display:block}.picture img{max-height:18rem;width:auto}"
    "svg a{color:inherit}svg.chart{max-width:none;width:100%;min-width:28rem}"
    "svg text{font:12px system-ui,sans-serif;fill:var(--ink);stroke:none}"
    "svg .label{fill:var(--soft)}svg .stamp{fill:var(--bad);font-weight:600}"
    "svg.s text{font-size:20px;fill:var(--soft)}"
    ".d,.k{fill:none;stroke:currentColor;stroke-width:6;stroke-linecap:round}"
    ".d.c1{stroke-width:8;stroke-linecap:square}.k{stroke-width:2}.b{fill:currentColor}"
    "svg .said{paint-order:stroke;stroke:var(--bg);stroke-width:3px;font-style:italic}"
    ".grid{stroke:var(--edge);stroke-width:.6}.axis{stroke:var(--ink)}"
    ".rule{stroke:var(--ink);stroke-dasharray:2 3}\n"
    ".cp{color:var(--ink)}.c0{color:#0072b2}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#cc79a7}"
    ".c4{color:#e69f00}.c5{color:#56b4e9}.c6{color:#b8ab00}.c7{color:var(--c7)}\n"
    "@media screen and (prefers-color-scheme:dark){.c0{color:#3d9fdc}.c6{color:#f0e442}}\n";

/* Where the window is narrow claims are folded; paper is white and has no links. */
static const char media[] =
    "@media(max-width:40rem){.claims,.claims tbody,.claims tr,.claims td.w{display:block}"
    ".claims thead{display:none}.claims td{border:0;display:inline;padding:0 .3rem 0 .55rem}"
    ".claims td.w{padding:.3rem .55rem 0}.claims tr{border-bottom:1px solid var(--edge);"
    "padding-bottom:.3rem}.claims td[data-of]::before{content:attr(data-of) ': ';"
    "color:var(--soft)}.claims td.of::before{content:'\\A  ' attr(data-of) ': ';"
    "white-space:pre-wrap}.claims td{overflow-wrap:anywhere}.claims td::before{unicode-bidi:"
    "isolate}.claims br{display:none}}\n"
    "@media print{:root{color-scheme:light}body{max-width:none;font-size:10pt;padding:0}"
    "nav,th[aria-sort]::after{display:none}a{color:inherit;text-decoration:none}"
    "table{font-size:7.5pt;overflow-wrap:anywhere}th,td{padding:.15rem .3rem}thead th{white-space:"
    "normal;overflow-wrap:normal}"
    ".wide{overflow:visible}tr,figure{break-inside:avoid}h2,h3{break-after:avoid}"
    "details.case,details>.wide{content-visibility:visible}}\n";

/* Tables sort by a click on a head, within each workload; a case that is led to is opened. */
static const char script[] =
    "(function(){'use strict';var units={ns:1,us:1e3,ms:1e6,s:1e9};\n"
    "function key(r,i){var t=r.cells[i]?r.cells[i].textContent.trim():'',"
    "m=/^~?(-?[0-9.]+(?:e[-+]?[0-9]+)?)(?: (ns|us|ms|s)\\b)?/.exec(t);"
    "return m?m[1]*(units[m[2]]||1):t==='baseline'?1:t===''?Infinity:t}\n"
    "function sort(h){var t=h.closest('table'),i=h.cellIndex,"
    "up=h.getAttribute('aria-sort')!=='ascending';\n"
    "t.querySelectorAll('th[aria-sort]').forEach(function(o){o.removeAttribute('aria-sort')});\n"
    "h.setAttribute('aria-sort',up?'ascending':'descending');\n"
    "Array.prototype.forEach.call(t.tBodies,function(b){"
    "var r=Array.prototype.filter.call(b.rows,function(x){return x.className!=='g'});\n"
    "r.sort(function(a,c){var x=key(a,i),y=key(c,i),o=typeof x==='number'&&typeof y==='number'?"
    "(x===y?0:x<y?-1:1):String(x).localeCompare(String(y),undefined,{numeric:true});"
    "return up?o:-o});\n"
    "r.forEach(function(x){b.appendChild(x)})})}\n"
    "document.querySelectorAll('table.sort thead th').forEach(function(h){"
    "h.setAttribute('role','button');h.tabIndex=0;h.title='sort by this column';"
    "h.addEventListener('click',function(){sort(h)});"
    "h.addEventListener('keydown',function(e){if(e.key==='Enter'||e.key===' ')"
    "{e.preventDefault();sort(h)}})});\n"
    "function open(){var e=location.hash.length>1&&"
    "document.getElementById(decodeURIComponent(location.hash.slice(1)));"
    "for(var d=e;d;d=d.parentElement)if(d.tagName==='DETAILS')d.open=true;"
    "if(e)e.scrollIntoView()}\n"
    "addEventListener('hashchange',open);open()})();\n";

/* True where a picture shows a time of a software device. */
static bool is_software(const struct report_page *page)
{
    bool software = false;
    for (size_t i = 0; i < page->device_count; i++)
        software = software || page->devices[i].software;
    return software;
}

const char *report_page_stamp(const struct report_page *page)
{
    return figure_stamp(is_software(page));
}

enum { NAMES_MAX = 3 };

/* Names of devices; how many, where that is shorter. */
static void title_print(const struct report_page *page, void (*print)(FILE *, const char *))
{
    if (page->device_count > NAMES_MAX)
        fprintf(page->out, "%zu devices", page->device_count);
    for (size_t i = 0; i < page->device_count && page->device_count <= NAMES_MAX; i++) {
        fputs(i > 0 ? ", " : "", page->out);
        print(page->out, page->devices[i].name);
    }
}

static void nav_print(const struct report_page *page)
{
    fputs("<nav><a href=\"#verdicts\">verdicts</a> <a href=\"#devices\">devices</a> ", page->out);
    for (size_t i = 0; i < page->technique_count; i++) {
        report_html_link(page->out, "technique-", page->techniques[i], page->techniques[i]);
        fputc(' ', page->out);
    }
    fputs("<a href=\"#roofline\">roofline</a> ", page->out);
    if (page->device_count > 1)
        fputs("<a href=\"#against\">device against device</a> ", page->out);
    fputs("<a href=\"#cases\">cases</a> <a href=\"#kernels\">kernels</a></nav>\n", page->out);
}

void report_page_begin(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';img-src "
          "data:;style-src 'unsafe-inline';script-src 'unsafe-inline'\">\n<title>claimcheck: ",
          out);
    title_print(page, markup_text);
    fprintf(out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<h1>claimcheck: ", style,
            media);
    title_print(page, sheet_escape_html);
    fputs("</h1>\n", out);
    if (is_software(page))
        fputs("<p class=\"warn\">A software device: its times are artefacts of this machine and "
              "say nothing of a GPU. Answers are checked all the same.</p>\n",
              out);
    if (*report_left_out(page->detail))
        fprintf(out,
                "<p class=\"warn\">This page would be larger than %d MB with all there is: %s."
                "</p>\n",
                REPORT_BYTES_MAX / 1000000, report_left_out(page->detail));
    nav_print(page);
}

void report_page_end(const struct report_page *page)
{
    fprintf(page->out,
            "<p class=\"note\">Intervals are of 95 %% unless they say otherwise. Speed-ups are the "
            "baseline's time over the case's, by pairs of the same rounds. GPU time and wall time "
            "share no axis. What verdicts and notes mean: docs/claims.md, docs/measuring.md and "
            "docs/report.md.</p>\n<script>\n%s</script>\n</body>\n</html>\n",
            script);
}
