# How plots look. Behind this stand what one figure has, its numbers and its words, and then the template of its kind.
# Words are in single quotes, in which nothing means anything to gnuplot; places are of the whole canvas.
set encoding utf8
set datafile separator "\t"
unset key
set border 3 linecolor rgb '#444444'
set tics nomirror scale 0.6 font ',11'
set grid linetype 1 linecolor rgb '#dddddd' linewidth 0.7

# Okabe and Ito, the yellow darkened for white paper; 9 is what is published. Shapes go with them.
set linetype 1 linecolor rgb '#0072B2'
set linetype 2 linecolor rgb '#D55E00'
set linetype 3 linecolor rgb '#009E73'
set linetype 4 linecolor rgb '#CC79A7'
set linetype 5 linecolor rgb '#E69F00'
set linetype 6 linecolor rgb '#56B4E9'
set linetype 7 linecolor rgb '#B8AB00'
set linetype 8 linecolor rgb '#6B6B6B'
set linetype 9 linecolor rgb '#000000'
set linetype 10 linecolor rgb '#D9D9D9' # a gap
set linetype 11 linecolor rgb '#8B4513'
set linetype 12 linecolor rgb '#6A3D9A'
set linetype 13 linecolor rgb '#F0E442'
set linetype cycle 13
shape_size(format) = format eq 'svg' ? 0.75 : 1.1
set style arrow 3 nohead linewidth 1.2 linecolor rgb '#000000' dashtype (5, 5) # what is published, with words
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.3,0.3
title_font = ',16'
text_font = ',12'
ink = '#1b1b1b'
soft = '#595959'
warning = '#a33f00'

# A canvas in pixels; twice as many of PNG, and 7 inches of PDF. Of sizes in points cairo makes 4 pixels of 3.
terminal_svg(width, height) = sprintf('svg size %d,%d dynamic noenhanced font "sans-serif,12" background rgb "white"', width, height)
terminal_png(width, height) = sprintf('pngcairo size %d,%d noenhanced font "sans,12" fontscale 1.5 linewidth 2 pointscale 2 background rgb "white"', 2 * width, 2 * height)
terminal_pdf(width, height) = sprintf('pdfcairo size %.4fin,%.4fin noenhanced font "sans,12" fontscale %.4f linewidth 0.7 pointscale 0.7 background rgb "white"', 7.0, 7.0 * height / width, 378.0 / width)
terminal(format, width, height) = format eq 'svg' ? terminal_svg(width, height) : format eq 'png' ? terminal_png(width, height) : terminal_pdf(width, height)
