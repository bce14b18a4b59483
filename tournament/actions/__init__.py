"""Every change of what is stored: one action for each."""
