# SPDX-License-Identifier: MIT
# After Figure 8 of Tokuyoshi, "An Implementation of Adaptive Tile Subdivision on the GPU": time against SUBTREE_LEVELS.
# Above this stand the variables and data blocks that tile_subdivision.awk makes. Text is never "enhanced": names hold
# underscores.
set encoding utf8
set datafile separator "\t"
set border 3 lc rgb "#444444"
set lmargin at screen 0.1
set rmargin at screen 0.985
set tmargin at screen 0.83
set bmargin at screen 0.185
set label 1 plot_title at screen 0.02,0.955 left font ",16" noenhanced
set label 2 workload at screen 0.02,0.91 left font ",12" textcolor rgb "#333333" noenhanced
set label 3 where at screen 0.02,0.872 left font ",11" textcolor rgb "#666666" noenhanced
caption = 'Points: subtree, median; bars and bands: 95 % interval of the median.'.beyond
caption2 = 'Lines: the other variants, each at the best point of its axes'.(has_base ? '; the factor is the speed-up over per_level.' : '.')
set label 4 caption at screen 0.02,0.062 left font ",11" textcolor rgb "#666666" noenhanced
set label 5 caption2 at screen 0.02,0.027 left font ",11" textcolor rgb "#666666" noenhanced
unset key
set logscale y
set yrange [y_low:y_high]
set ytics nomirror scale 0.6
set ylabel sprintf('time (%s), logarithmic', unit) offset 0.5,0 noenhanced

# The lines end where the levels do; their labels stand right of it, in the plot's own coordinates.
x_first = 0.5
x_last = levels_max + 0.5
x_label = levels_max + 0.2 + 0.055 * (levels_max + 4)
x_end = x_last + 0.52 * levels_max
set xrange [x_first:x_end]
set xtics 1,1,levels_max nomirror scale 0.6
set label 6 'SUBTREE_LEVELS' at (x_first + x_last) / 2, graph -0.105 center noenhanced
set grid noxtics ytics lc rgb "#e6e6e6" lw 1

# gnuplot 5.4 crashes on labels without a single point, hence the loops of no or one turn.
do for [output = 0:1] {
    if (output == 0) {
        set terminal svg size 1000,640 dynamic noenhanced font "sans-serif,13" background rgb "white"
        set output name.'.svg'
    } else {
        set terminal pngcairo size 2000,1280 noenhanced font "sans,13" fontscale 1.9 linewidth 2 pointscale 2 background rgb "white"
        set output name.'.png'
    }
    plot for [k = 1:has_lines] $LINES using ((x_first + x_last) / 2):($7 < 2 ? $2 : NaN):(x_first):(x_last):3:4:5 with boxxyerror fillcolor rgb variable \
             fillstyle transparent solid 0.18 noborder, \
         for [k = 1:has_lines] $LINES using (x_first):($7 == 1 ? $2 : NaN):(x_last - x_first):(0):5 with vectors nohead lw 2.5 lc rgb variable, \
         for [k = 1:has_lines] $LINES using (x_first):($7 == 0 ? $2 : NaN):(x_last - x_first):(0):5 with vectors nohead lw 1.5 dt (8,5) lc rgb variable, \
         for [k = 1:has_lines] $LINES using ($7 == 2 ? levels_max + 0.2 : x_last):2:(x_label - 0.06 - ($7 == 2 ? levels_max + 0.2 : x_last)):($6 - $2):5 with vectors nohead lw 0.8 lc rgb variable, \
         for [k = 1:has_lines] $LINES using (x_label):6:1:5 with labels left font ",11" textcolor rgb variable noenhanced, \
         $SUBTREE using 1:2 with lines lw 1.5 lc rgb "#0072B2", \
         $SUBTREE using 1:2:3:4 with yerrorbars pt 7 ps 0.9 lw 1.8 lc rgb "#0072B2"
    unset output
}
