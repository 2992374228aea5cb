"""Build static sites that answer questions with cited, verbatim quotes."""

__version__ = "0.1.0"
