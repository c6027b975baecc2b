# SPDX-License-Identifier: MIT
# Bandwidth over the working set: the knees are the caches. Above this stand the variables and data blocks that
# ceilings.awk makes.
set encoding utf8
set datafile separator "\t"
set border 3 lc rgb "#444444"
set lmargin at screen 0.09
set rmargin at screen 0.985
set tmargin at screen 0.85
set bmargin at screen 0.16
set label 1 plot_title at screen 0.02,0.955 left font ",16" noenhanced
set label 3 where at screen 0.02,0.905 left font ",11" textcolor rgb "#666666" noenhanced
set label 4 'Median over passes; bars: 95 % interval. Bytes read and written both count.' \
    at screen 0.02,0.03 left font ",11" textcolor rgb "#666666" noenhanced
set key top right noenhanced
set logscale x 2
set xrange [x_low:x_high]
set logscale y
set xtics nomirror scale 0.6 ("16 KiB" 2**14, "64 KiB" 2**16, "256 KiB" 2**18, "1 MiB" 2**20, "4 MiB" 2**22, "16 MiB" 2**24, \
    "64 MiB" 2**26, "256 MiB" 2**28, "1 GiB" 2**30, "4 GiB" 2**32)
set xlabel 'working set (logarithmic)' offset 0,0.4 noenhanced
set ytics nomirror scale 0.6
set ylabel 'GB/s (logarithmic)' offset 0.5,0 noenhanced
set grid xtics ytics lc rgb "#e6e6e6" lw 1

# gnuplot 5.4 crashes on plots without a single point, hence the loops of no or one turn.
do for [output = 0:1] {
    if (output == 0) {
        set terminal svg size 1000,560 dynamic noenhanced font "sans-serif,13" background rgb "white"
        set output name.'.svg'
    } else {
        set terminal pngcairo size 2000,1120 noenhanced font "sans,13" fontscale 1.9 linewidth 2 pointscale 2 background rgb "white"
        set output name.'.png'
    }
    plot for [k = 1:has_read] $READ using 1:2:3:4 with yerrorlines pt 7 ps 0.7 lw 1.8 lc rgb "#0072B2" title 'read', \
         for [k = 1:has_copy] $COPY using 1:2:3:4 with yerrorlines pt 5 ps 0.7 lw 1.8 lc rgb "#009E73" title 'copy', \
         for [k = 1:has_write] $WRITE using 1:2:3:4 with yerrorlines pt 9 ps 0.8 lw 1.8 lc rgb "#D55E00" title 'write'
    unset output
}
