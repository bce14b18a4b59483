"""A tournament as a folder of pages for any web host."""
