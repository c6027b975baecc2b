# Points with whiskers in rows that have names. Columns of $SERIES as those of lines; y counts rows from 0 at the top.
set yrange [rows - 0.5:-0.5]
set xrange [x_low:x_high]
if (x_log) { set logscale x }
set grid xtics noytics
set ytics scale 0
do for [k = 1:rows - 1] { set arrow from graph 0, first k - 0.5 to graph 1, first k - 0.5 nohead back linecolor rgb '#dddddd' linewidth 0.7 }
do for [format in 'svg png pdf'] {
    eval 'set terminal '.terminal(format, width, height)
    set output name.'.'.format
    size = shape_size(format)
    set pointsize size
    plot for [k = 1:has_intervals] $SERIES using ($3 == $3 ? $1 : NaN):2:3:4:5 with xerrorbars pointtype 0 pointsize 0 linewidth 1.2 linecolor variable, \
         for [k = 1:has_marks] $SERIES using 1:2:($5 == 9 ? 1.8 * size : size):6:5 with points pointsize variable pointtype variable linecolor variable
    unset output
}
