# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# recorder.sh: what scripts begin with, behind faults.sh, that look at what Vulkan is told: `recorder` is the layer of
# tests/engine/gpu/recorder_layer.c.
mkdir -p -- "$work/layers"
cat >"$work/layers/recorder.json" <<END
{ "file_format_version": "1.2.0",
  "layer": { "name": "VK_LAYER_CLAIMCHECK_recorder", "type": "GLOBAL", "library_path": "$recorder",
             "api_version": "1.3.239", "implementation_version": "1", "description": "writes down what it is told" } }
END

# recorded COMMAND...: runs it below the layer, which writes `log`.
recorded() {
    : >"$work/log"
    local -x CLAIMCHECK_RECORDER=$work/log VK_LAYER_PATH=$work/layers VK_INSTANCE_LAYERS=VK_LAYER_CLAIMCHECK_recorder
    "$@"
    [ -s "$work/log" ] || fail "$*: the layer was not loaded"
}
