/* SPDX-License-Identifier: MIT */
/*
 * element.glsl: entries of a stream, tuples of four words or indices of one, by a specialization
 * constant: one shader for both, of which the compiler keeps one. bench/stream_reduction/source.h
 * has what they hold.
 */
#ifndef STREAM_REDUCTION_ELEMENT_GLSL
#define STREAM_REDUCTION_ELEMENT_GLSL

layout(constant_id = 1) const uint ELEMENT_WORDS = 4;

layout(std430, binding = 0) readonly buffer Tuples { uvec4 tuples[]; };
layout(std430, binding = 0) readonly buffer Indices { uint indices[]; };
layout(std430, binding = 1) writeonly buffer OutputTuples { uvec4 output_tuples[]; };
layout(std430, binding = 1) writeonly buffer OutputIndices { uint output_indices[]; };

/* Each word of a null entry: -1.0, or the greatest index. */
const uint NULL_WORD = ELEMENT_WORDS == 4 ? 0xbf800000u : 0xffffffffu;

uvec4 element_null()
{
    return uvec4(NULL_WORD);
}

/* An index has its word in all four. */
uvec4 element_load(uint k)
{
    return ELEMENT_WORDS == 4 ? tuples[k] : uvec4(indices[k]);
}

bool element_valid(uvec4 element)
{
    return element != element_null();
}

void element_store(uint k, uvec4 element)
{
    if (ELEMENT_WORDS == 4)
        output_tuples[k] = element;
    else
        output_indices[k] = element.x;
}

#endif
