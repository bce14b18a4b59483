"""What is read in from other programs."""
