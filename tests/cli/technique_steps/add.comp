// SPDX-License-Identifier: MIT
#version 460
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A {uint a[];};
layout(push_constant) uniform P {uint n, level;};
void main(){uint i=gl_GlobalInvocationID.x; if(i<n) a[i]+=level;}
