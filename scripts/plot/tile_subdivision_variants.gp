# SPDX-License-Identifier: MIT
# Dot and whisker: speed-up of every case of one workload over the baseline per_level, sorted, on a log2 axis. Above this
# stand the variables and data blocks that tile_subdivision.awk makes.
set encoding utf8
set datafile separator "\t"
height = 190 + 25 * rows
set border 1 lc rgb "#444444"
set lmargin at screen 0.235
set rmargin at screen 0.985
set tmargin at screen 1 - 100.0 / height
set bmargin at screen 92.0 / height
set label 1 plot_title at screen 0.02, 1 - 28.0 / height left font ",16" noenhanced
set label 2 workload at screen 0.02, 1 - 56.0 / height left font ",12" textcolor rgb "#333333" noenhanced
set label 3 where at screen 0.02, 1 - 80.0 / height left font ",11" textcolor rgb "#666666" noenhanced
set label 4 'Points: ratio of per_level''s time to the case''s, by rounds; bars: its 95 % interval. Shaded: within 2 %. At the right: median time.' \
    at screen 0.02, 18.0 / height left font ",11" textcolor rgb "#666666" noenhanced
unset key
set yrange [0.3:rows + 0.7]
set ytics nomirror scale 0
set logscale x 2

# The times stand in a column right of the largest ratio, in the plot's own coordinates.
x_end = x_high * (x_high / x_low) ** 0.16
x_time = x_high * (x_high / x_low) ** 0.145
set xrange [x_low:x_end]
set xtics nomirror scale 0.6
set label 6 'speed-up over per_level (log2; right is faster)' \
    at sqrt(x_low * x_high), screen 46.0 / height center noenhanced
set grid xtics noytics lc rgb "#e6e6e6" lw 1
set object 1 rectangle from 1 / 1.02, graph 0 to 1.02, graph 1 behind fillcolor rgb "#999999" fillstyle transparent solid 0.25 noborder
set arrow 1 from 1, graph 0 to 1, graph 1 nohead back lw 1.5 lc rgb "#D55E00"

# gnuplot 5.4 crashes on labels without a single point, hence the loop of no or one turn.
do for [output = 0:1] {
    if (output == 0) {
        set terminal svg size 1000,height dynamic noenhanced font "sans-serif,13" background rgb "white"
        set output name.'.svg'
    } else {
        set terminal pngcairo size 2000,2 * height noenhanced font "sans,13" fontscale 1.9 linewidth 2 pointscale 2 background rgb "white"
        set output name.'.png'
    }
    plot $CASES using 2:1:3:4:5 with xerrorbars pt 0 ps 0 lw 1.8 lc rgb variable, \
         $CASES using 2:1:6:5 with points pointsize 1.1 pointtype variable lc rgb variable, \
         $CASES using (x_time):1:7 with labels right font ",11" textcolor rgb "#444444" noenhanced, \
         for [k = 1:others > 0] $OTHERS using (x_low * (x_high / x_low) ** 0.02):1:2 with labels left font ",11" textcolor rgb "#888888" noenhanced
    unset output
}
