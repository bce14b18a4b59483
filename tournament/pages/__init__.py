"""What a page, a paper or a file shows: the columns of a list and what stands in them, once for all of them."""
