/* SPDX-License-Identifier: MIT */
/* text_versions.c: strverscmp() of GNU's C library, where another C library lacks it. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Runs of digits are numbers; one that begins with zeros comes before one that does not. */
int strverscmp(const char *a, const char *b)
{
    const char *begin_a = a;
    while (*a && *a == *b)
        a++, b++;
    const bool digits = isdigit((unsigned char)*a) || isdigit((unsigned char)*b);
    while (digits && a > begin_a && isdigit((unsigned char)a[-1]))
        a--, b--;
    if (!isdigit((unsigned char)*a) || !isdigit((unsigned char)*b))
        return (unsigned char)*a - (unsigned char)*b;
    const size_t length_a = strspn(a, "0123456789"), length_b = strspn(b, "0123456789");
    if (*a == '0' || *b == '0' || length_a == length_b)
        return strcmp(a, b);
    return length_a < length_b ? -1 : 1;
}
