"""Japanese composition: text in, placed glyphs out. Imports nothing of cardgen and could be lifted out.

    compose.compose(text, style, width, height) -> placed.Composed

The steps, each a module, each giving plain values to the next:

    markup      source with its light markup -> nodes (plain text, ruby, spans, icons, breaks)
    classes     text -> clusters; the class of a cluster (JLReq Appendix A); its stance in vertical lines
    items       cluster -> item: face, glyph, advance and blanks, measured in em from the face itself
    ruby        base and reading -> one item, or one for each kanji
    pairs       two classes -> may a line break between them, do blanks close, is there a gap
    paragraph   nodes -> rows of items with gaps and breaks
    lines       row and measure -> lines: first fit, balanced titles, compression for justified text
    adjust      line and slack -> changes to its gaps, in JLReq's order
    fit         box -> size, leading and lines that fit it, or `errors.DoesNotFit`
    compose     -> glyphs, icons and warnings in mm

`fonts` and `sfnt` read TrueType faces; `style` holds a designer's choices; `errors` what can go wrong.
Everything up to `compose` is measured in em of the text's size, so a text is itemised once and broken
again only for each size tried. docs/typography.md tells the rules and where they come from.
"""
