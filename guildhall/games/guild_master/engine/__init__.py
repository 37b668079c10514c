"""The compiled rules of Guild Master."""
