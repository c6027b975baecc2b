# SPDX-License-Identifier: MIT
# tiling_rho.gp: how many times fewer bytes and less time than row_major, over rho.

set label 1 plot_title at screen 0.02,0.965 left font ",17" noenhanced
set label 2 what at screen 0.02,0.925 left font ",12" textcolor rgb "#444444" noenhanced
set label 3 where at screen 0.02,0.02 left font ",11" textcolor rgb "#666666" noenhanced
set tmargin at screen 0.89
set bmargin at screen 0.14
set key outside right top noenhanced
set logscale y 2
set xtics nomirror
set ytics nomirror
set xlabel 'rho: bytes of the band of rows that is read again, over those of the cache'
set ylabel 'row_major over the order: time or bytes (log.)'
set grid ytics lc rgb "#e6e6e6" lw 1
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc rgb "#999999" lw 1

do for [output = 0:1] {
    if (output == 0) {
        set terminal svg size 1000,640 dynamic noenhanced font "sans-serif,13" background rgb "white"
        set output name.'.svg'
    } else {
        set terminal pngcairo size 2000,1280 noenhanced font "sans,13" fontscale 1.9 linewidth 2 pointscale 2 background rgb "white"
        set output name.'.png'
    }
    eval 'plot '.curves
    unset output
}
