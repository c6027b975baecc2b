# Boxes in rows, along one axis of time. Columns of $BOXES: begin, end, row from 0 at the top, colour; of $ENDS: end, row, words.
set yrange [rows - 0.5:-0.5]
set xrange [x_low:x_high]
set grid xtics noytics
set ytics scale 0
set format x '%g'
do for [format in 'svg png pdf'] {
    eval 'set terminal '.terminal(format, width, height)
    set output name.'.'.format
    plot $BOXES using (($1 + $2) / 2):3:1:2:($3 - 0.33):($3 + 0.33):4 with boxxyerror linecolor variable fillstyle solid 1 noborder, \
         $ENDS using 1:2:3 with labels left offset 1,0 font text_font textcolor rgb soft noenhanced
    unset output
}
