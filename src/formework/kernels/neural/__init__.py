"""Neural networks that compare titles, run by onnxruntime."""
