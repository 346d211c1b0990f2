#!/bin/sh
# Makes the two font files beside it from the npm packages: only the weights and letters that the site sets, and a plain
# zero in the text font (`font-variant-numeric: slashed-zero` gives the slashed one).
# Needs fontTools and Brotli for Python (Debian: python3-fonttools python3-brotli). Run from the repository's root.
set -eu
packages=node_modules/@fontsource-variable
letters='U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2215'
python=${PYTHON:-/usr/bin/python3}

make() {
  "$python" -m fontTools.varLib.instancer -q "$packages/$1/files/$1-latin-wght-normal.woff2" "wght=$2" -o "$3.tmp"
  [ "$1" != atkinson-hyperlegible-next ] || "$python" app/ui/fonts/plain-zero.py "$3.tmp"
  "$python" -m fontTools.subset "$3.tmp" --unicodes="$letters" --flavor=woff2 --no-hinting \
    --layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,tnum,lnum,zero --output-file="$3"
  rm "$3.tmp"
}

make bricolage-grotesque 800 app/ui/fonts/heading.woff2
make atkinson-hyperlegible-next 400:700 app/ui/fonts/text.woff2
