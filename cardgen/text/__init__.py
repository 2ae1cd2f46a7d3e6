"""Japanese composition: text in, placed glyphs out. Imports nothing of cardgen and could be lifted out.

text -> clusters -> items (class, face, glyph) -> lines -> fitted box -> placed glyphs.
The rules are those of the W3C's Requirements for Japanese Text Layout (JLReq), adapted to small cards.
"""
