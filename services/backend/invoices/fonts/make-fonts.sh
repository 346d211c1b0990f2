#!/bin/sh
# Makes the fonts of invoices from the npm package of the site's text font, with the site's plain zero. They are static,
# because pdfkit can neither subset nor vary a variable font, and not compressed, because fontkit unpacks a WOFF whenever
# it reads a glyph. Letters beyond Latin-1 have files of their own.
# Needs fontTools and Brotli for Python (Debian: python3-fonttools python3-brotli). Run from the repository's root.
set -eu
package=node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next
latin='U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2010-2027,U+2030-203A,U+20AC,U+2122,U+2212'
extended='U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F'
fonts=services/backend/invoices/fonts
python=${PYTHON:-/usr/bin/python3}
tmp=$(mktemp)

make() {
  "$python" -m fontTools.varLib.instancer -q "$tmp" "wght=$2" --update-name-table -o "$tmp.static"
  "$python" -m fontTools.subset "$tmp.static" --unicodes="$3" --no-hinting \
    --layout-features=kern,ccmp,locl,mark,mkmk,tnum --output-file="$fonts/$1-$2.ttf"
}

"$python" -m fontTools.varLib.instancer -q "$package-latin-wght-normal.woff2" wght=400:700 -o "$tmp"
"$python" app/ui/fonts/plain-zero.py "$tmp"
make latin 400 "$latin"
make latin 700 "$latin"
cp "$package-latin-ext-wght-normal.woff2" "$tmp"
make latin-ext 400 "$extended"
make latin-ext 700 "$extended"
rm "$tmp" "$tmp.static"
