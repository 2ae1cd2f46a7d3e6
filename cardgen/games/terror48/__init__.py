"""48 −共鳴するテロル−, drafts 2 and 5: one course of play, told apart by parameters."""
