"""Makes the profile of space dice that is shipped."""
