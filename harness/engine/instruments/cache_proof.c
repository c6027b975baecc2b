/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/cache_proof.h"

static const double clean_excess = 1.05;

bool cache_proof_is_cold(const struct cache_proof *proof)
{
    return proof->sweep_bytes > 0 && proof->cold_low_ns > proof->hot_high_ns;
}

bool cache_proof_is_clean(const struct cache_proof *proof)
{
    return proof->sweep_bytes > 0 && proof->cold_ns <= clean_excess * proof->clean_ns;
}
