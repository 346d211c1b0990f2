"""Gives the text font a plain zero; the slashed one moves to the feature `zero`. Takes the file, which it rewrites."""

import sys
from copy import deepcopy

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

DIGITS = "zero one two three four five six seven eight nine".split()


def component(name: str, x: int = 0, scale: float = 1.0) -> GlyphComponent:
    part = GlyphComponent()
    part.glyphName, part.x, part.y, part.flags = name, x, 0, 0x0004
    part.transform = [[scale, 0], [0, 1]]
    return part


def composite(part: GlyphComponent) -> Glyph:
    glyph = Glyph()
    glyph.numberOfContours, glyph.components = -1, [part]
    return glyph


font = TTFont(sys.argv[1])
glyf, metrics, variations = font["glyf"], font["hmtx"].metrics, font["gvar"].variations
outline, letter = glyf["zero"], glyf["O"]

slashed = {"zero.slash": (deepcopy(outline), "zero"), "zero.tf.slash": (deepcopy(glyf["zero.tf"]), "zero.tf")}
slashed["zero.tf.slash"][0].components[0].glyphName = "zero.slash"
font.setGlyphOrder([*font.getGlyphOrder(), *slashed])
for name, (glyph, like) in slashed.items():
    glyf.glyphs[name], metrics[name] = glyph, metrics[like]
    variations[name] = deepcopy(variations.get(like, []))

# The letter O in the width of the zero: its outlines vary with the weight by themselves.
scale = (outline.xMax - outline.xMin) / (letter.xMax - letter.xMin)
glyf["zero"] = composite(component("O", round(outline.xMin - letter.xMin * scale), scale))
variations["zero"] = []

# HVAR counts the glyphs of the original; the widths stand in gvar, too.
if "HVAR" in font:
    del font["HVAR"]
tabular = "; ".join(f"sub {digit} by {digit}.tf" for digit in DIGITS)
addOpenTypeFeaturesFromString(
    font,
    f"feature tnum {{ {tabular}; }} tnum; feature zero {{ sub zero by zero.slash; sub zero.tf by zero.tf.slash; }} zero;",
    tables=["GSUB"],
)
font.save(sys.argv[1])
