"""How any game is played: positions, seeded play, and the self-test of a set of rules."""
