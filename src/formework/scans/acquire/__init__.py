"""Where scans come from: folders, PDF, TIFF and IIIF; openings parted into pages."""
