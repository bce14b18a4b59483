"""How a page of paper is drawn: its fonts, letters, tables, marks and boards."""
