"""探偵無宿２, draft 8: the course of play, and effects read from the cards' own data."""
