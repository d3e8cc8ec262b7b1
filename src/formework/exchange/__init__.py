"""Into and out of other people's tools: TEI, IIIF, VisColl, VCEditor, PAGE, ALTO, tables."""
