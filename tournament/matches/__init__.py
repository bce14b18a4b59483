"""What a match of a tournament is: its format, its legal scores, its games, its time. Standard library only."""
