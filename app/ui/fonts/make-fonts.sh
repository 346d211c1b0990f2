#!/bin/sh
# Makes the four font files beside it from the npm packages: only the weights and letters that the site sets, and a plain
# zero in the text font (`font-variant-numeric: slashed-zero` gives the slashed one). The files `-full` have all of
# Latin-1; the two others have what German and English texts set. Each of these fits, with its headers, into the nine
# packets (13,140 bytes) that one of two responses at once has in the first round trip of a slow phone network.
# Needs fontTools and Brotli for Python (Debian: python3-fonttools python3-brotli). Run from the repository's root.
set -eu
packages=node_modules/@fontsource-variable
all='U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2215'
# `fonts.css` repeats these ranges; for `-full` it names the letters that the files contain.
letters='U+00A0,U+00A7,U+00AD,U+00B0,U+00B2,U+00B7,U+00C4,U+00D6-00D8,U+00DC,U+00DF,U+00E4,U+00E9,U+00F6,U+00FC,U+2009,U+2011,U+2013,U+2014,U+2018,U+2019,U+201C-201E,U+2022,U+2026,U+202F,U+2060,U+20AC,U+2212'
heading="U+0020-003B,U+003F,U+0041-005A,U+0061-007A,$letters"
text="U+0020-005B,U+005D,U+005F,U+0061-007A,$letters"
python=${PYTHON:-/usr/bin/python3}

make() {
  "$python" -m fontTools.varLib.instancer -q "$packages/$1/files/$1-latin-wght-normal.woff2" "wght=$2" -o "$3.tmp"
  [ "$1" != atkinson-hyperlegible-next ] || "$python" app/ui/fonts/plain-zero.py "$3.tmp"
  subset "$3.tmp" "$all" "$3-full.woff2"
  subset "$3.tmp" "$4" "$3.woff2"
  rm "$3.tmp"
}

subset() {
  "$python" -m fontTools.subset "$1" --unicodes="$2" --flavor=woff2 --no-hinting --name-IDs=0,1,2 --drop-tables+=STAT,gasp \
    --layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,tnum,lnum,zero --output-file="$3"
}

make bricolage-grotesque 800 app/ui/fonts/heading "$heading"
make atkinson-hyperlegible-next 400:700 app/ui/fonts/text "$text"
