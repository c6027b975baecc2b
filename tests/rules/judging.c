/* SPDX-License-Identifier: MIT */
/*
 * judging.c: tries the examples of docs/reference/verdict-rules.md, the lines between
 * ```examples and ```:
 *
 *   size 6: [6.03, 6.12] CONFIRMED    own size X, much X, direction, none M, none M denies gain,
 *                                     none M denies loss, at most X, at least X, best, from, and
 *                                     count N, whose interval is of the count
 *   factors: 1.03 1.12 1.5            of device, wall and host times
 *
 * Names each that the rules contradict. Exit code: 0, 1, 99 (the page is not readable).
 */
#include "harness/analysis/claims/claims.h"

#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 256, EXAMPLES_LEAST = 15 };

/* The zones of what stands before the colon; *unit is what the interval is divided by. */
static bool zones_read(const char *kind, struct zones *zones, double *unit)
{
    double x;
    int end = 0;
    *unit = 1;
    const size_t length = strlen(kind);
#define IS(format) (sscanf(kind, format "%n", &x, &end) == 1 && (size_t)end == length)
    if (IS("size %lf"))
        *zones = zones_size(x, zones_kappa);
    else if (IS("own size %lf"))
        *zones = zones_size(x, zones_kappa_own);
    else if (IS("much %lf"))
        *zones = zones_least(x);
    else if (IS("none %lf"))
        *zones = zones_none(x, true, true);
    else if (IS("none %lf denies gain"))
        *zones = zones_none(x, true, false);
    else if (IS("none %lf denies loss"))
        *zones = zones_none(x, false, true);
    else if (IS("at most %lf"))
        *zones = zones_at_most(x);
    else if (IS("at least %lf"))
        *zones = zones_at_least(x);
    else if (IS("count %lf")) {
        *zones = zones_count(1 / x, false, false);
        *unit = x;
    } else if (strcmp(kind, "direction") == 0)
        *zones = zones_direction();
    else if (strcmp(kind, "best") == 0)
        *zones = zones_best(zones_kappa);
    else if (strcmp(kind, "from") == 0)
        *zones = zones_from(zones_kappa);
    else
        return false;
#undef IS
    return true;
}

static bool factors_try(const char *values)
{
    double device, wall, host;
    if (sscanf(values, "%lf %lf %lf", &device, &wall, &host) == 3 &&
        device == estimate_factor_device && wall == estimate_factor_wall &&
        host == estimate_factor_host)
        return true;
    printf("factors: %s: they are %g %g %g\n", values, estimate_factor_device, estimate_factor_wall,
           estimate_factor_host);
    return false;
}

static bool example_try(const char *line)
{
    char kind[LINE_BYTES], word[LINE_BYTES], words[VERDICT_BYTES];
    struct stats_interval r;
    struct zones zones;
    double unit;
    if (strncmp(line, "factors: ", 9) == 0)
        return factors_try(line + 9);
    if (sscanf(line, "%255[^:]: [%lf, %lf] %255[^\n]", kind, &r.low, &r.high, word) != 4 ||
        !zones_read(kind, &zones, &unit)) {
        printf("%s: not an example\n", line);
        return false;
    }
    r.low /= unit;
    r.high /= unit;
    verdict_words(zones_judge(&zones, r), words);
    if (strcmp(word, words) == 0)
        return true;
    printf("%s: the rules say %s\n", line, words);
    return false;
}

int main(int argc, char **argv)
{
    FILE *page = argc == 2 ? fopen(argv[1], "r") : NULL;
    char line[LINE_BYTES];
    bool good = true, within = false;
    size_t examples = 0;
    if (!page) {
        fprintf(stderr, "judging PAGE: cannot read %s\n", argc == 2 ? argv[1] : "no page");
        return 99;
    }
    while (fgets(line, sizeof(line), page)) {
        line[strcspn(line, "\n")] = '\0';
        if (within && strcmp(line, "```") != 0) {
            good = example_try(line) && good;
            examples++;
        } else
            within = strcmp(line, "```examples") == 0;
    }
    fclose(page);
    if (examples < EXAMPLES_LEAST)
        printf("%zu examples; at least %d are wanted\n", examples, EXAMPLES_LEAST);
    return good && examples >= EXAMPLES_LEAST ? 0 : 1;
}
