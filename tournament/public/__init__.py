"""Public pages, drawn once for all readers."""
