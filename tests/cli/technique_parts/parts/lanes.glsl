#define LANES 64
