# SPDX-License-Identifier: MIT
"""What scripts/maintain/contribution looks at: name its folder and name, formula its texts, kernels their hashes, plausible its
times, known what the repository knows, ratio those to baselines, private what it says of the machine. Each has troubles(), lines."""
