"""Templates and cards into finished drawings: `Frame`s of placed items, in millimetres."""
