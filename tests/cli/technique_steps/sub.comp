// SPDX-License-Identifier: MIT
#version 460
layout(local_size_x=64) in;
layout(std430,binding=0) readonly buffer A {uint a[];};
layout(std430,binding=1) writeonly buffer B {uint b[];};
layout(push_constant) uniform P {uint n, d;};
void main(){uint i=gl_GlobalInvocationID.x; if(i<n) b[n-1-i]=a[i]-d;}
