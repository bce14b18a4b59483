"""Drawing on paper: fonts, letters, tables, marks and boards."""
