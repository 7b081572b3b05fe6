"""Drawing: canvas, charts, text metrics, contrast."""
