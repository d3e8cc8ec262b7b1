"""Networks that compare titles, run by onnxruntime."""
