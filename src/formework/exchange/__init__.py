"""Exchange with other tools: TEI, IIIF, VisColl, VCEditor, PAGE, ALTO, tables."""
