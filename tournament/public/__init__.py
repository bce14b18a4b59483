"""What the pages for everyone show, drawn once for all who look."""
