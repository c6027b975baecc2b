# SPDX-License-Identifier: MIT
# After Figures 5 and 6 of Weber, "Memory-efficient Adaptive Subdivision for Software Rendering on the GPU": time over
# memory. Above this stand the variables and data blocks that reyes_subdivision.awk makes. Names hold underscores, so text
# is never "enhanced".
set encoding utf8
set datafile separator "\t"
set border 3 lc rgb "#444444"
set lmargin at screen 0.1
set rmargin at screen 0.78
set tmargin at screen 0.83
set bmargin at screen 0.185
set label 1 plot_title at screen 0.02,0.955 left font ",16" noenhanced
set label 2 workload at screen 0.02,0.91 left font ",12" textcolor rgb "#333333" noenhanced
set label 3 where at screen 0.02,0.872 left font ",11" textcolor rgb "#666666" noenhanced
caption = 'Medians with their 95 % intervals: GPU time, and wall time of those with the host in the loop (_host).'
caption2 = 'A point per batch size, number of groups or group size; memory holds the patches and all drawn ranges, too.'
set label 4 caption at screen 0.02,0.062 left font ",11" textcolor rgb "#666666" noenhanced
set label 5 caption2 at screen 0.02,0.027 left font ",11" textcolor rgb "#666666" noenhanced
set key at screen 0.99,0.82 right top noenhanced font ",11"
set logscale xy
set xtics nomirror scale 0.6
set ytics nomirror scale 0.6
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set xlabel 'device memory (MiB), logarithmic' noenhanced
set ylabel 'time (µs), logarithmic' offset 1.5,0 noenhanced
set grid xtics ytics lc rgb "#e6e6e6" lw 1
set linetype 1 lc rgb "#999999"
set linetype 2 lc rgb "#E69F00"
set linetype 3 lc rgb "#56B4E9"
set linetype 4 lc rgb "#000000"
set linetype 5 lc rgb "#D55E00"
set linetype 6 lc rgb "#0072B2"
set linetype 7 lc rgb "#CC79A7"
set linetype 8 lc rgb "#009E73"
set linetype 9 lc rgb "#8B5A2B"
set linetype 10 lc rgb "#B00020"
do for [output = 0:1] {
    if (output == 0) {
        set terminal svg size 1000,640 dynamic noenhanced font "sans-serif,13" background rgb "white"
        set output name.'.svg'
    } else {
        set terminal pngcairo size 2000,1280 noenhanced font "sans,13" fontscale 1.9 linewidth 2 pointscale 2 background rgb "white"
        set output name.'.png'
    }
    eval 'plot '.curve_plot
    unset output
}
