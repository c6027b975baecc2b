/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"

#include "harness/base/need.h"
#include "harness/context.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32, NAME_BYTES = 64 };

struct parser {
    const char *formula, *at;
    const struct declared_names *names;
    int depth;
};

static bool comparison(struct parser *p, struct declared_number *value);

__attribute__((format(printf, 2, 3))) static bool fail(struct parser *p, const char *format, ...)
{
    char reason[256];
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof(reason), format, values);
    va_end(values);
    return trouble("'%.100s': %s", p->formula, reason);
}

/* A fault of the numbers: none where nobody knows them yet. */
static bool fault(struct parser *p, const char *what, struct declared_number *value)
{
    *value = (struct declared_number){ .whole = 1 };
    return p->names->dry || fail(p, "%s", what);
}

static void skip(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool take(struct parser *p, char c)
{
    skip(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

double declared_number_real(const struct declared_number *number)
{
    return number->is_real ? number->real : (double)number->whole;
}

void declared_number_print(double real, char text[32])
{
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, real);
        if (strtod(text, NULL) == real)
            break;
    }
}

static bool set_real(struct parser *p, double real, struct declared_number *value)
{
    *value = (struct declared_number){ .is_real = true, .real = real };
    return isfinite(real) || fault(p, "is too large for a number", value);
}

/* A whole number again, where it is one that 64 bits hold. */
static bool set_whole(struct parser *p, double real, struct declared_number *value)
{
    if (!(real >= -0x1p63 && real < 0x1p63))
        return fault(p, "overflows 64 bits", value);
    *value = (struct declared_number){ .whole = (int64_t)real };
    return true;
}

/* Operators ------------------------------------------------------------------------------------ */

static bool apply(struct parser *p, char sign, struct declared_number *a,
                  const struct declared_number *b)
{
    const double x = declared_number_real(a), y = declared_number_real(b);
    if (sign == '/' && y == 0)
        return fault(p, "divides by zero", a);
    if (a->is_real || b->is_real)
        return set_real(p,
                        sign == '+'   ? x + y
                        : sign == '-' ? x - y
                        : sign == '*' ? x * y
                                      : x / y,
                        a);
    if (sign == '/' && b->whole != -1 && a->whole % b->whole != 0)
        return set_real(p, x / y, a);
    int64_t *whole = &a->whole;
    bool over;
    switch (sign) {
    case '+': over = __builtin_add_overflow(*whole, b->whole, whole); break;
    case '-': over = __builtin_sub_overflow(*whole, b->whole, whole); break;
    case '*': over = __builtin_mul_overflow(*whole, b->whole, whole); break;
    default: over = *whole == INT64_MIN && b->whole == -1; *whole = over ? 1 : *whole / b->whole;
    }
    return !over || fault(p, "overflows 64 bits", a);
}

/* % << >>, of whole numbers alone. */
static bool apply_whole(struct parser *p, char sign, struct declared_number *a,
                        const struct declared_number *b)
{
    if (a->is_real || b->is_real)
        return fault(p, "%, << and >> take whole numbers: use ceil() or floor()", a);
    if (sign == '%') {
        if (b->whole == 0)
            return fault(p, "divides by zero", a);
        a->whole = b->whole == -1 ? 0 : a->whole % b->whole;
        return true;
    }
    if (b->whole < 0 || b->whole > 62)
        return fault(p, "shifts by less than 0 or more than 62", a);
    if (sign == '<')
        return !__builtin_mul_overflow(a->whole, INT64_C(1) << b->whole, &a->whole) ||
               fault(p, "overflows 64 bits", a);
    a->whole >>= b->whole;
    return true;
}

/* Functions ------------------------------------------------------------------------------------ */

static bool call_one(struct parser *p, const char *name, struct declared_number *a)
{
    const double x = declared_number_real(a);
    if (strcmp(name, "log2") == 0 && !(x > 0))
        return fault(p, "takes the logarithm of a number that is not above zero", a);
    if (strcmp(name, "log2") == 0 && !a->is_real && (a->whole & (a->whole - 1)) == 0)
        return set_whole(p, __builtin_ctzll((unsigned long long)a->whole), a);
    if (strcmp(name, "log2") == 0)
        return set_real(p, log2(x), a);
    if (strcmp(name, "exp2") == 0 && !a->is_real && a->whole >= 0 && a->whole <= 62) {
        a->whole = INT64_C(1) << a->whole;
        return true;
    }
    if (strcmp(name, "exp2") == 0)
        return set_real(p, exp2(x), a);
    if (!a->is_real)
        return true;
    return set_whole(p, strcmp(name, "ceil") == 0 ? ceil(a->real) : floor(a->real), a);
}

static bool call(struct parser *p, const char *name, struct declared_number *value)
{
    const bool min = strcmp(name, "min") == 0, max = strcmp(name, "max") == 0;
    if (!min && !max && strcmp(name, "ceil") != 0 && strcmp(name, "floor") != 0 &&
        strcmp(name, "log2") != 0 && strcmp(name, "exp2") != 0)
        return fail(p,
                    "there is no function '%s'; there are ceil, floor, log2, exp2, min, max, "
                    "sizeof",
                    name);
    if (!comparison(p, value))
        return false;
    if (!min && !max && !call_one(p, name, value))
        return false;
    while ((min || max) && take(p, ',')) {
        struct declared_number other;
        if (!comparison(p, &other))
            return false;
        const double a = declared_number_real(value), b = declared_number_real(&other);
        if (min ? b < a : b > a)
            *value = other;
    }
    return take(p, ')') || fail(p, "wants ')' at '%.20s'", p->at);
}

static bool take_name(struct parser *p, char name[NAME_BYTES])
{
    size_t length = 0;
    skip(p);
    if (!isalpha((unsigned char)*p->at) && *p->at != '_')
        return false;
    while (isalnum((unsigned char)p->at[length]) || p->at[length] == '_')
        length++;
    if (length >= NAME_BYTES)
        return false;
    memcpy(name, p->at, length);
    name[length] = 0;
    p->at += length;
    return true;
}

/* Bytes of a type of GLSL or HLSL by its name, such as "uint64_t"; 0 for one that is not known. */
static int64_t declared_type_bytes(const char *type)
{
    const struct context_type *found = context_type_find(type);
    return found ? found->bytes : 0;
}

static bool size_of(struct parser *p, struct declared_number *value)
{
    char name[NAME_BYTES];
    *value = (struct declared_number){ 0 };
    if (!take_name(p, name) || !take(p, ')'))
        return fail(p, "sizeof takes the name of an axis of types");
    value->whole = declared_type_bytes(name);
    return value->whole > 0 || p->names->type_bytes(p->names->user, name, &value->whole) ||
           fail(p, "%.191s", trouble_text());
}

/* Terms ---------------------------------------------------------------------------------------- */

static bool literal(struct parser *p, struct declared_number *value)
{
    char *end;
    const size_t digits = strspn(p->at, "0123456789");
    if (p->at[digits] != '.' && p->at[digits] != 'e' && p->at[digits] != 'E') {
        errno = 0;
        *value = (struct declared_number){ .whole = strtoll(p->at, &end, 10) };
        p->at = end;
        return errno == 0 || fail(p, "overflows 64 bits");
    }
    const double real = strtod(p->at, &end);
    p->at = end;
    return set_real(p, real, value);
}

static bool term(struct parser *p, struct declared_number *value)
{
    char name[NAME_BYTES];
    if (++p->depth > DEPTH_MAX)
        return fail(p, "is nested too deep");
    if (p->names->terms)
        ++*p->names->terms;
    skip(p);
    bool good;
    if (take(p, '-')) {
        struct declared_number negative = { 0 };
        good = term(p, value) && apply(p, '-', &negative, value);
        *value = negative;
    } else if (take(p, '(')) {
        good = comparison(p, value) && (take(p, ')') || fail(p, "wants ')' at '%.20s'", p->at));
    } else if (isdigit((unsigned char)*p->at)) {
        good = literal(p, value);
    } else if (!take_name(p, name)) {
        good = fail(p, "wants a number or a name at '%.20s'", p->at);
    } else if (take(p, '(')) {
        good = strcmp(name, "sizeof") == 0 ? size_of(p, value) : call(p, name, value);
    } else {
        good = p->names->value(p->names->user, name, value) || fail(p, "%.191s", trouble_text());
    }
    p->depth--;
    return good;
}

/* Shifts (level 0) of sums (1) of products (2) of terms, each from left to right. */
static bool chain(struct parser *p, int level, struct declared_number *value)
{
    static const char *const signs[] = { "<>", "+-", "*/%" };
    struct declared_number other;
    if (level == 3)
        return term(p, value);
    bool good = chain(p, level + 1, value);
    while (good && (skip(p), *p->at) && strchr(signs[level], *p->at) &&
           (level > 0 || p->at[1] == *p->at)) {
        const char sign = *p->at;
        p->at += level > 0 ? 1 : 2;
        good = chain(p, level + 1, &other) &&
               (level == 0 || sign == '%' ? apply_whole(p, sign, value, &other)
                                          : apply(p, sign, value, &other));
    }
    return good;
}

/* At most one, since a < b < c is not what it seems. */
static bool comparison(struct parser *p, struct declared_number *value)
{
    struct declared_number other;
    if (!chain(p, 0, value))
        return false;
    skip(p);
    const char sign = *p->at;
    const bool or_equal = sign != 0 && p->at[1] == '=';
    if (sign != '<' && sign != '>' && !((sign == '=' || sign == '!') && or_equal))
        return true;
    p->at += or_equal ? 2 : 1;
    if (!chain(p, 0, &other))
        return false;
    const double a = declared_number_real(value), b = declared_number_real(&other);
    const bool exact = !value->is_real && !other.is_real;
    const bool less = exact ? value->whole < other.whole : a < b;
    const bool equal = exact ? value->whole == other.whole : a == b;
    *value = (struct declared_number){ .whole = sign == '='   ? equal
                                                : sign == '!' ? !equal
                                                : sign == '<' ? less || (or_equal && equal)
                                                              : !less && (or_equal || !equal) };
    return true;
}

bool declared_formula_value(const char *formula, const struct declared_names *names,
                            struct declared_number *value)
{
    struct parser p = { .formula = formula, .at = formula, .names = names };
    if (!comparison(&p, value))
        return false;
    skip(&p);
    return *p.at == 0 ||
           fail(&p, "is not understood at '%.20s': there are + - * / %% << >> < <= > >= == != ( )",
                p.at);
}

bool declared_type_fits(const char *type, uint64_t bytes)
{
    const uint64_t each = type ? (uint64_t)declared_type_bytes(type) : 0;
    if (each == 0 || bytes % each == 0)
        return true;
    return trouble("has %llu bytes, no multiple of the %llu of a %s: mend \"bytes\" or \"type\"",
                   (unsigned long long)bytes, (unsigned long long)each, type);
}

/* Scope ---------------------------------------------------------------------------------------- */

enum { NAMES_DEPTH_MAX = 16 };

struct declared_scope declared_scope_of(const struct declared_spec *spec,
                                        const struct declared_variant *variant,
                                        const struct context *context)
{
    struct declared_scope scope = { .spec = spec, .variant = variant, .seed = context->seed };
    for (size_t i = 0; i < spec->axis_count; i++)
        scope.values[i] = context_text(context, spec->axes[i].axis.name);
    for (size_t i = 0; variant && i < variant->axis_count; i++)
        scope.own[i] = context_text(context, variant->axes[i].axis.name);
    return scope;
}

const char *declared_scope_axis(const struct declared_scope *scope, const char *axis)
{
    const struct declared_spec *spec = scope->spec;
    const struct declared_variant *variant = scope->variant;
    const struct declared_axis *own, *found = NAMED(spec->axes, spec->axis_count, axis);
    if (found)
        return scope->values[found - spec->axes];
    own = variant ? NAMED(variant->axes, variant->axis_count, axis) : NULL;
    return own ? scope->own[own - variant->axes] : NULL;
}

const char *declared_scope_type(const struct declared_scope *scope,
                                const struct declared_buffer *buffer)
{
    const char *named = buffer->type ? declared_scope_axis(scope, buffer->type) : NULL;
    return named ? named : buffer->type ? buffer->type : "uint";
}

struct context_element declared_scope_element(const struct declared_scope *scope,
                                              const struct declared_buffer *buffer)
{
    const struct context_type *type = context_type_find(declared_scope_type(scope, buffer));
    return (struct context_element){ .noun = "element",
                                     .form = type->form,
                                     .bytes = type->bytes,
                                     .components = type->components,
                                     .absolute = buffer->absolute,
                                     .relative = buffer->relative,
                                     .share = buffer->check == DECLARED_PROGRAM ? 1 : buffer->share,
                                     .exact = buffer->check != DECLARED_NEAR,
                                     .multiset = buffer->check == DECLARED_MULTISET };
}

/* Names in a circle, or that stand for too much, leave one message: that of the last name. */
static bool let_value(const struct declared_scope *scope, const struct declared_let *let,
                      struct declared_number *value)
{
    if (*scope->terms <= DECLARED_TERMS_MAX && declared_scope_number(scope, &let->amount, value))
        return true;
    if (*scope->terms > DECLARED_TERMS_MAX)
        return trouble("'%.60s' makes the formulas of this case longer than %d terms: let the "
                       "names in it stand for less",
                       let->name, DECLARED_TERMS_MAX);
    return strstr(trouble_text(), "refers to itself") &&
           trouble("'%.60s' refers to itself", let->name);
}

static bool name_value(const void *user, const char *name, struct declared_number *value)
{
    struct declared_scope deeper = *(const struct declared_scope *)user;
    const char *axis = declared_scope_axis(&deeper, name);
    if (axis) {
        value->is_real = strpbrk(axis, ".e");
        value->real = value->is_real ? strtod(axis, NULL) : 0;
        value->whole = value->is_real ? 0 : strtoll(axis, NULL, 10);
        return true;
    }
    const struct declared_spec *spec = deeper.spec;
    const char *const *number = NAMED(spec->numbers, spec->number_count, name);
    const struct declared_level *level = NAMED(deeper.levels, deeper.level_count, name);
    if (number || level) {
        *value = (struct declared_number){ .whole = number ? deeper.numbers[number - spec->numbers]
                                                           : level->value };
        return true;
    }
    if (++deeper.depth > NAMES_DEPTH_MAX)
        return trouble("'%.60s' refers to itself", name);
    deeper.level_count = 0;
    const struct declared_let *let = NAMED(spec->lets, spec->let_count, name);
    return let ? let_value(&deeper, let, value) : trouble("there is no name '%.60s'", name);
}

static bool type_bytes(const void *user, const char *axis, int64_t *bytes)
{
    const char *type = declared_scope_axis(user, axis);
    *bytes = type ? declared_type_bytes(type) : 0;
    return *bytes > 0 ||
           trouble("sizeof(%s): the size of a type '%.60s' is not known", axis, type ? type : axis);
}

bool declared_scope_number(const struct declared_scope *scope, const struct declared_amount *amount,
                           struct declared_number *number)
{
    size_t own = 0;
    struct declared_scope counted = *scope;
    counted.terms = scope->terms ? scope->terms : &own;
    const struct declared_names names = { name_value, type_bytes, &counted, false, counted.terms };
    *number = amount->number;
    if (!amount->formula || declared_formula_value(amount->formula, &names, number))
        return true;
    if (scope->depth > 0)
        return trouble("%.399s", trouble_text());
    return trouble("technique.json:%d: %.399s", amount->line, trouble_text());
}

bool declared_scope_whole(const struct declared_scope *scope, const struct declared_amount *amount,
                          const char *what, uint64_t most, uint64_t *whole)
{
    struct declared_number number;
    *whole = 0;
    if (!declared_scope_number(scope, amount, &number))
        return false;
    const char *formula = amount->formula ? amount->formula : "";
    if (number.is_real)
        return trouble("technique.json:%d: %s: '%.100s' is %g, not a whole number: use ceil() or "
                       "floor()",
                       amount->line, what, formula, number.real);
    if (number.whole < 0 || (uint64_t)number.whole > most)
        return trouble("technique.json:%d: %s: '%.100s' is %" PRId64 ", not within 0..%" PRIu64,
                       amount->line, what, formula, number.whole, most);
    *whole = (uint64_t)number.whole;
    return true;
}

bool declared_scope_size(const struct declared_scope *scope, const struct declared_image *image,
                         uint32_t size[2])
{
    uint64_t width, height;
    if (!declared_scope_whole(scope, &image->size[0], "width", 1 << 20, &width) ||
        !declared_scope_whole(scope, &image->size[1], "height", 1 << 20, &height))
        return false;
    size[0] = (uint32_t)width;
    size[1] = (uint32_t)height;
    return true;
}

bool declared_scope_bytes(const struct declared_scope *scope, const struct declared_buffer *buffer,
                          uint64_t most, uint64_t *bytes)
{
    uint32_t size[2];
    if (!buffer->image)
        return declared_scope_whole(scope, &buffer->bytes, buffer->name, most, bytes);
    if (!declared_scope_size(scope, buffer->image, size))
        return false;
    *bytes = (uint64_t)size[0] * size[1] * gpu_format_bytes(buffer->image->format);
    if (*bytes > most)
        trouble("technique.json:%d: the image %s has more than %" PRIu64 " bytes",
                buffer->image->size[0].line, buffer->name, most);
    return *bytes <= most;
}

char *declared_scope_file(const struct declared_scope *scope, const char *file)
{
    struct text text = { 0 };
    while (*file) {
        const size_t length = strcspn(file, "{");
        text_add_format(&text, "%.*s", (int)length, file);
        file += length;
        if (!*file)
            break;
        OWNED char *axis = text_make("%.*s", (int)strcspn(file + 1, "}"), file + 1);
        text_add(&text, declared_scope_axis(scope, axis));
        file += strlen(axis) + 2;
    }
    return text_take(&text);
}
