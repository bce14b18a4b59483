"""A tournament as a folder of static pages for any web host."""
