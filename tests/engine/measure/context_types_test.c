/* SPDX-License-Identifier: MIT */
/*
 * context_types_test.c: each type is what a compiler makes of its name; and of each, by each check,
 * an answer that is wrong in one place fails, and one that is right passes. Exit code: 77 without a
 * compiler of GLSL.
 */
#include "harness/base/base.h"
#include "harness/context.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/shaders/shaders.h"
#include "harness/half.h"
#include "tests/files.h"

/* SPIR-V --------------------------------------------------------------------------------------- */

static const char *const source =
    "#version 460\n"
    "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
    "#define half float16_t\n#define uint2 uvec2\n#define uint4 uvec4\n#define int2 ivec2\n"
    "#define int4 ivec4\n#define float2 vec2\n#define float4 vec4\n"
    "layout(local_size_x = 1) in;\n"
    "layout(std430, binding = 0) buffer B { T x[]; };\n"
    "void main() { x[0] = x[1]; }\n";

static const uint32_t *instruction(const struct compiled *compiled, uint32_t code, uint32_t id)
{
    for (size_t i = 5; i < compiled->bytes / 4; i += compiled->words[i] >> 16)
        if ((compiled->words[i] & 0xffff) == code && (id == 0 || compiled->words[i + 1] == id))
            return &compiled->words[i];
    return NULL;
}

/* The stride and the element of the one array, by its SPIR-V. */
static struct context_type compiled_type(const struct compiled *compiled)
{
    enum { INT = 21, FLOAT = 22, VECTOR = 23, ARRAY = 29, DECORATE = 71, STRIDE = 6 };
    struct context_type type = { .components = 1 };
    const uint32_t *array = instruction(compiled, ARRAY, 0);
    assert_non_null(array);
    for (size_t i = 5; i < compiled->bytes / 4; i += compiled->words[i] >> 16)
        if ((compiled->words[i] & 0xffff) == DECORATE && compiled->words[i + 1] == array[1] &&
            compiled->words[i + 2] == STRIDE)
            type.bytes = compiled->words[i + 3];
    const uint32_t *vector = instruction(compiled, VECTOR, array[2]);
    const uint32_t number = vector ? vector[2] : array[2];
    const uint32_t *integer = instruction(compiled, INT, number);
    const uint32_t *real = instruction(compiled, FLOAT, number);
    assert_true(integer || real);
    type.components = vector ? vector[3] : 1;
    type.form = real ? CONTEXT_FLOAT : integer[3] ? CONTEXT_SIGNED : CONTEXT_UNSIGNED;
    assert_int_equal((real ? real : integer)[2] / 8 * type.components, type.bytes);
    return type;
}

TEST(test_compiler)
{
    CLEANUP(scratch_destroy) struct scratch scratch;
    assert_int_equal(scratch_create(&scratch), 0);
    CLEANUP(free_pointer) char *path = text_make("%s/types.comp", scratch.path);
    file_write_text(path, source);
    for (const struct context_type *type = context_types; type->name; type++) {
        const struct compiler_request request = { .path = path,
                                                  .defines = { { "T", type->name } },
                                                  .define_count = 1 };
        CLEANUP(compiler_finish) struct compiled compiled;
        if (!compiler_run(&request, &compiled))
            fail_msg("%s: %s %s", type->name, trouble_text(), compiled.log ? compiled.log : "");
        const struct context_type made = compiled_type(&compiled);
        if (made.form != type->form || made.bytes != type->bytes ||
            made.components != type->components)
            fail_msg("%s: a compiler has form %d, %u bytes, %u components", type->name, made.form,
                     made.bytes, made.components);
    }
}

/* Answers -------------------------------------------------------------------------------------- */

enum { COUNT = 65, BYTES = 16 * COUNT, POISON = 0xA5 };

static const struct context_type *type; /* that is tried */
static uint8_t wanted[BYTES], came[BYTES];

static uint32_t number_bytes(void)
{
    return type->bytes / type->components;
}

/* Writes number i of the array. */
static void set(uint8_t *array, size_t i, double value)
{
    const double wide = value;
    const float single = (float)value;
    const uint16_t half = half_from_float(single);
    const int64_t whole = isfinite(value) ? (int64_t)value : 0;
    const uint32_t bytes = number_bytes();
    const void *from = type->form != CONTEXT_FLOAT ? (const void *)&whole
                       : bytes == 8                ? (const void *)&wide
                       : bytes == 4                ? (const void *)&single
                                                   : (const void *)&half;
    memcpy(array + i * bytes, from, bytes);
}

static void flip_sign(uint8_t *array, size_t i)
{
    array[(i + 1) * number_bytes() - 1] ^= 0x80;
}

static double value_of(size_t i)
{
    return (double)(33 + i * 7 % 31);
}

static void fill(void)
{
    for (size_t i = 0; i < (size_t)COUNT * type->components; i++)
        set(wanted, i, value_of(i));
    memcpy(came, wanted, sizeof(came));
}

static bool compare(struct context_element element, struct context_errors *errors)
{
    CLEANUP(context_finish) struct context context;
    element.form = type->form;
    element.bytes = type->bytes;
    element.components = type->components;
    element.errors = errors;
    context_init(&context, 1, (struct context_values){ 0 });
    const bool right = context_compare(&context, "x", came, wanted, COUNT, element);
    assert_int_equal(context_trouble(&context), right ? CONTEXT_OK : CONTEXT_MISMATCH);
    return right;
}

static const struct context_element equal = { .exact = true };
static const struct context_element multiset = { .exact = true, .multiset = true };
static const struct context_element near = { .absolute = 2 };
static const struct context_element relative = { .relative = 0.125 };
static const struct context_element *const checks[] = { &equal, &multiset, &near, &relative };

/* Number i of what came is that value for once: says whether the check should let it pass. */
static void expect(size_t check, size_t i, double value, bool passes, const char *what)
{
    uint8_t kept[BYTES];
    struct context_errors errors;
    memcpy(kept, came, sizeof(kept));
    if (isnan(value))
        flip_sign((set(came, i, value), came), i);
    else
        set(came, i, value);
    if (compare(*checks[check], &errors) != passes)
        fail_msg("%s, check %zu, number %zu: %s", type->name, check, i, what);
    assert_int_equal(errors.wrong > 0, !passes);
    assert_true(isfinite(errors.greatest) && isfinite(errors.rms));
    if (!passes && check != 1) {
        assert_int_equal(errors.wrong, 1);
        assert_int_equal(errors.first, i / type->components);
        assert_true(errors.share == 1.0 / COUNT);
        struct context_element most = *checks[check];
        most.share = 1.0 / COUNT;
        assert_true(compare(most, &errors));
        most.share *= 0.99;
        assert_false(compare(most, &errors));
    }
    memcpy(came, kept, sizeof(came));
}

static void expect_place(size_t i)
{
    const double value = value_of(i);
    for (size_t check = 0; check < 4; check++) {
        const double allowed = check == 2 ? 2 : check == 3 ? 0.125 * value : 0;
        const double step = type->form == CONTEXT_FLOAT ? 0.03125 : 1;
        expect(check, i, value, true, "is right");
        expect(check, i, value + 1, allowed >= 1, "is off by 1");
        expect(check, i, 0, false, "is 0");
        if (allowed > 0) {
            expect(check, i, value + floor(0.9 * allowed / step) * step, true, "is within");
            expect(check, i, value - floor(0.9 * allowed / step) * step, true, "is within");
            expect(check, i, value + ceil(1.1 * allowed / step) * step, false, "is beyond");
            expect(check, i, value - ceil(1.1 * allowed / step) * step, false, "is beyond");
        }
        if (type->form != CONTEXT_UNSIGNED)
            expect(check, i, -value, false, "has another sign");
        uint8_t kept[BYTES];
        memcpy(kept, came, sizeof(kept));
        memset(came + i * number_bytes() / 4 * 4, POISON, number_bytes() > 4 ? number_bytes() : 4);
        assert_false(compare(*checks[check], NULL));
        memcpy(came, kept, sizeof(came));
        if (type->form != CONTEXT_FLOAT)
            continue;
        expect(check, i, INFINITY, false, "is infinite");
        expect(check, i, -INFINITY, false, "is infinite");
        expect(check, i, NAN, false, "is no number");
        const double ends[] = { INFINITY, -INFINITY, NAN };
        for (size_t k = 0; k < 3; k++) {
            set(wanted, i, ends[k]);
            set(came, i, ends[k]);
            for (size_t other = 0; other < 3; other++)
                expect(check, i, ends[other], k == other, "is an end");
            expect(check, i, value, false, "is finite");
            set(wanted, i, value);
            set(came, i, value);
        }
        set(wanted, i, 0);
        set(came, i, 0);
        flip_sign(came, i);
        assert_int_equal(compare(*checks[check], NULL), allowed > 0);
        set(wanted, i, value);
        set(came, i, value);
    }
}

TEST(test_places)
{
    for (type = context_types; type->name; type++) {
        const size_t last = (size_t)COUNT * type->components;
        fill();
        for (size_t i = 0; i < type->components; i++) {
            expect_place(i);
            expect_place(last / 2 + i);
            expect_place(last - 1 - i);
        }
    }
}

/* A multiset is one of whole elements: any order of these, and none of their numbers. */
TEST(test_order)
{
    for (type = context_types; type->name; type++) {
        fill();
        for (size_t i = 0; i < COUNT; i++)
            memcpy(came + i * type->bytes, wanted + (i * 31 + 7) % COUNT * type->bytes,
                   type->bytes);
        assert_false(compare(equal, NULL));
        assert_true(compare(multiset, NULL));
        if (type->form == CONTEXT_FLOAT) { /* NaNs lie on either side of a negative number */
            fill();
            set(wanted, 0, NAN);
            set(came, 0, NAN);
            flip_sign(came, 0);
            set(wanted, type->components, -1);
            set(came, type->components, -1);
            assert_true(compare(multiset, NULL));
        }
        if (type->components == 1)
            continue;
        const double first = value_of(0);
        fill();
        set(came, 0, value_of(type->components));
        set(came, type->components, first);
        assert_false(compare(multiset, NULL));
    }
}

/* 64-bit integers do not go through doubles, and their differences do not overflow. */
TEST(test_long)
{
    static const struct {
        const char *type;
        uint64_t wanted, came;
        double absolute, relative;
        bool passes;
    } rows[] = {
        { "uint64_t", UINT64_C(1) << 60, (UINT64_C(1) << 60) + 100, 1, 0, false },
        { "uint64_t", UINT64_C(1) << 60, (UINT64_C(1) << 60) + 2, 1, 0, false },
        { "uint64_t", UINT64_C(1) << 60, (UINT64_C(1) << 60) - 1, 1, 0, true },
        { "uint64_t", 0, UINT64_MAX, 1, 0, false },
        { "uint64_t", UINT64_MAX, 0, 1, 0.5, false },
        { "uint64_t", UINT64_C(1) << 60, (UINT64_C(1) << 60) + 1025, 0, 0x1p-50, false },
        { "uint64_t", UINT64_C(1) << 60, (UINT64_C(1) << 60) + 1024, 0, 0x1p-50, true },
        { "uint64_t", 0, UINT64_MAX, 0x1p64, 0, true },
        { "int64_t", (uint64_t)INT64_MIN, INT64_MAX, 1e3, 0.5, false },
        { "int64_t", (uint64_t)INT64_MIN, (uint64_t)INT64_MIN + 1, 1, 0, true },
        { "int64_t", UINT64_MAX, 0, 1, 0, true },
        { "int64_t", UINT64_MAX, 1, 1, 0, false },
        { "int", (uint32_t)INT32_MIN, INT32_MAX, 1, 0.5, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        type = context_type_find(rows[i].type);
        fill();
        memcpy(wanted + type->bytes, &rows[i].wanted, type->bytes);
        memcpy(came + type->bytes, &rows[i].came, type->bytes);
        if (compare((struct context_element){ .absolute = rows[i].absolute,
                                              .relative = rows[i].relative },
                    NULL) != rows[i].passes)
            fail_msg("row %zu", i);
    }
}

/* Errors are those of numbers: a pair that is right in one is half as far off. */
TEST(test_errors)
{
    struct context_errors errors;
    type = context_type_find("vec2");
    fill();
    assert_true(compare(equal, &errors));
    assert_true(errors.greatest == 0 && errors.rms == 0 && errors.share == 0);
    set(came, 5, value_of(5) + 4);
    assert_false(compare(near, &errors));
    assert_true(errors.greatest == 4 && fabs(errors.rms - sqrt(16.0 / (2 * COUNT))) < 1e-12);
    assert_true(errors.wrong == 1 && errors.first == 2);
    set(came, 8, -INFINITY);
    assert_false(compare(near, &errors));
    assert_true(errors.greatest == 4 && errors.wrong == 2);
}

/* A pixel that is the poison's value by chance was written where its neighbours were. */
TEST(test_small_poison)
{
    type = context_type_find("uint8_t");
    fill();
    wanted[9] = POISON - 1;
    came[9] = POISON;
    assert_true(compare(near, NULL));
    memset(wanted + 8, POISON - 1, 4);
    memset(came + 8, POISON, 4);
    assert_false(compare(near, NULL));
}
