/* SPDX-License-Identifier: MIT */
/* units.h: numbers for people, with a unit that fits and three or four significant digits. */
#ifndef CLAIMCHECK_HARNESS_BASE_UNITS_H
#define CLAIMCHECK_HARNESS_BASE_UNITS_H

/* A time: "12.3 µs". A dash unless finite. */
void units_format_ns(double ns, char text[32]);

/* Formats a time with enough digits to distinguish it from one that is `step_ns` away, three or
 * four at least. */
void units_format_ns_to(double ns, double step_ns, char text[32]);

/* A number per second: "3.02 T" before `unit`. A dash unless it is finite and above 0. */
void units_format_rate(double per_s, const char *unit, char text[32]);

/* "16 KiB": working sets are powers of two. */
void units_format_joules(double joules, char text[32]);
void units_format_bytes(double bytes, char text[32]);

/* Seconds since 1970 of "2024-05-06T07:08:09Z"; NAN for anything else, such as
 * a day that its month has not, and NULL. */
double units_parse_date(const char *text);

#endif
