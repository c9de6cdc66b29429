"""What a player's program does whether it has screens or not: sit down, wish, see what to do."""
