# Lines, or points, over an axis. Columns of $SERIES: x, y, its interval, colour, shape, line (1; 2 dashed; 0 none), mark (1; 0 none).
set xrange [x_low:x_high]
set yrange [y_low:y_high]
if (x_log) { set logscale x }
if (y_log) { set logscale y }
do for [format in 'svg png pdf'] {
    eval 'set terminal '.terminal(format, width, height)
    set output name.'.'.format
    size = shape_size(format)
    set pointsize size
    plot for [k = 1:has_lines] $SERIES using 1:($7 == 1 ? $2 : NaN):5 with lines linewidth 1.6 linecolor variable, \
         for [k = 1:has_dashes] $SERIES using 1:($7 == 2 ? $2 : NaN):5 with lines linewidth 1.6 dashtype (8, 5) linecolor variable, \
         for [k = 1:has_intervals] $SERIES using 1:($8 == 1 && $3 == $3 ? $2 : NaN):3:4:5 with yerrorbars pointtype 0 pointsize 0 linewidth 0.8 linecolor variable, \
         for [k = 1:has_marks] $SERIES using 1:($8 == 1 ? $2 : NaN):($5 == 9 ? 1.8 * size : size):6:5 with points pointsize variable pointtype variable linecolor variable
    unset output
}
