#!/bin/sh
# Cuts the fonts down to the scripts an invoice needs. Needs: pip install fonttools brotli,
# npm pack inter-ui@4.1.1 (unpacked as ./package).
set -eu
for weight in Regular Medium SemiBold; do
  python3 -c "
from fontTools.ttLib import TTFont
font = TTFont('package/web/Inter-$weight.woff2'); font.flavor = None; font.save('Inter-$weight.full.ttf')"
  pyftsubset "Inter-$weight.full.ttf" --output-file="Inter-$weight.ttf" --no-hinting \
    --layout-features=kern,mark,mkmk,ccmp,locl,tnum,case --notdef-outline --no-recalc-timestamp \
    --name-IDs=0,1,2,3,4,5,6,13,14,16,17 \
    --unicodes=U+0020-007E,U+00A0-024F,U+0259,U+02BB-02BC,U+02C6-02C7,U+02D8-02DD,U+0300-0304,U+0306-030C,U+0327-0328,U+0370-03FF,U+0400-045F,U+0490-0491,U+1E00-1EFF,U+2000-200B,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2030,U+2039,U+203A,U+2044,U+20A0-20C0,U+2113,U+2116,U+2122,U+2190-2193,U+2212,U+2215,U+2248,U+2260,U+2264-2265,U+25A1,U+25CF,U+2713
  rm "Inter-$weight.full.ttf"
done
