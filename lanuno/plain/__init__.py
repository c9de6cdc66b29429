"""A table in plain lines: for screen readers, for terminals that draw nothing, and for programs."""
