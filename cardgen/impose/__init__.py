"""Faces onto sheets of paper: pure arithmetic, no drawing library."""
