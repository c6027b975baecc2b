// SPDX-License-Identifier: MIT
#version 460
layout(local_size_x=64) in;
layout(std430,binding=0) buffer A {uint a[];};
void main(){ if (gl_WorkGroupID.x == 7) a[0]=1;}
