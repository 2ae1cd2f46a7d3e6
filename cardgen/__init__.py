"""cardgen: card games in Japanese, from YAML through checks and rule tests to printed sheets."""

__version__ = "0.1.0"
