"""What pages, papers and files show: the columns and rows of each list, defined once for all three."""
