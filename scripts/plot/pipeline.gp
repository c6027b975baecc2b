# SPDX-License-Identifier: MIT
# The pipelines of Figures 4 and 7 of Tokuyoshi, "An Implementation of Adaptive Tile Subdivision on the GPU", as they were
# executed: a row per case, a box per pass, on one axis of time. Above this stand the variables and data blocks that
# pipeline.awk makes.
set encoding utf8
set datafile separator "\t"
legend_columns = 4
legend_rows = int((passes + legend_columns - 1) / legend_columns)
height = 190 + 46 * rows + 22 * legend_rows
set border 1 lc rgb "#444444"
set lmargin at screen 0.27
set rmargin at screen 0.985
set tmargin at screen 1 - 96.0 / height
set bmargin at screen (90.0 + 22 * legend_rows) / height
set label 1 plot_title at screen 0.02, 1 - 28.0 / height left font ",16" noenhanced
set label 2 workload at screen 0.02, 1 - 54.0 / height left font ",12" textcolor rgb "#333333" noenhanced
set label 3 where at screen 0.02, 1 - 78.0 / height left font ",11" textcolor rgb "#666666" noenhanced
set label 4 'Stamps between commands slow them down and grow the gaps: a diagnosis, no measurement.' \
    at screen 0.02, 18.0 / height left font ",11" textcolor rgb "#666666" noenhanced
unset key
set yrange [0.4:rows + 0.6]
set ytics nomirror scale 0 font ",12"
set xrange [0:1.27 * longest]
set xtics nomirror scale 0.6
set label 5 'µs since the first command' at screen 0.58, (52.0 + 22 * legend_rows) / height center noenhanced
set grid xtics noytics lc rgb "#e6e6e6" lw 1

# The legend's places, in pixels of the picture.
legend_x(k) = 0.02 + 0.245 * ((int(k) - 1) % legend_columns)
legend_y(k) = (30.0 + 22 * (legend_rows - int((int(k) - 1) / legend_columns))) / height - 8.0 / height
do for [k = 1:passes] {
    entry = $LEGEND[k]
    set object 100 + k rectangle from screen legend_x(k), legend_y(k) - 6.0 / height to screen legend_x(k) + 0.016, legend_y(k) + 6.0 / height \
        fillcolor rgb int(word(entry, 2)) fillstyle solid 1 border lc rgb "#666666"
    name = substr(entry, strstrt(entry, '"') + 1, strlen(entry) - 1)
    set label 100 + k name at screen legend_x(k) + 0.022, legend_y(k) left font ",11" noenhanced
}

do for [output = 0:1] {
    if (output == 0) {
        set terminal svg size 1000,height dynamic noenhanced font "sans-serif,13" background rgb "white"
        set output 'pipeline.svg'
    } else {
        set terminal pngcairo size 2000,2 * height noenhanced font "sans,13" fontscale 1.9 linewidth 2 background rgb "white"
        set output 'pipeline.png'
    }
    plot $BOXES using (($1 + $2) / 2):3:1:2:($3 - 0.33):($3 + 0.33):4 with boxxyerror fillcolor rgb variable \
             fillstyle solid 1 noborder, \
         $ROWS using (0):1:ytic(2) with points pt 0 ps 0, \
         $ROWS using ($3 + 0.01 * longest):1:4 with labels left font ",11" textcolor rgb "#444444" noenhanced
    unset output
}
