/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite.h"
#include "harness/base/need.h"

#include "harness/views/claims/claims.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { LISTED_MAX = 4 }; /* commits, and runs */

/* Prints words, and in the place of each %s a text of a file's or of ours: what the format would
 * take for marks is text again. In LaTeX as in BibTeX braces come in pairs, and what is no
 * character is a question mark. */
__attribute__((format(printf, 3, 4))) static void cite_put(FILE *out, enum cite_format format,
                                                           const char *words, ...)
{
    va_list texts;
    va_start(texts, words);
    for (const char *place; (place = strstr(words, "%s")); words = place + strlen("%s")) {
        fwrite(words, 1, (size_t)(place - words), out);
        (format == CITE_MARKDOWN ? sheet_escape_markdown
                                 : sheet_escape_latex)(out, va_arg(texts, const char *));
    }
    va_end(texts);
    fputs(words, out);
}

/* Ids have nothing but letters, digits, _ and full stops, of which LaTeX labels take all. */
static void cite_key(FILE *out, const struct published *paper)
{
    fputs(paper->id, out);
    if (isfinite(paper->year))
        fprintf(out, "%.0f", paper->year);
}

/* True of what a citation is about. */
static bool cite_has(const struct cite *cite, const struct claims_entry *entry)
{
    return entry->measured && (!cite->claim || entry->claim == cite->claim);
}

/* Cites a paper: "\cite{weber2014}", "[Weber 2014]". */
static void cite_mark(FILE *out, enum cite_format format, const struct published *paper)
{
    if (format == CITE_LATEX) {
        fputs("\\cite{", out);
        cite_key(out, paper);
        fputc('}', out);
        return;
    }
    fputc('[', out);
    for (size_t i = 0; i < paper->author_count && i < 2; i++) {
        const bool others = i == 1 && paper->author_count > 2;
        const char *author = paper->authors[i], *space = strrchr(author, ' ');
        /* The last word of a name that is one of a person; all of another. */
        const char *name = space && isupper((unsigned char)author[0]) ? space + 1 : author;
        cite_put(out, format, "%s%s",
                 others   ? " et al."
                 : i == 1 ? " and "
                          : "",
                 others ? "" : name);
    }
    if (isfinite(paper->year))
        fprintf(out, " %.0f]", paper->year);
    else
        fputs(", undated]", out);
}

/* The program and the device ------------------------------------------------------------------ */

static const char *commit_of(const struct run *run)
{
    return *run->tool.commit ? run->tool.commit : "unknown";
}

static bool sentence_has_before(const struct claims_device *device, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(commit_of(device->runs[i]), commit_of(device->runs[index])) == 0)
            return true;
    return false;
}

/* "0.1.0, commit 755be1e41841"; of several runs all that they have. */
static void cite_builds(FILE *out, enum cite_format format, const struct claims_device *device)
{
    const char *version = device->runs[0]->tool.version; /* rows of evidence have none */
    size_t count = 0;
    cite_put(out, format, "%s%s", version, *version ? ", " : "");
    for (size_t i = 0; i < device->run_count; i++)
        count += !sentence_has_before(device, i);
    if (count > LISTED_MAX) {
        fprintf(out, "%zu commits", count);
        cite_put(out, format, " up to %s", commit_of(claims_view_newest(device)));
        return;
    }
    fputs(count > 1 ? "commits " : "commit ", out);
    for (size_t i = 0, listed = 0; i < device->run_count; i++) {
        if (sentence_has_before(device, i))
            continue;
        cite_put(out, format, "%s%s",
                 listed == 0           ? ""
                 : listed + 1 == count ? " and "
                                       : ", ",
                 commit_of(device->runs[i]));
        listed++;
    }
}

/* "2026-11-21 to 2026-11-22" */
static void cite_dates(FILE *out, enum cite_format format, const struct claims_device *device)
{
    char dates[2][11];
    claims_view_dates(device, dates);
    cite_put(out, format, "%s", dates[0]);
    if (strcmp(dates[0], dates[1]) != 0)
        cite_put(out, format, " to %s", dates[1]);
}

/* "NVIDIA H100 (NVIDIA 580.159.04)" */
static void cite_device(FILE *out, enum cite_format format, const struct claims_device *device)
{
    const struct run_device *made = &device->runs[0]->device;
    cite_put(out, format, "%s", *device->name ? device->name : "no device");
    if (*made->driver_name || *made->driver_info)
        cite_put(out, format, " (%s%s%s)", made->driver_name,
                 *made->driver_name && *made->driver_info ? " " : "", made->driver_info);
}

/* All but what is not testable, unless that alone was asked for. */
static bool is_row(const struct cite *cite, const struct claims_entry *entry)
{
    return cite_has(cite, entry) && (cite->claim || entry->verdict.kind != VERDICT_NOT_TESTABLE);
}

/* True of one of the paper's own, its words read by us among them. */
static bool is_papers(const struct claims_entry *entry)
{
    const enum claims_origin origin = claims_origin_of(entry);
    return origin == CLAIMS_OF_PAPER || origin == CLAIMS_OF_READING;
}

/* "5 are CONFIRMED and 4 WEAKER" */
static void classes_print(FILE *out, const size_t counts[VERDICT_CLASS_COUNT])
{
    size_t kinds = 0, listed = 0;
    for (int class = 0; class < VERDICT_CLASS_COUNT; class ++)
        kinds += counts[class] > 0;
    for (int class = 0; class < VERDICT_CLASS_COUNT; class ++) {
        if (counts[class] == 0)
            continue;
        fputs(listed == 0 ? "" : listed + 1 == kinds ? " and " : ", ", out);
        fprintf(out, "%zu%s %s", counts[class],
                listed > 0 ? "" : plural(counts[class], " is", " are"),
                verdict_class_name((enum verdict_class) class));
        listed++;
    }
}

/* "of 9 claims of [Tokuyoshi 2014], 5 are CONFIRMED and 4 WEAKER; by other evidence than runs 1 is
 * CONFIRMED; 2 more cannot be tested here". Claims of ours count nowhere. */
static void counts_print(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    static const struct {
        enum claims_origin origin;
        const char *words;
    } others[] = { { CLAIMS_OF_OTHER_EVIDENCE, "by other evidence than runs" },
                   { CLAIMS_OF_TWO_APIS, "across two APIs" },
                   { CLAIMS_CONSTRUCTED, "by construction of our code" } };
    size_t counts[CLAIMS_ORIGIN_COUNT][VERDICT_CLASS_COUNT] = { { 0 } };
    size_t all[CLAIMS_ORIGIN_COUNT] = { 0 }, untestable = 0;
    foreach (const struct claims_entry, entry, paper->entries, paper->entry_count) {
        enum claims_origin origin = claims_origin_of(entry);
        if (!cite_has(cite, entry) || entry->claim->number == PUBLISHED_OURS)
            continue;
        if (!is_row(cite, entry)) {
            untestable++;
            continue;
        }
        all[origin]++;
        if (origin == CLAIMS_OF_READING)
            origin = CLAIMS_OF_PAPER;
        counts[origin][verdict_class_of(entry->verdict)]++;
    }
    const size_t own = all[CLAIMS_OF_PAPER] + all[CLAIMS_OF_READING];
    if (own == 0)
        fputs("no claim of ", out);
    else
        fprintf(out, "of %zu claim%s of ", COUNTED(own));
    cite_mark(out, cite->format, paper->paper);
    if (all[CLAIMS_OF_READING] > 0)
        fprintf(out, ", %zu of them by our reading of the paper's word", all[CLAIMS_OF_READING]);
    fputs(own > 0 ? ", " : "", out);
    classes_print(out, counts[CLAIMS_OF_PAPER]);
    if (own == 0 && untestable > 0)
        fprintf(out, " can be tested here: %zu %s NOT TESTABLE", untestable,
                plural(untestable, "is", "are"));
    else if (own == 0)
        fputs(" itself was measured", out);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (all[others[i].origin] > 0) {
            fprintf(out, "; %s ", others[i].words);
            classes_print(out, counts[others[i].origin]);
        }
    if (untestable > 0 && own > 0)
        fprintf(out, "; %zu more cannot be tested here", untestable);
}

/* The claim to be told: the first of the paper's own that has a number here. */
static const struct claims_entry *told(const struct cite *cite, const struct cite_paper *paper)
{
    foreach (const struct claims_entry, entry, paper->entries, paper->entry_count) {
        if (!cite_has(cite, entry))
            continue;
        if (cite->claim || (entry->readings[0].shown && is_papers(entry) &&
                            entry->verdict.kind != VERDICT_NOT_TESTABLE))
            return entry;
    }
    return NULL;
}

static void part_print(FILE *out, const struct cite *cite, const char *before,
                       const struct claims_entry *entry, claims_part *part)
{
    OWNED char *words = claims_part_words(entry, part);
    fputs(*words ? before : "", out);
    cite_put(out, cite->format, "%s", words);
}

/* "says about 6 ×", "gives no number", "makes no such claim". */
static void says_add(const struct claims_entry *entry, struct text *text)
{
    const char *verb = claims_sentence_verb(entry);
    text_add(text, verb ? verb : "makes no such claim");
    if (verb) {
        text_add(text, " ");
        claims_sentence_paper(entry, text);
    }
}

/* "in our words \"subtree is faster than per level\": 6.11 × faster [6.05, 6.12] (24 us against 147
 * us). [Tokuyoshi 2014], on a Radeon HD 6990, says about 6 ×. The verdict is CONFIRMED: 53 runs of
 * 36 cards". */
static void told_print(FILE *out, const struct cite *cite, const struct claims_device *device,
                       const struct claims_entry *entry)
{
    const struct published_hardware *hardware = entry->claim->hardware;
    const bool latex = cite->format == CITE_LATEX;
    part_print(out, cite, latex ? "in our words ``" : "in our words \"", entry,
               claims_sentence_statement);
    fputs(latex ? "''" : "\"", out);
    if (entry->verdict.kind != VERDICT_NOT_TESTABLE)
        part_print(out, cite, ": ", entry, claims_sentence_measured);
    fputs(". ", out);
    cite_mark(out, cite->format, entry->paper);
    if (hardware)
        cite_put(out, cite->format, ", on %s", hardware->device);
    part_print(out, cite, hardware ? ", " : " ", entry, says_add);
    part_print(out, cite, ". The verdict is ", entry, claims_sentence_verdict);
    if (entry->verdict.kind == VERDICT_NOT_TESTABLE) {
        cite_put(out, cite->format, ": %s", entry->reason);
        return;
    }
    part_print(out, cite, ": ", entry, claims_sentence_rests);
    /* Files of few runs, which whoever reads it can look up; of many "53 runs of 36 cards" says
     * it. */
    for (size_t i = 0; i < device->run_count && device->run_count <= LISTED_MAX; i++) {
        const char *name = disk_base_name(device->runs[i]->path);
        char stem[128];
        snprintf(stem, sizeof(stem), "%.*s", (int)strcspn(name, "."), name);
        cite_put(out, cite->format, "%s%s",
                 i > 0 ? ", " : plural(device->run_count, "; run ", "; runs "), stem);
    }
    fputc('.', out);
}

static void cite_sentence(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    const struct claims_device *device = paper->device;
    const struct claims_entry *entry = told(cite, paper);
    fputs("On ", out);
    cite_device(out, cite->format, device);
    fputs(device->runs[0]->device.software ? ", a software device whose times are artefacts, "
                                           : ", ",
          out);
    fputs(cite->format == CITE_LATEX ? "claimcheck~\\cite{claimcheck} (" : "claimcheck (", out);
    cite_builds(out, cite->format, device);
    fputs("; ", out);
    cite_dates(out, cite->format, device);
    fputs(!paper->paper ? ") measured no case of a claim"
          : cite->claim ? ") tested the claim, "
                        : ") found: ",
          out);
    if (paper->paper && !cite->claim)
        counts_print(out, cite, paper);
    fputs(entry && !cite->claim ? ". One of them, " : entry ? "" : ".", out);
    if (entry)
        told_print(out, cite, device, entry);
    fputc('\n', out);
}

/* Cite table ----------------------------------------------------------------------------------- */

static void row_print(FILE *out, const struct cite *cite, const struct claims_entry *entry)
{
    static claims_part *const parts[] = { claims_sentence_statement, claims_sentence_paper,
                                          claims_sentence_measured, claims_sentence_verdict,
                                          claims_sentence_rests };
    /* Our claims stand apart from those that the paper itself makes. */
    static const char *const origins[CLAIMS_ORIGIN_COUNT] = { "",
                                                              " (our reading of its word)",
                                                              " (ours, not the paper's)",
                                                              " (by construction of our code)",
                                                              " (by other evidence than runs)",
                                                              " (across two APIs)" };
    const bool latex = cite->format == CITE_LATEX;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        OWNED char *words = claims_part_words(entry, parts[i]);
        fputs(i == 0 ? latex ? "" : "| " : latex ? " & " : " | ", out);
        cite_put(out, cite->format, "%s%s", *words ? words : "-",
                 i == 0 ? origins[claims_origin_of(entry)] : "");
    }
    fputs(latex ? " \\\\\n" : " |\n", out);
}

static void cite_table(FILE *out, const struct cite *cite, const struct cite_paper *paper)
{
    size_t rows = 0, others = 0;
    foreach (const struct claims_entry, entry, paper->entries, paper->entry_count) {
        if (!is_row(cite, entry)) {
            others += cite_has(cite, entry);
            continue;
        }
        if (rows == 0 && cite->format == CITE_MARKDOWN) {
            fputs("\n| claim | the paper | here | verdict | rests on |\n"
                  "|:---|:---|:---|:---|:---|\n",
                  out);
        } else if (rows == 0) {
            fputs("\n\\begin{table}\n\\caption{Claims of~", out);
            cite_mark(out, cite->format, paper->paper);
            fputs(" on ", out);
            cite_device(out, cite->format, paper->device);
            fputs(", measured by claimcheck ", out);
            cite_builds(out, cite->format, paper->device);
            fputs("~\\cite{claimcheck}, ", out);
            cite_dates(out, cite->format, paper->device);
            fputs("; intervals of the median or of the ratio.}\n"
                  "\\begin{tabular}{p{0.42\\linewidth}llll}\n"
                  "\\hline\nclaim & the paper & here & verdict & rests on \\\\\n\\hline\n",
                  out);
        }
        rows++;
        row_print(out, cite, entry);
    }
    if (rows > 0 && cite->format == CITE_LATEX)
        fputs("\\hline\n\\end{tabular}\n\\end{table}\n", out);
    if (rows > 0 && others > 0)
        fprintf(out, "%s%zu more cannot be tested here.\n",
                cite->format == CITE_LATEX ? "% " : "\n", others);
}

/* Cite bibliography ---------------------------------------------------------------------------- */

static void field_print(FILE *out, const char *name, const char *text)
{
    if (!*text)
        return;
    fprintf(out, ",\n  %-12s = ", name);
    cite_put(out, CITE_BIBTEX, "{%s}", text);
}

static void paper_print(FILE *out, const struct published *paper)
{
    fputs("\n@misc{", out);
    cite_key(out, paper);
    /* Braces keep the capitals of a title. */
    cite_put(out, CITE_BIBTEX, ",\n  title        = {{%s}},\n  author       = {", paper->title);
    for (size_t i = 0; i < paper->author_count; i++) {
        const char *author = paper->authors[i];
        /* Other names than those of persons stay in one piece. */
        const bool person = isupper((unsigned char)author[0]) && !strchr(author, '(');
        fputs(i > 0 ? " and " : "", out);
        cite_put(out, CITE_BIBTEX, person ? "%s" : "{%s}", author);
    }
    fputc('}', out);
    if (isfinite(paper->year))
        fprintf(out, ",\n  year         = {%.0f}", paper->year);
    field_print(out, "howpublished", paper->kind);
    field_print(out, "doi", paper->doi);
    field_print(out, "note", isfinite(paper->year) ? "" : "undated");
    fputs("\n}\n", out);
}

/* The program, then the papers of all devices, each once. */
static void cite_bibliography(FILE *out, const struct cite *cite)
{
    const struct claims *claims = cite->claims;
    struct cite_paper paper, before;
    fputs("@misc{claimcheck,\n  title        = {{claimcheck: benchmarks that re-measure published "
          "GPU techniques}},\n  author       = {{the claimcheck authors}}",
          out);
    if (claims->device_count > 0) {
        char year[5];
        snprintf(year, sizeof(year), "%s", claims->devices[0].runs[0]->session.started);
        field_print(out, "year", strspn(year, "0123456789") == 4 ? year : "");
    }
    field_print(out, "howpublished", "software");
    for (size_t i = 0; i < claims->device_count; i++) {
        fputs(i == 0 ? ",\n  note         = {version " : "; ", out);
        cite_builds(out, CITE_BIBTEX, &claims->devices[i]);
    }
    fputs(claims->device_count > 0 ? "}\n}\n" : "\n}\n", out);
    for (size_t i = 0; i < claims->device_count; i++)
        for (size_t k = 0; cite_paper_next(cite, &claims->devices[i], &k, &paper);) {
            bool known = false;
            for (size_t n = 0; n < i; n++)
                for (size_t m = 0; cite_paper_next(cite, &claims->devices[n], &m, &before);)
                    known = known || before.paper == paper.paper;
            if (!known)
                paper_print(out, paper.paper);
        }
}

bool cite_paper_next(const struct cite *cite, const struct claims_device *device, size_t *index,
                     struct cite_paper *paper)
{
    for (size_t begin = *index; begin < device->entry_count; begin = *index) {
        bool has = false;
        while (*index < device->entry_count &&
               device->entries[*index].paper == device->entries[begin].paper)
            has = cite_has(cite, &device->entries[(*index)++]) || has;
        *paper = (struct cite_paper){ .device = device,
                                      .paper = device->entries[begin].paper,
                                      .entries = &device->entries[begin],
                                      .entry_count = *index - begin };
        if (has)
            return true;
    }
    return false;
}

void cite_print(FILE *out, const struct cite *cite)
{
    for (size_t i = 0; i < cite->claims->device_count && cite->format != CITE_BIBTEX; i++) {
        const struct claims_device *device = &cite->claims->devices[i];
        struct cite_paper paper;
        size_t index = 0, count = 0;
        for (; cite_paper_next(cite, device, &index, &paper); count++) {
            cite_sentence(out, cite, &paper);
            if (!cite->brief)
                cite_table(out, cite, &paper);
            fputc('\n', out);
        }
        if (count == 0) {
            cite_sentence(out, cite, &(struct cite_paper){ .device = device });
            fputc('\n', out);
        }
    }
    if (cite->brief)
        return;
    if (cite->format == CITE_MARKDOWN)
        fputs("```bibtex\n", out);
    if (cite->format != CITE_LATEX)
        cite_bibliography(out, cite);
    if (cite->format == CITE_MARKDOWN)
        fputs("```\n", out);
}
