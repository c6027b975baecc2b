# Bars by category, in per cent. Columns of $BARS: place (categories count from 1), value, colour.
set yrange [0:100]
set xrange [0.4:categories + 0.6]
set grid ytics noxtics
set xtics scale 0
do for [format in 'svg png pdf'] {
    eval 'set terminal '.terminal(format, width, height)
    set output name.'.'.format
    plot $BARS using 1:2:($1 - 0.19):($1 + 0.19):(0):2:3 with boxxyerror linecolor variable fillstyle solid 1 noborder, \
         $BARS using 1:2:(sprintf('%.0f', $2)) with labels offset 0,0.6 font text_font textcolor rgb ink noenhanced
    unset output
}
