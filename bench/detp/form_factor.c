/* SPDX-License-Identifier: MIT */
#include "bench/detp/detp.h"

#include <math.h>

/* Form factor of a rectangle with a corner straight above the point, with sides a and b; odd in
 * both. */
static double corner(double a, double b, double height)
{
    const double to_a = sqrt(a * a + height * height), to_b = sqrt(b * b + height * height);
    return (a / to_a * atan(b / to_a) + b / to_b * atan(a / to_b)) / (2 * 3.14159265358979323846);
}

double detp_form_factor(const double low[2], const double high[2], double height)
{
    return corner(high[0], high[1], height) - corner(low[0], high[1], height) -
           corner(high[0], low[1], height) + corner(low[0], low[1], height);
}
