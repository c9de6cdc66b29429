"""Uno on the local network, in the terminal; `from lanuno import uno` is the engine alone."""

__version__ = "0.1.0"
