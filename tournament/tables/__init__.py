"""The lists that people read, a file for each subject: columns, headings, order, and what stands in a cell."""
