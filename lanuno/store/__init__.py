"""What outlives the process: files that a crash cannot spoil."""
