"""Manual benchmarks of play and start-up speed, beside other engines."""
