#include "parts/lanes.glsl"
layout(local_size_x = LANES) in;
