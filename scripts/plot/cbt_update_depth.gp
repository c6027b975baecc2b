# SPDX-License-Identifier: MIT
# cbt_update_depth.gp: time of a frame over the depth of the tree; pools, dashed, do not depend on it.

set label 1 plot_title at screen 0.02,0.965 left font ",17" noenhanced
set label 2 workload.'; at each depth all have the same leaves' at screen 0.02,0.925 left font ",12" textcolor rgb "#444444" noenhanced
set label 3 where at screen 0.02,0.02 left font ",11" textcolor rgb "#666666" noenhanced
set tmargin at screen 0.89
set bmargin at screen 0.14
set key outside right top noenhanced
set logscale y
set xtics 1 nomirror
set ytics nomirror
set xlabel 'greatest depth D'
set ylabel 'median of a frame (µs), logarithmic'
set grid ytics lc rgb "#e6e6e6" lw 1
set offsets 0.5, 0.5, 0, 0

do for [output = 0:1] {
    if (output == 0) {
        set terminal svg size 1000,640 dynamic noenhanced font "sans-serif,13" background rgb "white"
        set output name.'.svg'
    } else {
        set terminal pngcairo size 2000,1280 noenhanced font "sans,13" fontscale 1.9 linewidth 2 pointscale 2 background rgb "white"
        set output name.'.png'
    }
    eval 'plot '.curves
    unset output
}
