"""Questions whether a play is legal, and the answers by the rules."""
