# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# recorder.sh: what scripts begin with, behind faults.sh, that look at what Vulkan is told: `recorder` is the layer of
# tests/engine/gpu/recorder_layer.c.
layer "$work/layers/recorder.json" recorder "$recorder"

# recorded COMMAND...: runs it below the layer, which writes `log`.
recorded() {
    : >"$work/log"
    local -x CLAIMCHECK_RECORDER=$work/log VK_LAYER_PATH=$work/layers VK_INSTANCE_LAYERS=VK_LAYER_CLAIMCHECK_recorder
    "$@"
    [ -s "$work/log" ] || fail "$*: the layer was not loaded"
}
