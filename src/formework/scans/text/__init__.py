"""What the running titles say: OCR, normal form, one text, sections."""
