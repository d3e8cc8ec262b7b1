"""What the running titles say: OCR, page numbers and references, texts, sections."""
