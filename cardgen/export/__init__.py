"""A finished build into files. Each format is one module with `write`."""
